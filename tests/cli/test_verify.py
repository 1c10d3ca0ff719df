#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bielle verify as a user meets it: exit status, what is not proved, seeds, certificates."""
import os
import re
import subprocess
import tempfile
import unittest

COMMAND = os.environ["BIELLE_COMMAND"]
EXAMPLES = os.path.join(os.environ["BIELLE_SOURCE_DIR"], "examples")

ARM = """mechanism arm
gravity [0, 0, -9.81]
joint a : revolute {first} (q1) from ground{rotated}
body A on a : mass 1, com [0.1, 0.2, 0.3], inertia diag(1, 2, 2.5)
joint b : revolute {second} (q2) from a at [1, 0, 0]
body B on b : mass 1, com [0.1, 0.2, 0.3], inertia diag(1, 2, 2.5)
{more}
"""


def arm(first="x", second="z", rotated="", more=""):
    return ARM.format(first=first, second=second, rotated=rotated, more=more)


def run(*words, text=None):
    return subprocess.run([COMMAND, *words], input=text, capture_output=True, text=True,
                          timeout=120, check=False)


def verify(text, *words):
    return run("verify", "-", *words, text=text)


class Verify(unittest.TestCase):
    def assert_proved(self, result):
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"\nAll \d+ statements hold\.\n")

    def test_usual_angles_and_axes_are_proved(self):
        for text in (arm(rotated=" rotated RZ(70.3 deg)"),
                     arm(first="[1, 2, 3]", second="[1, 2, 3]"),
                     arm(first="[1, 0, 0.3]", second="z", rotated=" rotated RX(0.11 rad), RX(0.7 rad)"),
                     arm(more="constraint c : sqrt(q1 + q2) = 0.5"),
                     arm(more="torque u on a = -0.2*q1' - 3*abs(q1')*q1'"),
                     arm(more="coord s\nbody C on a : mass 2\nconstraint c : s = sin(q1)")):
            self.assert_proved(verify(text))

    def test_a_spring_along_its_slide_is_proved(self):
        """Its length is |s|, and the root of s^2 cos^2 + s^2 sin^2."""
        for spring in ("linear_spring(ground, c, 50 N/m, 0.3 m)", "cable(ground, c, 500 N/m, 0.15 m, 0.1 s/m)",
                       "coilover(ground, c, 70 N/m, 1 m, bump = 3 N.s/m)"):
            self.assert_proved(verify(f"""mechanism slide
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q = 0.5 rad) from ground
joint c : prismatic x (s = 0.2 m) from a
body A on a : mass 1 kg, com [0.3, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
body C on c : mass 1 kg, com [0.3, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
use {spring}
"""))

    def test_a_bicycle_of_free_bodies_is_proved(self):
        path = os.path.join(EXAMPLES, "bicycle", "bicycle.bl")
        self.assert_proved(run("verify", path, "--parametrisation", "cartesian"))

    def test_every_statement_names_its_evidence(self):
        result = verify(arm())
        self.assert_proved(result)
        lines = [line for line in result.stdout.splitlines() if " holds" in line]
        self.assertGreater(len(lines), 12)
        for line in lines:
            if not line.startswith("All "):
                self.assertRegex(line, r"holds  (< \de-\d+|within \de-\d+ at 3 states|a minor .*)$")
        self.assertIn("match the reference evaluation", result.stdout)

    def test_not_proved_is_a_result_of_its_own(self):
        # what holds on either side of a condition holds; the fields do not see it
        text = ("mechanism m\njoint a : revolute z (q) from ground\n"
                "frame F from a : TX(if(q > 0.1, q^2, q)*1 m)\n"
                "body B on F : mass 1 kg, com [0.1, 0.2, 0], inertia diag(1, 1, 1)\n")
        result = verify(text)
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("not proved", result.stdout)
        self.assertNotIn("DOES NOT HOLD", result.stdout)
        self.assertRegex(result.stdout, r"Verified numerically only: .*\bif\b")
        allowed = verify(text, "--allow-unproved")
        self.assertEqual(allowed.returncode, 0)
        self.assertEqual(allowed.stdout, result.stdout)

    def test_multiples_of_the_primes_are_never_called_wrong(self):
        # (2^61 - 38893951) and its like are zero in a field; the equations are right all the same
        for length, square in (("2305843009174800001", 2305843009174800001**2),
                               ("2305843008130800001*2", (2305843008130800001 * 2)**2),
                               ("2305843009174800001 - 2305843009174800000", 1)):
            text = ("mechanism m\nparam m1, J\njoint a : revolute z (q) from ground\n"
                    f"body B on a : mass m1, com [{length}, 0, 0], inertia diag(0, 0, J)\n")
            result = verify(text, "--allow-unproved")
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertNotIn("DOES NOT HOLD", result.stdout)
            model = run("model", "-", "--what", "M", text=text).stdout
            printed = re.search(r"M = ([-+*/()0-9mJ1 ]+)\n", model).group(1).replace("/", "//")
            value = eval(printed, {"m1": 3, "J": 5})  # whole numbers: Python's are exact
            self.assertEqual(value, 3 * square + 5)

    def test_seeds_are_numbers(self):
        path = os.path.join(EXAMPLES, "rr", "rr.bl")
        state = os.path.join(EXAMPLES, "rr", "state.json")
        for words in (["verify", path], ["model", path, "--what", "M"], ["count", path],
                      ["eval", path, "--at", state]):
            for bad in ("abc", "-1", "1.5", "99999999999999999999", "7x"):
                result = run(*words, "--seed", bad)
                self.assertEqual(result.returncode, 2, (words, bad))
                self.assertIn("--seed cannot be '" + bad + "'", result.stderr)
        self.assertEqual(run("verify", path, "--seed", "0x7").returncode, 0)

    def test_other_seeds_draw_other_states_and_agree(self):
        path = os.path.join(EXAMPLES, "stanford", "stanford.bl")
        for seed in ("1", "2", "3"):
            result = run("verify", path, "--seed", seed)
            self.assert_proved(result)
            self.assertIn("seed " + seed + "\n", result.stdout)

    def test_nothing_of_progress_is_seen_in_a_pipe(self):
        self.assertEqual(verify(arm()).stderr, "")

    def test_the_certificate_can_go_to_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "certificate.txt")
            self.assertEqual(verify(arm(), "-o", path).returncode, 0)
            with open(path, encoding="utf-8") as file:
                self.assertTrue(re.match(r"Certificate of arm: 2 coordinates", file.read()))


if __name__ == "__main__":
    unittest.main()
