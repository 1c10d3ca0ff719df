#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No number of a tree's vectors is left uncompared: the tests of this folder read every key."""
import unittest

import test_kane
import test_robot6
import test_thesis
import test_vectors
from compare import vectors

TREES = ["003_robot6", "003_telescopic_chain", "001_planar_RR", "001_RRP_dynamics_NE",
         "000_planar_2dof", "000_rigid_body", "002_monopod", "002_robot2D_4wheels",
         "002_vehicle15", "002_closed_chain"]

# What holds only once the loop is closed is no matter of trees.
OF_THE_LOOP = {"002_closed_chain": ["gamma", "lambda", "qdd_closed"]}


class Coverage(unittest.TestCase):
    def test_every_key_is_read(self):
        loader = unittest.defaultTestLoader
        suite = unittest.TestSuite(map(loader.loadTestsFromModule,
                                       (test_kane, test_robot6, test_thesis, test_vectors)))
        result = unittest.TestResult()
        suite.run(result)
        self.assertEqual(result.failures + result.errors, [])
        for name in TREES:
            for vector in vectors(name):
                self.assertEqual(vector["expected"].unread(), OF_THE_LOOP.get(name, []),
                                 vector["name"])


if __name__ == "__main__":
    unittest.main()
