#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What can be typed: help, completion and the page of the manual tell the same, and it is true."""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
RR = str(ROOT / "examples/rr/rr.bl")


def run(*words, **options):
    return subprocess.run([BIELLE, *words], text=True, capture_output=True, timeout=60, **options)


def commands():
    return re.findall(r"^  bielle ((?:analyze )?[a-z-]+)  ", run("--help").stdout, re.MULTILINE)


def options_of(command):
    return re.findall(r"^  (--?[a-z][a-z-]*)", run(*command.split(), "--help").stdout, re.MULTILINE)


def quantities():
    """The keys that the help lists, by group."""
    text = run("--help").stdout.split("names of the description:\n")[1].split("Exit status")[0]
    groups = {}
    for line in text.splitlines():
        if line[2] != " ":
            name, line = re.split("  +", line.strip() + "  ", maxsplit=1)
        groups.setdefault(name, []).extend(line.split(", with")[0].split())
    return groups


class Help(unittest.TestCase):
    def test_every_command_is_there_and_has_a_help_of_its_own(self):
        self.assertGreaterEqual(len(commands()), 20)
        for command in commands():
            for words in ([*command.split(), "--help"], ["help", *command.split()],
                          [*command.split(), RR, "--help"]):
                done = run(*words)
                self.assertEqual((done.returncode, done.stderr), (0, ""), words)
                self.assertIn(f"usage: bielle {command}", done.stdout)

    def test_the_page_of_commands_begins_with_all_of_them(self):
        page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").split("\n## ")[0]
        told = re.findall(r"^    bielle ((?:analyze )?[a-z-]+) ", page, re.MULTILINE)
        self.assertEqual(set(commands()) - set(told), set())

    def test_every_source_file_with_a_command_is_in_the_table(self):
        declared = re.findall(r"^(?:static )?BielleStatus (command|study)_(\w+)\(Work",
                              (ROOT / "app/cli/command.h").read_text() +
                              (ROOT / "app/cli/analyze.c").read_text(), re.MULTILINE)
        names = [name.replace("_", "-") if kind == "command" else "analyze " + name.replace("_", "-")
                 for kind, name in declared]
        self.assertGreater(len(names), 15)
        self.assertLessEqual(set(names) - {"analyze"}, set(commands()))

    def test_every_option_that_is_told_is_taken(self):
        for command in commands():
            told = options_of(command)
            self.assertEqual(len(told), len(set(told)), command)
            usage = run(*command.split(), "--help").stdout.split("\n\n")[1]
            for option in told:
                self.assertRegex(usage, re.escape(option) + r"\b", command)
                said = run(*command.split(), option).stderr
                self.assertNotIn("unknown", said, f"{command} {option}")

    def test_every_option_of_the_sources_is_told(self):
        rows = re.findall(r'^  { "(--?[a-z-]+)",', (ROOT / "app/cli/options.c").read_text(), re.MULTILINE)
        told = {option for command in commands() for option in options_of(command)}
        self.assertGreater(len(rows), 40)
        self.assertEqual(set(rows), told)

    def test_quantities_are_those_that_there_are(self):
        rows = json.loads(run("dump", "--stage", "quantities").stdout)
        self.assertEqual([key for group in quantities().values() for key in group],
                         [row["key"] + row["subject"] for row in rows])
        for row in rows:
            words = ["--method", row["method"]] if row["method"] else []
            said = run("model", RR, *words, "--what", row["key"] + row["subject"]).stderr
            self.assertNotIn("unknown quantity", said, row["key"])


def complete(*words, folder=None):
    """What bash offers for the last of the words."""
    quoted = " ".join(f"'{word}'" for word in words)
    script = (f"source <('{BIELLE}' completion bash); COMP_WORDS=({quoted}); "
              f"COMP_CWORD={len(words) - 1}; _bielle; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    done = subprocess.run(["bash", "--norc", "-c", script], text=True, capture_output=True, cwd=folder)
    assert done.stderr == "", done.stderr
    return done.stdout.split()


class Completion(unittest.TestCase):
    def test_bash_finishes_commands(self):
        self.assertEqual(complete("bielle", "co"), ["code", "count", "convert", "completion"])
        offered = complete("bielle", "")
        self.assertEqual({name.split()[0] for name in commands()}, set(offered) - {"--help", "--version"})
        self.assertEqual(complete("bielle", "analyze", "s"), ["statics", "sweep"])

    def test_bash_finishes_options(self):
        for command in commands():
            offered = complete("bielle", *command.split(), "-")
            self.assertEqual(set(offered), {*options_of(command), "--help"}, command)

    def test_bash_finishes_values(self):
        self.assertEqual(complete("bielle", "model", RR, "--as", "m"), ["mathml"])
        self.assertEqual(complete("bielle", "analyze", "sweep", RR, "--as", ""), ["text", "csv", "json"])
        self.assertEqual(complete("bielle", "eval", RR, "--method", "k"), ["kane"])
        self.assertEqual(sorted(complete("bielle", "eval", RR, "--what", "M,ta")), ["M,tau", "M,tau_in", "M,tauk"])
        self.assertEqual(complete("bielle", "eval", RR, "--freeze", ""), [])
        self.assertEqual(complete("bielle", "completion", "z"), ["zsh"])
        self.assertEqual(complete("bielle", "examples", "rr"), ["rr", "rrp"])

    def test_bash_finishes_files(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "arm.bl").touch()
            Path(folder, "arms").mkdir()
            self.assertEqual(sorted(complete("bielle", "check", "ar", folder=folder)), ["arm.bl", "arms"])
            self.assertEqual(sorted(complete("bielle", "simulate", "ar", folder=folder)), ["arm.bl", "arms"])
            self.assertEqual(complete("bielle", "code", "arm.bl", "-o", "", folder=folder), ["arms"])

    def test_another_shell(self):
        done = run("completion", "csh")
        self.assertEqual(done.returncode, 2)
        self.assertIn("choose one of: bash zsh fish", done.stderr)


# Writes down what is offered, and '=end=' behind each answer; other calls of compadd only count.
ZSH_SETUP = r"""PROMPT= RPROMPT=
autoload -Uz compinit
compinit -u -D
setopt extended_glob
source <($BIELLE completion zsh)
bindkey -e
bindkey '^I' complete-word
compadd() {
  local -a hits
  if [[ " ${(j: :)@[1,(i)(-|--)]} " != *\ -[a-zA-Z12]#[OAD]\ * ]]; then
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits >> $FOUND
  fi
  builtin compadd "$@"
}
ended() { print -r -- '=end=' >> $FOUND; comppostfuncs=(ended) }
comppostfuncs=(ended)
print -r -- '=end=' >> $FOUND
"""
FISH_SETUP = r"""source (eval $BIELLE completion fish | psub)
while read -l line
  complete -C $line | string replace -r '\t.*' ''
  echo '=end='
end
"""


def in_zsh(lines, folder):
    """By a terminal: the completion of zsh works where somebody types."""
    with tempfile.TemporaryDirectory() as home:
        setup, found = Path(home, "setup"), Path(home, "found")
        setup.write_text(ZSH_SETUP)
        found.touch()
        terminal, other = pty.openpty()
        env = {**os.environ, "BIELLE": BIELLE, "FOUND": str(found), "HOME": home, "TERM": "dumb"}
        shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=other, stdout=other, stderr=other, cwd=folder,
                                 env=env, start_new_session=True)
        os.close(other)
        seen = b""
        try:
            for count, line in enumerate([f"source {setup}\n", *(f"{line}\t" for line in lines)], 1):
                os.write(terminal, b"\x15" + line.encode())  # ^U: another line
                end = time.monotonic() + 60
                while found.read_text().count("=end=") < count:
                    if select.select([terminal], [], [], 0.05)[0]:
                        seen += os.read(terminal, 65536)
                    assert time.monotonic() < end, seen.decode(errors="replace")
            return found.read_text().split("=end=\n")[1:-1]
        finally:
            shell.kill()
            shell.wait()
            os.close(terminal)


def in_fish(lines, folder):
    done = subprocess.run(["fish", "--no-config", "-c", FISH_SETUP], input="".join(f"{line}\n" for line in lines),
                          text=True, capture_output=True, cwd=folder, env={**os.environ, "BIELLE": BIELLE})
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.split("=end=\n")[:-1]


class OtherShells(unittest.TestCase):
    """The same as bash, each in the shell itself."""
    TYPED = {
        "bielle co": {"code", "count", "convert", "completion"},
        "bielle --ver": {"--version"},
        "bielle analyze s": {"statics", "sweep"},
        "bielle model arm.bl --as m": {"mathml"},
        "bielle analyze sweep arm.bl --as ": {"text", "csv", "json"},
        "bielle eval arm.bl --method k": {"kane"},
        "bielle eval arm.bl --what ta": {"tau", "tau_in", "tauk"},
        "bielle eval arm.bl --freeze ": set(),
        "bielle completion z": {"zsh"},
        "bielle examples rr": {"rr", "rrp"},
        "bielle check ar": {"arm.bl", "arms"},
        "bielle simulate ar": {"arm.bl", "arms"},
        "bielle analyze sweep ar": {"arm.bl", "arms"},
        "bielle eval --at ar": {"arm.bl", "arms"},
        "bielle code arm.bl -o ": {"arms"},
        # a file may be called like a command
        "bielle check analyze --j": {"--json"},
    }

    def check(self, shell, offer, listed):
        if not shutil.which(shell):
            self.skipTest(f"there is no {shell}")
        typed = {**self.TYPED, "bielle eval arm.bl --what M,ta": listed}
        typed["bielle "] = {name.split()[0] for name in commands()}
        typed["bielle analyze "] = {name.split()[1] for name in commands() if " " in name}
        for command in commands():
            typed[f"bielle {command} -"] = {*options_of(command), "--help"}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "arm.bl").touch()
            Path(folder, "arms").mkdir()
            answers = offer(list(typed), folder)
        self.assertEqual(len(answers), len(typed))
        for (line, wanted), answer in zip(typed.items(), answers):
            with self.subTest(line=line):
                offered = {word.rstrip("/") for word in answer.split()}
                if line.endswith(" "):  # zsh offers these beside names
                    offered -= {"--help", "--version"}
                self.assertEqual(offered, wanted)

    def test_zsh(self):
        self.check("zsh", in_zsh, {"tau", "tau_in", "tauk"})  # it has taken "M," for done

    def test_fish(self):
        self.check("fish", in_fish, {"M,tau", "M,tau_in", "M,tauk"})


class Manual(unittest.TestCase):
    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_the_page_is_set_without_warnings(self):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=run("man").stdout, text=True,
                              capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        page = re.sub(r".\x08|\x1b\[[0-9]*m", "", done.stdout)
        for command in commands():
            self.assertTrue(re.search(rf"(?m)^   {command}$", page), command)
            for option in options_of(command):
                self.assertTrue(option in page, option)
        for group in quantities():
            self.assertTrue(re.search(rf"(?m)^       {group}\b", page), group)


if __name__ == "__main__":
    unittest.main()
