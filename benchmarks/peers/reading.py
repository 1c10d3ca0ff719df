#!/usr/bin/env python3
"""How long `bielle check` takes for descriptions of a million lines, one kind of statement each, and its peak of memory.

usage: reading.py BIELLE MODELS FOLDER

The descriptions are written to FOLDER and removed; MODELS is not used. Aims: 5 s of processor time and
1 GB. A line of the last kinds says as much as several of the others.
SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
from pathlib import Path

LINES = 1000000
SECONDS, BYTES = 5, 1e9
ARM = ["joint j : revolute z (q) from ground"]


def link(i):
    """Ten lines of a tree of chains with 20 joints each, as people write them."""
    parent = "ground" if i % 20 == 0 else "j%d" % (i - 1)
    return [
        f"# link {i}",
        f"param m{i} = {i % 9 + 1} kg, L{i} = 0.{i % 90 + 10} m, c{i} = 0.{i % 8 + 1} N.m.s",
        f"let h{i} = L{i}/2",
        f"joint j{i} : revolute {'xyz'[i % 3]} (q{i}) from {parent} at [L{i}, 0, 0]",
        f"body B{i} on j{i} : mass m{i}, com [h{i}, 0, 0], inertia diag(0, m{i}*L{i}^2/12, m{i}*L{i}^2/12)",
        f"point P{i} at [L{i}, 0, 0] on j{i}",
        f"frame F{i} from j{i} : TX(L{i}), RZ(30 deg)",
        f"torque T{i} on j{i} = -c{i}*q{i}'",
        f"output w{i} = q{i}'",
        "",
    ]


def four_bar(i):
    return [
        f"joint a{i} : revolute z from ground at [{i}, 0, 0]",
        f"joint b{i} : revolute z from a{i} at [1, 0, 0]",
        f"joint c{i} : revolute z from ground at [{i + 2}, 0, 0]",
        f"loop l{i} : revolute z [2, 0, 0] on b{i} = [1.5, 0, 0] on c{i}",
    ]


def wheel(i):
    return [
        f"joint b{i} : planar from ground at [0, 0, 0.1] m",
        f"joint w{i} : revolute y from b{i}",
        f"rolling w{i} radius 0.1 m on plane [0, 0, 1] no slip",
        f"body B{i} on w{i} : mass 1 kg",
    ]


# What stands before the lines, and the lines of one round.
KINDS = {
    "a mixture": ([], link),
    "comments": ([], lambda i: [f"# {i}"]),
    "param": ([], lambda i: [f"param a{i} = {i}.5 mm"]),
    "let": (["param a = 2, b = 3"], lambda i: [f"let x{i} = a*{i} + b"]),
    "let, a function of a coordinate": (ARM, lambda i: [f"let x{i} = 2*sin(q + {i})"]),
    "let, vectors": (["param a = 2 m"], lambda i: [f"let v{i} = [a, {i} mm, {i % 13}.5 m]"]),
    "let, functions of one's own": ([], lambda i: [f"let f{i}(x) = x^2 + {i}*x", f"let y{i} = f{i}({i % 7})"]),
    "table": ([], lambda i: [f"table t{i} : (0, 0), (1, {i}), (2, 0.5)"]),
    "frame": ([], lambda i: [f"frame f{i} from ground : TX({i} mm), RZ({i % 360} deg)"]),
    "joint, body": ([], lambda i: [
        f"joint j{i} : revolute z from ground at [{i % 17}.25, 0, 0.1] m",
        f"body B{i} on j{i} : mass {i % 7 + 1} kg, com [0.1, {i % 11}.5, 0] m, inertia diag(1, 2, 2) kg.m^2"]),
    "joint, limits": ([], lambda i: [
        f"joint j{i} : revolute z from ground at [{i} mm, 0, 0] limits -{i % 170 + 1} deg .. 90 deg effort 50 N.m"]),
    "joint, spherical": ([], lambda i: [f"joint j{i} : spherical from ground at [{i}, 0, 0]"]),
    "point, output": (ARM, lambda i: [f"point P{i} at [{i} mm, 1 mm, 0] on j", f"output o{i} = position(P{i}).y"]),
    "loop": ([], four_bar),
    "rolling": ([], wheel),
    "constraint, of the same": (["coord a, b, c"], lambda i: [f"constraint c{i} : a*{i} + b^2 - c = {i}"]),
    "constraint, gears": ([], lambda i: [
        f"joint p{i} : revolute z from ground", f"joint w{i} : revolute z from ground",
        f"constraint g{i} : p{i} = -{i % 7 + 1}*w{i}"]),
    "torque": (ARM, lambda i: [f"torque T{i} on j = -{i + 1} N.m.s*q'"]),
    "force": (ARM, lambda i: [f"force F{i} at [{i} mm, 0, 0] on j = [{i % 7} N, 0, 1 N]"]),
    "state": ([], lambda i: [f"state s{i} = 0 : s{i}' = -s{i}/({i}.5 s)"]),
    "when": (["discrete g = 1", *ARM], lambda i: [f"when q > {i} rad : set g = {i}"]),
    "sample": (ARM, lambda i: [f"sample {i % 7 + 1} ms : u{i} = -3*q - {i} s*q'"]),
    "motion": ([], lambda i: [
        f"joint j{i} : revolute z from ground", f"motion j{i} : quintic from 0 deg to {i % 90 + 1} deg in 1 s"]),
    "for": ([], lambda i: ["for k in 1..2 {", f"  frame f{i}[k] from ground : TX(k)", "}"]),
    "use, a damper": (ARM, lambda i: [f"use viscous(j, {i % 7 + 1} N.m.s) as v{i}"]),
    # the longer ones
    "use, a spring": ([*ARM, "point P at [1, 0, 0] on j", "point Q at [0, 2, 0] on ground"],
                      lambda i: [f"use spring(P, Q, {i % 7 + 1} N/m, {i % 11}.5 m) as s{i}"]),
    "joint, free": ([], lambda i: [f"joint j{i} : free from ground"]),
    "joint, free quaternion": ([], lambda i: [f"joint j{i} : free quaternion from ground"]),
    "param, matrices": ([], lambda i: [f"param A{i} = [[1, {i}, 0], [0, 1, {i % 7}.5], [0, 0, 1]]"]),
    "body, two shapes": ([], lambda i: [
        f"body B{i} on ground : box [0.1, 0.2, 0.{i % 89 + 1}] m density 1000 kg/m^3, "
        f"sphere radius 0.1 m density 2700 kg/m^3 at [0, 0, {i % 13}] m"]),
    "let, twenty operations": (["param a = 2, b = 3", *ARM], lambda i: [
        f"let x{i} = a*sin(q)*cos(a) + b*(q + {i}.25)^2/(1 + a^2) - sqrt(a^2 + b^2 + {i}*q^2)*exp(-q/{i + 1})"]),
}


def write(path, head, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in ["mechanism long", *head])
        count, i = 0, 0
        while count < LINES:
            text = lines(i)
            file.writelines(line + "\n" for line in text)
            count += len(text)
            i += 1


def measure(bielle, path):
    """Processor time [s] and peak of memory [byte]."""
    with subprocess.Popen([bielle, "check", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        errors = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(errors)
    return usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss


def main():
    bielle, _, folder = sys.argv[1:]
    path = Path(folder) / "long.bl"
    path.parent.mkdir(parents=True, exist_ok=True)
    print("reading: `check` of a million lines (aims: 5 s of processor time, 1 GB)")
    for kind, (head, lines) in KINDS.items():
        write(path, head, lines)
        seconds, peak = measure(bielle, path)
        reported = "" if seconds <= SECONDS and peak <= BYTES else "   above the aim"
        print(f"  {kind:<32} {path.stat().st_size / 1e6:5.0f} MB of text {seconds:6.1f} s {peak / 1e9:6.2f} GB{told}", flush=True)
    path.unlink()


if __name__ == "__main__":
    main()
