# SPDX-License-Identifier: MIT
"""Poses of the bodies of a small MJCF file, read by a few lines of our own.

Only what tests/import/drawn.xml has: degrees, hinges and slides, no defaults.
"""
import math
import xml.etree.ElementTree as ElementTree


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def chain(*steps):
    result = translation([0, 0, 0])
    for step in steps:
        result = product(result, step)
    return result


def translation(v):
    return [[1, 0, 0, v[0]], [0, 1, 0, v[1]], [0, 0, 1, v[2]], [0, 0, 0, 1]]


def from_quaternion(w, x, y, z):
    n = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0],
            [0, 0, 0, 1]]


def rotation(axis, angle):
    s = math.sin(angle / 2) / math.sqrt(sum(a * a for a in axis))
    return from_quaternion(math.cos(angle / 2), *(s * a for a in axis))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(v):
    return [x / math.sqrt(sum(y * y for y in v)) for x in v]


def numbers(element, name, otherwise):
    return [float(word) for word in element.get(name, otherwise).split()]


def orientation(body, sequence):
    if body.get("quat"):
        return from_quaternion(*numbers(body, "quat", ""))
    if body.get("euler"):
        turns = [rotation([letter.lower() == a for a in "xyz"], math.radians(angle))
                 for letter, angle in zip(sequence, numbers(body, "euler", ""))]
        return chain(*(reversed(turns) if sequence.isupper() else turns))
    if body.get("axisangle"):
        *axis, angle = numbers(body, "axisangle", "")
        return rotation(axis, math.radians(angle))
    if body.get("xyaxes"):
        six = numbers(body, "xyaxes", "")
        x, y = unit(six[:3]), six[3:]
        z = unit(cross(x, y))
        y = cross(z, x)
        return [[x[i], y[i], z[i], 0] for i in range(3)] + [[0, 0, 0, 1]]
    if body.get("zaxis"):
        z = unit(numbers(body, "zaxis", ""))
        return rotation(cross([0, 0, 1], z), math.acos(z[2]))
    return translation([0, 0, 0])


def motion(joint, value):
    """Of one joint, from the body's frame to the body's frame."""
    axis = unit(numbers(joint, "axis", "0 0 1"))
    reference = float(joint.get("ref", "0"))
    if joint.get("type") == "slide":
        return translation([(value - reference) * a for a in axis])
    anchor = numbers(joint, "pos", "0 0 0")
    turn = rotation(axis, value - math.radians(reference))
    return chain(translation(anchor), turn, translation([-a for a in anchor]))


def poses(path, state):
    """Pose of each body in the world, by name."""
    root = ElementTree.parse(path).getroot()
    sequence = root.find("compiler").get("eulerseq", "xyz")
    found = {}

    def walk(parent, pose):
        for body in parent.findall("body"):
            own = chain(pose, translation(numbers(body, "pos", "0 0 0")),
                        orientation(body, sequence))
            for joint in body.findall("joint"):
                own = product(own, motion(joint, state[joint.get("name")]))
            found[body.get("name")] = own
            walk(body, own)

    walk(root.find("worldbody"), translation([0, 0, 0]))
    return found
