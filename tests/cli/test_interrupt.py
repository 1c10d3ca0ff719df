#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Long work: a line of progress on a terminal only, and a clean end by Ctrl-C."""
import os
import pty
import random
import select
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import long_chain

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
BAR = str(ROOT / "examples/four_bar/four_bar.bl")
PUMA = str(ROOT / "examples/puma560/puma560.bl")
LONG = [BIELLE, "analyze", "sweep", BAR, "--drive", "phi1=0..360deg", "--steps", "1000000"]
PATIENCE = 120  # s, on a busy machine


def read_until(terminal, wanted):
    """What the terminal shows up to `wanted`; to the end, if None."""
    seen, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end and (wanted is None or wanted not in seen):
        if select.select([terminal], [], [], 1)[0]:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # nobody writes any more
                break
            if not part:
                break
            seen += part
    return seen


class Interrupt(unittest.TestCase):
    def test_progress_tells_the_time_left_and_is_erased_at_the_end(self):
        process, terminal = pty.fork()
        if process == 0:
            os.execv(BIELLE, LONG)
        seen = read_until(terminal, b"left")
        self.assertRegex(seen, rb"\r\x1b\[K\[#+ *\] +\d+%[^,]*, \d+ (s|min) left")
        os.kill(process, signal.SIGINT)  # the key itself would also empty the terminal's queue
        rest = read_until(terminal, None)
        _, status = os.waitpid(process, 0)
        os.close(terminal)
        self.assertTrue(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT)
        self.assertTrue(rest.endswith(b"\x1b[K"), rest)  # the line is gone

    def test_a_shell_tells_130(self):
        words = " ".join(f"'{word}'" for word in LONG)
        script = f"timeout -s INT --preserve-status 0.3 {words} > /dev/null; echo $?"
        done = subprocess.run(["bash", "-c", script], text=True, capture_output=True)
        self.assertEqual(done.stdout.split()[-1], "130")

    def test_no_progress_where_nobody_looks(self):
        with subprocess.Popen(LONG, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            output, said = process.communicate(timeout=PATIENCE)
        self.assertEqual((output, said), (b"", b""))

    def test_files_are_whole_or_not_there(self):
        chance = random.Random(7)
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            command = [BIELLE, "code", PUMA, "--what", "tau,M,G", "-o", folder]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            usual = time.monotonic() - start
            whole = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
            ended = 0
            for _ in range(25):
                with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
                    time.sleep(usual * chance.uniform(0.2, 1.1))
                    process.send_signal(signal.SIGINT)
                    ended += process.wait(timeout=PATIENCE) == -signal.SIGINT
                self.assertEqual({path.name: path.read_bytes() for path in Path(folder).iterdir()}, whole)
            self.assertGreater(ended, 0)

    def test_the_design_of_a_motion_ends_without_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            chain, path = Path(folder) / "chain.bl", Path(folder) / "excite.csv"
            chain.write_text(long_chain.description(16))
            command = [BIELLE, "identify", chain, "--design", "-o", path]
            process, terminal = pty.fork()
            if process == 0:
                os.execv(BIELLE, command)
            read_until(terminal, b"left")  # it searches
            os.kill(process, signal.SIGINT)
            read_until(terminal, None)
            _, status = os.waitpid(process, 0)
            os.close(terminal)
            self.assertTrue(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT)
            self.assertFalse(path.exists())


class Once(unittest.TestCase):
    def test_a_warning_is_said_once(self):
        text = (ROOT / "examples/four_bar_driven/four_bar_driven.bl").read_text().replace("l0 = 0.9 m", "l0 = 9 m")
        for words in (["model", "-"], ["model", "-", "--constraints", "augmented"], ["count", "-"],
                      ["eval", "-", "--at", "theta1 = 1", "--what", "M,tau,h"]):
            done = subprocess.run([BIELLE, *words], input=text, text=True, capture_output=True)
            warnings = [line for line in done.stderr.splitlines() if "warning: " in line]
            self.assertTrue(warnings, words)
            self.assertEqual(len(warnings), len(set(warnings)), warnings)


if __name__ == "__main__":
    unittest.main()
