# SPDX-License-Identifier: Apache-2.0
"""impinge view: input is answered while a check is being made. Runs by itself: who must wait for a processor
waits for other tests, not for a check."""
import re
import unittest

from view_program import ViewTest

LIMIT = 50  # ms, the 99th percentile
ATTEMPTS = 3  # of which one must be within it: a machine has work of its own now and then


class Latency(ViewTest):
    def sweep(self, *options):
        """The 99th percentile in milliseconds of a body that is dragged to and fro; prints all figures."""
        told = self.view(
            ["bumpy-spheres"], "wait idle", "expect verdict crossing", "click @row.bumpy-spheres/left", "wait idle",
            "press @gizmo.x", "sweep by 0 0 to by 60 0 2 100", "expect latency 1e9 0.3", "release", "wait idle",
            options=("--headless", "--samples", "1", *options))
        print(told, end="")
        return float(re.search(r"99th percentile ([0-9.]+) ms", told)[1])

    def test_input_is_answered_while_two_million_triangles_are_checked(self):
        percentiles = []
        while not percentiles or (min(percentiles) > LIMIT and len(percentiles) < ATTEMPTS):
            percentiles.append(self.sweep("--triangles", "2000000"))
        self.assertLessEqual(min(percentiles), LIMIT, percentiles)


if __name__ == "__main__":
    unittest.main()
