#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No number of these vectors is left uncompared: the tests of this folder read every key."""
import unittest

import test_constrained_vectors
import test_constraints
import test_kane
import test_robot6
import test_thesis
import test_vectors
from compare import vectors

TREES = ["003_robot6", "003_telescopic_chain", "001_planar_RR", "001_RRP_dynamics_NE",
         "000_planar_2dof", "000_rigid_body", "002_monopod", "002_robot2D_4wheels",
         "002_vehicle15"]
CONSTRAINED = ["slider_crank", "002_closed_chain", "002_holonomic_tip", "002_rolling_wheel",
               "004_augmented_mixed"]


class Coverage(unittest.TestCase):
    def test_every_key_is_read(self):
        loader = unittest.defaultTestLoader
        suite = unittest.TestSuite(map(loader.loadTestsFromModule,
                                       (test_constrained_vectors, test_constraints, test_kane,
                                        test_robot6, test_thesis, test_vectors)))
        result = unittest.TestResult()
        suite.run(result)
        self.assertEqual(result.failures + result.errors, [])
        for name in TREES + CONSTRAINED:
            for vector in vectors(name):
                self.assertEqual(vector["expected"].unread(), [], vector["name"])


if __name__ == "__main__":
    unittest.main()
