// SPDX-License-Identifier: Apache-2.0
//
// Hulls against Qhull, which is rounded: equal for points in general position.
#include "base/random.hpp"
#include "impinge/convex.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace impinge::tests {
namespace {

struct QhullAnswer {
    std::set<Vec3d> corners;
    std::size_t facets = 0;
    double volume = 0;
};

QhullAnswer qhull(std::vector<Vec3d> points) {
    qhT state{};
    qh_zero(&state, stderr);
    std::string command = "qhull FA Pp";
    QhullAnswer answer;
    if (qh_new_qhull(&state, 3, static_cast<int>(points.size()), &points[0].x, False,
                     command.data(), nullptr, stderr) == 0) {
        qh_getarea(&state, state.facet_list);
        answer.volume = state.totvol;
        answer.facets = static_cast<std::size_t>(state.num_facets);
        for (const vertexT* v = state.vertex_list; v != nullptr && v->next != nullptr;
             v = v->next) {
            answer.corners.insert({v->point[0], v->point[1], v->point[2]});
        }
    }
    qh_freeqhull(&state, qh_ALL);
    int left_blocks = 0;
    int left_bytes = 0;
    qh_memfreeshort(&state, &left_blocks, &left_bytes);
    return answer;
}

TEST(HullOf, EqualsQhullInGeneralPosition) {
    Random random(77);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        std::vector<Vec3d> points(4 + random.below(300));
        for (Vec3d& p : points) {
            p = random.in_box({-1, -1, -1}, {1, 1, 1});
            if (i % 2 == 0) { // all of them corners
                p = p * (1 / length(p));
            }
        }
        const auto hull = Polytope::hull_of(points);
        ASSERT_TRUE(hull);
        const QhullAnswer expected = qhull(points);
        EXPECT_EQ(std::set<Vec3d>(hull->vertices().begin(), hull->vertices().end()),
                  expected.corners);
        EXPECT_EQ(hull->face_count(), expected.facets);
        EXPECT_NEAR(hull->volume(), expected.volume, 1e-12);
    }
}

} // namespace
} // namespace impinge::tests
