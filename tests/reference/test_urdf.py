#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Robots of other people, read from URDF, against tests/data/robot_*.json: torques, accelerations,
energies and what holds the root, at one state.

The values are from two algorithms that know nothing of each other (recursive Newton-Euler; Lagrange
with Jacobians), neither of them ours. The robots are under their owners' licences and no part of the
project: they are read from $BIELLE_MODELS, by default ../shared/reference/models beside the tree.
"""
import re
import sys
import tempfile
import unittest
from pathlib import Path

from compare import MODELS, Comparison, evaluate, plus, run, vectors, wrench_at
from test_forward import errors as swing_errors

ROBOTS = ["double_pendulum", "ur5", "hyq", "panda"]


def description_of(problem, folder):
    """The robot without friction and with free mimic joints, as the reference takes it."""
    path = folder / Path(problem["file"]).name
    urdf = (MODELS / path.name).read_text(encoding="utf-8")
    path.write_text(re.sub(r"<(mimic|dynamics)[^>]*/>", "", urdf), encoding="utf-8")
    return run("import", path, "--no-snap")


def root_of(description):
    """The frame of the root link."""
    return re.search(r"^frame\s+(\S+)\s+from ground$", description, re.MULTILINE)[1]


class Urdf(Comparison):
    def results(self, robot, keys_of):
        """What is known, and what we find of the keys that a function of the description gives."""
        problem = vectors(f"robot_{robot}")
        names = problem["joint_order"]
        state = {key: dict(zip(names, problem[key])) for key in ("q", "qd", "qdd")}
        with tempfile.TemporaryDirectory() as folder:
            description = description_of(problem, Path(folder))
            path = Path(folder) / "robot.bl"
            path.write_text(description, encoding="utf-8")
            result = evaluate(path, keys_of(description), state)
        self.assertEqual(result["coordinates"], names)
        return problem, result

    def test_equations(self):
        keys = {"M": "mass_matrix", "G": "gravity_torque", "tau": "tau_inverse_dynamics",
                "T": "kinetic_energy", "qdd:articulated": "qdd_forward_dynamics_tau0",
                "qdd:factorised": "qdd_forward_dynamics_tau0"}
        for robot in ROBOTS:
            with self.subTest(robot=robot):
                problem, result = self.results(robot, lambda _: [*keys, "h"])
                for ours, theirs in keys.items():
                    self.assert_close(result[ours], problem[theirs], f"{ours} {theirs}",
                                      least_scale=1e-3, tolerance=1e-10)
                self.assert_close(plus(result["h"], result["G"]),
                                  problem["bias_torque_C_qd_plus_g"], "bias", least_scale=1e-3,
                                  tolerance=1e-10)

    def test_poses_and_potential_energy(self):
        """Links on the root do not move; the reference leaves their energy out if they are the root."""
        def keys_of(description):
            at_rest = re.findall(rf"^body\s+(\S+)\s+on {root_of(description)} ", description,
                                 re.MULTILINE)
            return ["V", f"fk:{last['name']}", *(f"V:{name}" for name in at_rest)]
        for robot in ROBOTS:
            with self.subTest(robot=robot):
                last = vectors(f"robot_{robot}")["last_joint_frame"]
                problem, result = self.results(robot, keys_of)
                at_rest = sum(value for key, value in result.items() if key.startswith("V:"))
                self.assert_close(result["V"] - at_rest, problem["potential_energy_moving_links"],
                                  "V", least_scale=1e-3, tolerance=1e-10)
                pose = [last["R"][i] + [last["p"][i]] for i in range(3)] + [[0, 0, 0, 1]]
                self.assert_close(result[f"fk:{last['name']}"], pose, "pose")

    def test_what_holds_the_root(self):
        """The sum of the reactions of all joints on the root, at its origin."""
        def keys_of(description):
            joints = re.findall(rf"^joint\s+(\S+)\s*:.* from {root_of(description)}\b", description,
                                re.MULTILINE)
            return [f"{key}:{joint}" for joint in joints for key in ("reaction", "fk")]
        for robot in ROBOTS:
            with self.subTest(robot=robot):
                problem, result = self.results(robot, keys_of)
                force, moment = [0, 0, 0], [0, 0, 0]
                for key in result:
                    if not key.startswith("reaction:"):
                        continue
                    pose = result[key.replace("reaction:", "fk:")]
                    f, n = wrench_at(pose, result[key], [0, 0, 0])
                    force, moment = plus(force, f), plus(moment, n)
                expected = problem["root_reaction"]
                self.assert_close(force, expected["force"], "force", least_scale=1e-3, tolerance=1e-10)
                self.assert_close(moment, expected["moment_about_root_origin"], "moment",
                                  least_scale=1e-3, tolerance=1e-10)

    def test_free_swings_keep_their_energy(self):
        for robot in ROBOTS:
            with self.subTest(robot=robot), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "robot.bl"
                description = description_of(vectors(f"robot_{robot}"), Path(folder))
                path.write_text(description, encoding="utf-8")
                of_accelerations, of_energy = swing_errors(path, Path(folder), {})
                self.assertLess(of_accelerations, 1e-9)
                self.assertLess(of_energy, 1e-10)


if __name__ == "__main__":
    if not list(MODELS.glob("*.urdf")):
        print(f"skipped: there are no models in {MODELS}; BIELLE_MODELS names the folder")
        sys.exit(77)
    unittest.main()
