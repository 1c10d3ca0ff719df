#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""De Santis's matrices and the equations of a free body, by method kane; the thesis's trees by the
methods energy, uicker and kane. Vectors that were derived independently (SymPy, mpmath)."""
import unittest

from compare import Comparison, cross, evaluate, evaluate_text, example, plus, times, vectors
from test_thesis import EQUATIONS, definition, state_of

# The body's velocities in its own axes are the speeds; De Santis, section 3.
FREE_BODY = """
param m, Ixx, Iyy, Izz
coord x, y, z, a, b, c
frame F from ground : TX(x), TY(y), TZ(z), RZ(a), RY(b), RX(c)
body B on F : mass m, inertia diag(Ixx, Iyy, Izz)
force f at F = [fx, fy, fz] in F
moment N on F = [nx, ny, nz] in F
speed vx = cos(a)*cos(b)*x' + sin(a)*cos(b)*y' - sin(b)*z'
speed vy = (cos(a)*sin(b)*sin(c) - sin(a)*cos(c))*x' + (sin(a)*sin(b)*sin(c) + cos(a)*cos(c))*y' + cos(b)*sin(c)*z'
speed vz = (cos(a)*sin(b)*cos(c) + sin(a)*sin(c))*x' + (sin(a)*sin(b)*cos(c) - cos(a)*sin(c))*y' + cos(b)*cos(c)*z'
speed Ox = c' - sin(b)*a', Oy = cos(c)*b' + cos(b)*sin(c)*a', Oz = -sin(c)*b' + cos(b)*cos(c)*a'
"""
TREES = {"002_closed_chain": ("closed_chain", None), "002_monopod": ("monopod", None),
         "002_robot2D_4wheels": ("robot2d", "as_defined_file"),
         "002_vehicle15": ("vehicle15", "exact")}


def free_body_states(given):
    states = []
    for vector in given:
        state, expected = vector["state"], vector["expected"]
        states.append({"params": vector["params"], "q": dict(zip("abc", state["RPY"])),
                       "qd": dict(zip("xyzabc", expected["position_rate"] + expected["RPY_rates"])),
                       "inputs": dict(zip(("fx", "fy", "fz", "nx", "ny", "nz"),
                                          state["f_body"] + state["n_body"]))})
    return states


class Kane(Comparison):
    def test_arm_of_de_santis(self):
        description = (example("planar_2dof").read_text(encoding="utf-8")
                       + "torque T1 on shoulder = Gam1\ntorque T2 on elbow = Gam2\n")
        given = vectors("000_planar_2dof")
        states = [{"params": v["params"], "q": dict(zip(("t1", "t2"), v["state"]["q"])),
                   "qd": dict(zip(("t1", "t2"), v["state"]["alpha"])),
                   "inputs": dict(zip(("Gam1", "Gam2"), v["state"]["Gamma"]))} for v in given]
        results = evaluate_text(description, ["D", "C", "tauk", "J", "Jdot", "T", "V", "G"], states,
                                "kane")
        planar = [0, 1, 5, 6, 7, 11]  # of each body: velocities along x and y, turn about z
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]
            for key, theirs in {"D": "D", "C": "C_kane", "tauk": "tau", "T": "T", "V": "V"}.items():
                self.assert_close(result[key], expected[theirs], f"{name} {key}")
            self.assert_close([-x for x in result["G"]], expected["G_eq26"], f"{name} G")
            for key in "J", "Jdot":
                self.assert_close([result[key][i] for i in planar], expected[key], f"{name} {key}")
            inertial = times(result["D"], expected["alphadot"])
            centrifugal = times(result["C"], vector["state"]["alpha"])
            self.assert_close([a + b for a, b in zip(inertial, centrifugal)], result["tauk"],
                              f"{name} equation of motion")

    def test_free_body(self):
        given = vectors("000_rigid_body")
        results = evaluate_text(FREE_BODY, ["D", "C", "tauk", "Jnh", "fk:F"],
                                free_body_states(given), "kane")
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]
            speeds = vector["state"]["v_body"] + vector["state"]["Omega_body"]
            self.assert_close(times(result["Jnh"], speeds),
                              expected["position_rate"] + expected["RPY_rates"], f"{name} rates")
            self.assert_close([row[:3] for row in result["fk:F"][:3]], expected["R"], name)
            net = [a - b for a, b in zip(result["tauk"], times(result["C"], speeds))]
            rates = [net[i] / result["D"][i][i] for i in range(6)]
            self.assert_close(rates, expected["vdot"] + expected["Omegadot"], f"{name} D")

    def test_forward_dynamics_of_the_free_body(self):
        """Accelerations of the coordinates, turned into those of the body in its own axes."""
        given, names = vectors("000_rigid_body"), "xyzabc"
        states = free_body_states(given)
        for state, result in zip(states, evaluate_text(FREE_BODY, ["qdd"], states)):
            state["qdd"] = dict(zip(names, result["qdd"]))
        for vector, result in zip(given, evaluate_text(FREE_BODY, ["accel:F"], states)):
            state, expected = vector["state"], vector["expected"]
            acceleration = plus(expected["vdot"], cross(state["Omega_body"], state["v_body"]))
            self.assert_close(result["accel:F"], acceleration + expected["Omegadot"],
                              vector["name"])

    def test_trees_of_the_thesis_by_three_methods(self):
        for file, (mechanism, part) in TREES.items():
            given = vectors(file)
            states = [state_of(v, definition(mechanism)) for v in given]
            for method in "energy", "uicker", "kane":
                results = evaluate(example(mechanism, ".def"), EQUATIONS.values(), states, method)
                for vector, result in zip(given, results):
                    expected = vector["expected"][part] if part else vector["expected"]
                    for name in EQUATIONS.keys() & expected.keys():
                        self.assert_close(result[EQUATIONS[name]], expected[name],
                                          f"{vector['name']} {name} by {method}")


if __name__ == "__main__":
    unittest.main()
