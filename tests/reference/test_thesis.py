#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The mechanisms of the thesis: poses, velocities and Jacobians of their frames, and the equations
of motion of their trees, against vectors that were derived independently (SymPy, mpmath).

The four definition files are examples/*/*.def, read as they are. The thesis drops terms of the
vehicle and of the mobile robot without saying so; what is compared is the exact model ("exact", and
"as_defined_file" where the file and the printed energies disagree).
"""
import re
import unittest

from compare import (Comparison, cross, evaluate, evaluate_text, example, product, run, times,
                     vectors)

EQUATIONS = {"T": "T", "V": "V", "M": "M", "Cqd": "h", "G": "G", "tau": "tau", "Gamma": "tau"}

# A wheel that stands upright on the plane z = 0; the thesis, equation 2.33.
WHEEL = """
param r, m, Iz, Iy
coord x, y, theta, phi
frame wheel from ground : TX(x), TY(y), TZK(r), RZ(theta), RY(phi)
body disc on wheel : mass m, inertia diag(Iz, Iy, Iz)
"""

# Three links in a plane, uniform rods; the thesis, equation 2.32.
ARM = """
param a, b, c, m1, m2, m3
joint A : revolute z (q1) from ground
body A on A : mass m1, com [a/2, 0, 0], inertia diag(0, 0, m1*a^2/12)
joint B : revolute z (q2) from A at [a, 0, 0]
body B on B : mass m2, com [b/2, 0, 0], inertia diag(0, 0, m2*b^2/12)
joint C : revolute z (q3) from B at [b, 0, 0]
body C on C : mass m3, com [c/2, 0, 0], inertia diag(0, 0, m3*c^2/12)
point tip at [c, 0, 0] on C
"""


def definition(name):
    return run("import", example(name, ".def"))


def names_behind(word, description):
    """What the statements `word a, b = 1, ...` declare."""
    lines = re.findall(rf"^{word} (.*)$", description, re.MULTILINE)
    return [name.split()[0] for line in lines for name in line.split(", ")]


def state_of(vector, description):
    """The vector's state; what it leaves out does not matter and is 0."""
    parameters = dict.fromkeys(names_behind("param", description), 0)
    given = {k: v for k, v in vector["params"].items() if k in parameters}
    coordinates = names_behind("coord", description)
    rates = {k: dict(zip(coordinates, vector["state"][k])) for k in ("q", "qd", "qdd")
             if k in vector["state"]}
    return {"params": {**parameters, **given}, **rates}


def rows_at(matrix, offset):
    """Velocity rows of a 6 x n Jacobian, carried to the point at `offset` on the same body."""
    columns = [list(column) for column in zip(*matrix)]
    moved = [[a + b for a, b in zip(c[:3], cross(c[3:], offset))] for c in columns]
    return [list(row) for row in zip(*moved)]


class Thesis(Comparison):
    def check_frames(self, file, mechanism, poses, twists, jacobians):
        """Each of the three is {vector's name: frame or point}; a twist has the names (v, w)."""
        states = [state_of(v, definition(mechanism)) for v in vectors(file)]
        keys = ([f"fk:{f}" for f in poses.values()] + [f"twist:{f}/ground" for f in twists.values()]
                + [f"jac:{p}" for p in jacobians.values()])
        results = evaluate(example(mechanism, ".def"), keys, states)
        for vector, result in zip(vectors(file), results):
            expected = vector["expected"]
            for name, frame in poses.items():
                self.assert_close(result[f"fk:{frame}"], expected[name], f"{vector['name']} {name}")
            for (v, w), frame in twists.items():
                self.assert_close(result[f"twist:{frame}/ground"], expected[v] + expected[w],
                                  f"{vector['name']} {v}")
            for name, point in jacobians.items():
                self.assert_close(result[f"jac:{point}"][:3], expected[name],
                                  f"{vector['name']} {name}")

    def check_equations(self, file, mechanism, part=None):
        states = [state_of(v, definition(mechanism)) for v in vectors(file)]
        results = evaluate(example(mechanism, ".def"), EQUATIONS.values(), states)
        for vector, result in zip(vectors(file), results):
            expected = vector["expected"][part] if part else vector["expected"]
            for name in EQUATIONS.keys() & expected.keys():
                self.assert_close(result[EQUATIONS[name]], expected[name],
                                  f"{vector['name']} {name}")

    # ---- definition files

    def test_closed_chain(self):
        self.check_frames("002_closed_chain", "closed_chain",
                          {"H0_Repere5": "Repere5", "H0_Repere22": "Repere22"},
                          {("v_Repere5", "w_Repere5"): "Repere5"},
                          {"J_contact": "contact_Repere5"})
        self.check_equations("002_closed_chain", "closed_chain")

    def test_closure_of_the_chain(self):
        """The guide on leg 22 lies on the beam of leg 21: its height in the beam's frame is 0."""
        states = [state_of(v, definition("closed_chain")) for v in vectors("002_closed_chain")]
        keys = ["fk:Repere22/Repere3", "fk:Repere4/Repere3", "jac:Repere4/Repere3",
                "jac:Repere3/Repere3"]
        results = evaluate(example("closed_chain", ".def"), keys, states)
        for vector, result in zip(vectors("002_closed_chain"), results):
            self.assert_close(result["fk:Repere22/Repere3"][2][3], 0, vector["name"])
            self.assert_close([row[:3] for row in result["fk:Repere4/Repere3"][:3]],
                              [[1, 0, 0], [0, 1, 0], [0, 0, 1]], vector["name"])
            slide = [0, result["fk:Repere22/Repere3"][1][3], 0]
            beam = rows_at(result["jac:Repere3/Repere3"], slide)
            guide = result["jac:Repere4/Repere3"]
            self.assert_close([g - b for g, b in zip(guide[2], beam[2])],
                              vector["expected"]["Phi_q"][0], f"{vector['name']} Phi_q")

    def test_monopod(self):
        self.check_frames("002_monopod", "monopod", {"H0_Repere5": "Repere5"},
                          {("v_foot", "w_leg"): "Repere5"}, {"J_foot": "contact_Repere5"})
        self.check_equations("002_monopod", "monopod")

    def test_mobile_robot(self):
        self.check_frames("002_robot2D_4wheels", "robot2d",
                          {"H0_roue1": "Repere13", "H0_roue3": "Repere32"},
                          {("v_roue1_exact", "w_roue1"): "Repere13",
                           ("v_roue3_exact", "w_roue3"): "Repere32"}, {})
        self.check_equations("002_robot2D_4wheels", "robot2d", "as_defined_file")

    def test_vehicle(self):
        wheels = {1: "Repere13", 2: "Repere23", 3: "Repere33", 4: "Repere43"}
        self.check_frames("002_vehicle15", "vehicle15",
                          {f"H0_roue{i}": frame for i, frame in wheels.items()},
                          {(f"v_roue{i}_exact", f"w_roue{i}"): wheels[i] for i in (1, 3)},
                          {f"J{i}_wheel_centre": f"contact_{f}" for i, f in wheels.items()})
        self.check_equations("002_vehicle15", "vehicle15", "exact")

    # ---- what acts on the trees

    def test_monopod_with_a_force_on_its_foot(self):
        description = (definition("monopod")
                       + "force F at contact_Repere5 = [Fx, Fy, Fz]\n")
        given = vectors("002_monopod")
        states = [{**state_of(v, description),
                   "inputs": dict(zip(("Fx", "Fy", "Fz"), v["state"]["F_foot_R0"]))} for v in given]
        for vector, result in zip(given, evaluate_text(description, ["Qe", "qdd"], states)):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(result["Qe"], expected["Gamma_e"], f"{name} Gamma_e")
            self.assert_close(result["qdd"], expected["qdd_free_fall_with_F"], f"{name} qdd")

    def test_tree_of_the_closed_chain_with_torques_and_a_contact_force(self):
        description = (definition("closed_chain")
                       + "force F at contact_Repere5 = [Fx, Fy, Fz]\n")
        given = vectors("002_closed_chain")
        names = names_behind("coord", description)
        states = [{**state_of(v, description), "tau": dict(zip(names, v["state"]["Gamma"])),
                   "inputs": dict(zip(("Fx", "Fy", "Fz"), v["state"]["F_contact_R0_at_Repere5"]))}
                  for v in given]
        for vector, result in zip(given, evaluate_text(description, ["qdd"], states)):
            self.assert_close(result["qdd"], vector["expected"]["qdd_tree"], vector["name"])

    def test_vehicle_with_forces_of_the_road(self):
        """On a flat road: the axes of a contact are turned by the heading, in front also steered."""
        wheels = {1: "RZ(theta_l), RZ(beta_b)", 2: "RZ(theta_l), RZ(beta_b)",
                  3: "RZ(theta_l)", 4: "RZ(theta_l)"}
        description = definition("vehicle15") + "".join(
            f"frame road{i} from ground : {turns}\n"
            f"force F{i} at contact_Repere{i}3 = [Fx{i}, Fy{i}, Fz{i}] in road{i}\n"
            for i, turns in wheels.items())
        given = vectors("002_vehicle15")
        states = [{**state_of(v, description),
                   "inputs": {f"F{axis}{i}": v["state"]["F_contact_wheel_frames"][i - 1][k]
                              for i in wheels for k, axis in enumerate("xyz")}} for v in given]
        for vector, result in zip(given, evaluate_text(description, ["Qe", "qdd"], states)):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(result["Qe"], expected["Gamma_a"], f"{name} Gamma_a")
            self.assert_close(result["qdd"], expected["exact"]["qdd"], f"{name} qdd")

    # ---- models that the thesis prints

    def test_mobile_robot_with_wheels_of_revolution(self):
        """The printed energies take wheels of revolution; the definition file has no XX. Of these
        the printed model is the one with massless wheels."""
        description = re.sub(r"diag\(0, (I.22), (I.33)\)", r"diag(\2, \1, \2)",
                             definition("robot2d"))
        self.assertEqual(description.count("diag(Id33, Id22, Id33)"), 2)
        given = vectors("002_robot2D_4wheels")
        states = [state_of(v, description) for v in given]
        light = [{**s, "params": {**s["params"], "m": 0}} for s in states]
        keys = ["M", "h", "T", "V", "dqdd/dtau"]
        results = evaluate_text(description, keys, states + light)
        for vector, exact, printed in zip(given, results, results[len(given):]):
            name, expected = vector["name"], vector["expected"]["revolution"]
            for key, theirs in (("M", "M"), ("h", "Cqd"), ("T", "T"), ("V", "V")):
                self.assert_close(exact[key], expected[theirs], f"{name} {theirs}")
            expected = vector["expected"]["printed_approximation"]
            for key, theirs in (("M", "M"), ("h", "Cqd"), ("T", "T"), ("dqdd/dtau", "M_inverse")):
                self.assert_close(printed[key], expected[theirs], f"{name} printed {theirs}")

    def test_printed_model_of_the_vehicle(self):
        """What it leaves out: tilt and steering, and the masses of the wheels but along z1 ... z4."""
        given, description = vectors("002_vehicle15"), definition("vehicle15")
        states = [state_of(v, description) for v in given]
        for state in states:
            state["params"].update(MNSF=0, MNSR=0)
            state["q"].update(theta_r=0, theta_t=0, beta_b=0)
        for vector, result in zip(given, evaluate_text(description, ["M", "G"], states)):
            expected, rates = vector["expected"]["printed_approximation"], vector["state"]["qd"]
            for i, mass in enumerate(("MNSF", "MNSF", "MNSR", "MNSR"), 6):
                result["M"][i][i] += vector["params"][mass]
                result["G"][i] += vector["params"][mass] * vector["params"]["g"]
            energy = sum(a * b for a, b in zip(rates, times(result["M"], rates))) / 2
            self.assert_close(result["M"], expected["M"], f"{vector['name']} M")
            self.assert_close(result["G"], expected["G"], f"{vector['name']} G")
            self.assert_close(energy, expected["T"], f"{vector['name']} T")
            self.assert_close(expected["Cqd"], [0] * 15, f"{vector['name']} Cqd, M is constant")

    # ---- places

    def test_lowest_point_of_a_wheel_of_the_vehicle(self):
        description = (definition("vehicle15")
                       + "param rw\npoint lowest on Repere11 at [0, 0, -rw]\n")
        given = vectors("002_vehicle15")
        results = evaluate_text(description, ["jac:lowest"],
                                [state_of(v, description) for v in given])
        for vector, result in zip(given, results):
            self.assert_close(result["jac:lowest"][:3],
                              vector["expected"]["J1_at_rw_below_centre_along_chassis_z"],
                              vector["name"])

    # ---- constraints of chapter 2, from positions and velocities

    def test_rolling_wheel(self):
        given = vectors("002_rolling_wheel")
        names = names_behind("coord", WHEEL)
        states = [{"params": v["params"], "q": {n: v["state"][n] for n in names},
                   "qd": dict(zip(names, v["expected"]["qd"]))} for v in given]
        keys = ["jac:wheel", "jacdot:wheel", "twist:wheel/ground"]
        for vector, result in zip(given, evaluate_text(WHEEL, keys, states)):
            expected, down = vector["expected"], [0, 0, -vector["params"]["r"]]
            rolling = rows_at(result["jac:wheel"], down)
            self.assert_close(rolling, expected["H"] + [[0, 0, 0, 0]], f"{vector['name']} H")
            twist = result["twist:wheel/ground"]
            speed = [a + b for a, b in zip(twist[:3], cross(twist[3:], down))]
            self.assert_close(speed, [0, 0, 0], f"{vector['name']} does not slip")
            self.assert_close(product(rolling[:2], expected["N"]), [[0, 0], [0, 0]],
                              f"{vector['name']} N")
            rate = rows_at(result["jacdot:wheel"], down)
            gamma = [-row[0] for row in product(rate, [[x] for x in expected["qd"]])]
            self.assert_close(gamma[:2], expected["gamma_nh"], f"{vector['name']} gamma_nh")

    def test_tip_on_a_circle(self):
        """g = p.p - R^2 of the tip p, and its derivatives from the Jacobian."""
        given = vectors("002_holonomic_tip")
        names = ["q1", "q2", "q3"]
        states = [{"params": {**{k: v["params"][k] for k in "abc"},
                              **dict(zip(("m1", "m2", "m3"), v["params"]["m"]))},
                   **{k: dict(zip(names, v["state"][k])) for k in ("q", "qd")}} for v in given]
        keys = ["pos:tip", "jac:tip", "jacdot:tip", "M", "h"]
        for vector, result in zip(given, evaluate_text(ARM, keys, states)):
            expected, name = vector["expected"], vector["name"]
            tip, rates = [result["pos:tip"]], [[x] for x in vector["state"]["qd"]]
            square = product(tip, [[x] for x in tip[0]])[0][0]
            self.assert_close(square - vector["params"]["R"]**2, expected["g"], f"{name} g")
            gradient = [2 * x for x in product(tip, result["jac:tip"][:3])[0]]
            self.assert_close(gradient, expected["g_q"], f"{name} g_q")
            speed = product(result["jac:tip"][:3], rates)
            bias = product(tip, result["jacdot:tip"][:3], rates)[0][0]
            gamma = -2 * (bias + sum(v[0]**2 for v in speed))
            self.assert_close(gamma, expected["gamma"], f"{name} gamma")
            self.assert_close(result["M"], expected["M"], f"{name} M")
            self.assert_close(result["h"], expected["Cqd"], f"{name} Cqd")


if __name__ == "__main__":
    unittest.main()
