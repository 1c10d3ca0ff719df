# SPDX-License-Identifier: MIT
"""Random small mechanisms: a skeleton (tree, loop, wheel) and what acts on it, drawn by a seed.

The same seed gives the same text. Lengths, masses and speeds are of the order of one and everything is damped, so
that motions of a second stay comparable after rounding and after another choice of steps.
"""
import math
import random

from description import Description

ROUGH = 0.3  # the part of loops whose start does not close
AXES = ("x", "y", "z", "-z", "[1, 1, 0]", "[0, 3, 4]")


class Draft:
    """The lines of a description while it is drawn."""

    def __init__(self, source, name):
        self.source, self.name = source, name
        self.lines, self.starts, self.records = [], [], []
        self.coordinates = []  # (joint, coordinate, unit)
        self.frames = []       # what things may be fixed to
        self.is_planar, self.has_motion = False, False

    def add(self, text):
        self.lines += text.splitlines()

    def number(self, low, high, digits=2):
        return round(self.source.uniform(low, high), digits)

    def maybe(self, chance):
        return self.source.random() < chance

    def turning(self):
        return [(joint, q) for joint, q, unit in self.coordinates if unit == "rad"]

    def text(self):
        end = self.source.choice(("0.5 s", "1 s", "800 ms"))
        start = f"  start {', '.join(self.starts)}\n" if self.starts else ""
        record = f"  record {', '.join(self.records)}\n" if self.records and self.maybe(0.5) else ""
        return (f"mechanism {self.name}\n" + "\n".join(self.lines) + "\nexperiment run {\n"
                f"  time 0 .. {end}, step 20 ms\n  tolerance 1e-9\n{start}{record}}}\n")


def link(draft, k, frame, planar):
    """A joint with a body; the next one sits at its end."""
    number = draft.number
    draft.add(f"param L{k} = {number(0.3, 0.8)} m, m{k} = {number(0.5, 2)} kg, J{k} = {number(0.02, 0.2)} kg.m^2")
    is_slide = draft.maybe(0.2)
    kind = "prismatic" if is_slide else "revolute"
    axis = ("x" if is_slide else "z") if planar else draft.source.choice(AXES)
    unit = "m" if is_slide else "rad"
    start = f"{number(-0.3, 0.3)} m" if is_slide else draft.source.choice(
        (f"{number(-0.8, 0.8)} rad", f"{draft.source.randrange(-60, 60, 5)} deg"))
    place = f" at [{'0, 0, 0' if k == 1 else f'L{k - 1}, 0, 0'}]" + (" m" if k == 1 else "")
    turned = "" if planar or draft.maybe(0.6) else f" rotated RX({draft.source.randrange(-90, 91, 15)} deg)"
    draft.add(f"joint j{k} : {kind} {axis} (q{k} = {start}) from {frame}{place}{turned}")
    inertia = f"diag(0, 0, J{k})" if planar else f"diag(J{k}/3, J{k}, 1.2*J{k})"
    draft.add(f"body b{k} on j{k} : mass m{k}, com [L{k}/2, 0, 0], inertia {inertia}")
    draft.coordinates.append((f"j{k}", f"q{k}", unit))
    draft.frames.append(f"j{k}")
    draft.starts.append(f"q{k}' = {number(-1, 1)} {unit}/s")
    draft.records += [f"q{k}", f"q{k}'"]


def tree(draft):
    draft.is_planar = draft.maybe(0.5)
    down = "[0, -g, 0]" if draft.is_planar else "[0, 0, -g]"
    draft.add(f"param g = 9.81 m/s^2\ngravity {down}")
    count = draft.source.randint(1, 3)
    frame = "ground"
    for k in range(1, count + 1):
        link(draft, k, frame, draft.is_planar)
        frame = f"j{k}" if draft.maybe(0.8) else "ground"
    damp(draft)


def loop_of_bars(draft):
    """A four-bar whose four pins are one after another cut by the relations: `cut` is the joint that closes it."""
    draft.is_planar = True
    sides = {"a": draft.number(0.25, 0.35), "b": draft.number(0.7, 0.8), "c": draft.number(0.55, 0.65), "d": 0.8}
    draft.add("param g = 9.81 m/s^2, " + ", ".join(f"{name} = {value} m" for name, value in sides.items()))
    draft.add("param ma = 0.5 kg, mb = 1.5 kg, mc = 1 kg, Ja = 10 g.m^2, Jb = 0.05 kg.m^2, Jc = 0.03 kg.m^2")
    draft.add("gravity [0, -g, 0]")
    qb, qc = four_bar_angles(sides, math.pi / 3)
    if draft.maybe(ROUGH):
        qb, qc = qb + 0.08, qc - 0.05
    draft.add("joint A : revolute z (qa = 60 deg) from ground\n"
              f"joint B : revolute z (qb = {qb!r} rad) from A at [a, 0, 0]\n"
              f"joint C : revolute z (qc = {qc!r} rad) from ground at [d, 0, 0]\n"
              "loop pin : revolute z [b, 0, 0] on B = [c, 0, 0] on C")
    for frame, side in zip("ABC", "abc"):
        draft.add(f"body body{frame} on {frame} : mass m{side}, com [{side}/2, 0, 0], inertia diag(0, 0, J{side})")
        draft.coordinates.append((frame, f"q{side}", "rad"))
        draft.frames.append(frame)
    draft.starts.append(f"qa' = {draft.number(-1, 1)} rad/s")
    draft.records += ["qa", "qb", "qc", "qa'"]
    damp(draft)


def four_bar_angles(sides, first):
    """Of the coupler, relative to the crank, and of the rocker: the intersection of two circles."""
    x, y = sides["a"] * math.cos(first) - sides["d"], sides["a"] * math.sin(first)
    reach = math.hypot(x, y)
    at_rocker = math.acos((sides["c"]**2 + reach**2 - sides["b"]**2) / (2 * sides["c"] * reach))
    rocker = math.atan2(y, x) - at_rocker
    pin_x, pin_y = sides["c"] * math.cos(rocker), sides["c"] * math.sin(rocker)
    return math.atan2(pin_y - y, pin_x - x) - first, rocker


def slider_crank(draft):
    draft.is_planar = True
    r, l, phi = draft.number(0.1, 0.2), draft.number(0.45, 0.6), 40 * math.pi / 180
    draft.add(f"param g = 9.81 m/s^2, r = {r} m, l = {l} m, mass = 0.8 kg")
    rod = -math.asin(r * math.sin(phi) / l)
    psi, x = rod - phi, r * math.cos(phi) + l * math.cos(rod)
    if draft.maybe(ROUGH):
        psi, x = psi + 0.06, x + 0.03
    draft.add("gravity [0, -g, 0]\n"
              "joint crank : revolute z (phi = 40 deg) from ground\n"
              f"joint rod : revolute z (psi = {psi!r} rad) from crank at [r, 0, 0]\n"
              f"joint slide : prismatic x (x = {x!r} m) from ground\n"
              "body crank on crank : mass 1 kg, com [r/2, 0, 0], inertia diag(0, 0, 0.02) kg.m^2\n"
              "body rod on rod : mass mass, com [l/2, 0, 0], inertia diag(0, 0, 0.01) kg.m^2\n"
              "body piston on slide : mass 0.6 kg\n"
              "loop eye : revolute z [l, 0, 0] on rod = slide")
    draft.coordinates += [("crank", "phi", "rad"), ("rod", "psi", "rad"), ("slide", "x", "m")]
    draft.frames += ["crank", "rod", "slide"]
    draft.starts.append(f"phi' = {draft.number(1, 3)} rad/s")
    draft.records += ["phi", "x", "x'"]
    damp(draft)


def wheel(draft):
    """A disk that rolls on a plane with a pendulum on its axle."""
    draft.add(f"param g = 9.81 m/s^2, R = {draft.number(0.2, 0.4)} m, m = {draft.number(1, 3)} kg, l = 0.3 m")
    draft.add("gravity [0, 0, -g]\n"
              "coord x, y, yaw, spin\n"
              "frame axle from ground : TX(x), TY(y), TZ(R), RZ(yaw)\n"
              "frame disk from axle : RY(spin)\n"
              "body disk on disk : mass m, inertia diag(0.25*m*R^2, 0.5*m*R^2, 0.25*m*R^2)\n"
              "joint swing : revolute y (beta = 20 deg) from axle\n"
              "body bob on swing : mass 0.5 kg, com [0, 0, -l], inertia diag(1, 1, 0) g.m^2\n"
              "rolling disk radius R on plane [0, 0, 1] axle y no slip")
    draft.coordinates += [("swing", "beta", "rad")]
    draft.frames += ["swing"]
    draft.starts += [f"spin' = {draft.number(1, 3)} rad/s", f"yaw' = {draft.number(-1, 1)} rad/s"]
    draft.records += ["x", "y", "yaw", "beta"]
    damp(draft)


def damp(draft):
    for joint, q, unit in draft.coordinates:
        c = draft.number(0.1, 0.5)
        unit = "N.m.s" if unit == "rad" else "N.s/m"
        draft.add(draft.source.choice((f"torque damp_{q} on {q} = -{c} {unit}*{q}'",
                                       f"use viscous({joint}, {c} {unit}) as damp_{q}")))


# ---- what acts, and what happens

def torsion(draft):
    joint, q, unit = draft.source.choice(draft.coordinates)
    k = f"{draft.number(1, 8)} {'N.m' if unit == 'rad' else 'N/m'}"
    draft.add(f"param stiff = {k}")
    draft.add(draft.source.choice((f"torque coil on {q} = -stiff*({q} - 0.1 {unit}) - stiff*{q}^3/(1 {unit}^2)",
                                   f"use torsion_spring({joint}, stiff, rest = 0.1 {unit}) as coil")))


def spring(draft):
    frame = draft.source.choice(draft.frames)
    draft.add(f"point hook at [0.1, 0.05, 0] m on {frame}\npoint nail at [0.3, {draft.number(0.4, 0.9)}, 0] m on ground")
    draft.add(f"use spring(hook, nail, stiffness = {draft.number(5, 20)} N/m, length = 0.2 m, damping = 0.2 N.s/m) as tie")


def table_input(draft):
    joint, _q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    shape = draft.source.choice(("cubic", "linear", "cubic outside linear"))
    draft.add(f"table gust : (0 s, 0 {force}), (0.2 s, {draft.number(-2, 2)} {force}), (0.6 s, {draft.number(-2, 2)} {force}),"
              f" (1.5 s, 0 {force}) {shape}\ninput wind = gust(t)\ntorque push on {joint} = wind")


def law_input(draft):
    joint, _q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"param A = {draft.number(0.5, 2)} {force}, w = {draft.number(2, 9)} rad/s\n"
              f"input u = A*sin(w*t + 0.3)\ntorque drive on {joint} = u")


def free_input(draft):
    joint, _q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"input v = {draft.number(-2, 2)} [{force}]\ntorque pull on {joint} = v")


def state(draft):
    """A filter that pulls: a first-order state."""
    joint, q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"param T = {draft.number(0.05, 0.4)} s, gain = {draft.number(1, 3)} {force}/{unit}\n"
              f"state lag = {draft.number(-0.3, 0.3)} {unit} : lag' = ({q} - lag)/T\n"
              f"torque follow on {joint} = -gain*lag")


def event_of_time(draft):
    joint, q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"discrete gear = 1\nparam shift_at = {draft.number(0.15, 0.45)} s\n"
              f"when t > shift_at : set gear = gear + {draft.number(0.5, 2)}, {q}' = 0.5*{q}'\n"
              f"torque stage on {joint} = gear*0.7 {force}")


def event_of_position(draft):
    joint, q, unit = draft.source.choice(draft.coordinates)
    draft.add(f"discrete hits = 0\nparam mark = {draft.number(-0.2, 0.2)} {unit}\n"
              f"when {q} > mark : set hits = hits + 1, record {q}'\noutput hits_so_far = hits")


def stop(draft):
    """An impact at a wall."""
    joint, q, unit = draft.source.choice(draft.coordinates)
    limit = "1.2 rad" if unit == "rad" else "0.9 m"
    draft.add(f"param wall = {limit}, e = {draft.number(0.3, 0.8)}\nwhen {q} > wall : impact restitution e")


def sampled(draft):
    joint, q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"param Ts = {draft.source.choice((10, 25, 40))} ms, kp = {draft.number(1, 5)} {force}/{unit}\n"
              f"input cmd [{force}]\nsample Ts : cmd = -kp*{q} - 0.2 {force}.s/{unit}*{q}'\ntorque servo on {joint} = cmd")


def controller(draft):
    joint, _q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"control pd({joint}, kp = {draft.number(3, 9)} {force}/{unit}, kd = {draft.number(0.3, 1)} {force}.s/{unit},"
              f" goal = 0.2 {unit}) as hold")


def definitions(draft):
    joint, q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"param rise = {draft.number(0.5, 2)}, peak = {draft.number(0.3, 1.5)} {force}\n"
              f"let magic(x) = peak*sin(1.3*atan(rise*x)), turn = {q}/(1 {unit}), soft = magic(turn)*if(turn > 0, 1, 0.5)\n"
              f"torque tyre on {joint} = -soft + 0.1*peak*abs(turn)*turn\noutput grip = magic'(turn)")


def own_element(draft):
    joint, _q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"element pull_back(J, strength, order = 2) {{\n  let x = J/(1 {unit})\n"
              f"  torque back on J = -strength*(x + x^3/order)\n  output size = strength*x\n}}\n"
              f"use pull_back({joint}, {draft.number(0.5, 3)} {force}) as back")


def repeated(draft):
    joint, q, unit = draft.source.choice(draft.coordinates)
    force = "N.m" if unit == "rad" else "N"
    draft.add(f"param part[3] = [{draft.number(-1, 1)}, {draft.number(-1, 1)}, {draft.number(-1, 1)}] {force}\n"
              f"for k in 1 .. 3 {{\n  torque wave[k] on {joint} = part[k]*cos(k*{q}/(1 {unit}))\n}}")


def outputs(draft):
    frame = draft.source.choice(draft.frames)
    draft.add(f"point tip at [0.2, 0.1, 0] m on {frame}\noutput reach = norm(position(tip) - [0.1, 2, 0] m)\n"
              f"output speed_of_tip = velocity(tip)\noutput turning = omega({frame})")


ACTIONS = (torsion, spring, table_input, law_input, free_input, state, event_of_time, event_of_position, stop, sampled,
           controller, definitions, own_element, repeated, outputs)
SKELETONS = (tree, tree, tree, loop_of_bars, slider_crank, wheel)


def mechanism(seed, without=()):
    """A Description by the seed, without these actions."""
    source = random.Random(seed)
    draft = Draft(source, "g" + "".join(letter for letter in str(seed).split()[-1] if letter.isalnum()))
    source.choice(SKELETONS)(draft)
    allowed = [action for action in ACTIONS if action not in without]
    for action in source.sample(allowed, source.randint(1, 4)):
        action(draft)
    return Description(draft.name, draft.text())


def mechanisms(seed, count, name, without=()):
    return [mechanism(f"{seed} {name} {k}", without) for k in range(1, count + 1)]
