// SPDX-License-Identifier: Apache-2.0
//
// CGAL with exact predicates, twice: a box tree over the first mesh asked with every triangle of
// the second, and the sweep over boxes, which like impinge keeps nothing between queries.
#include "bench/peers.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Box_intersection_d/Box_with_handle_d.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <memory>

namespace impinge::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;
using Box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, Triangles::const_iterator>;

Triangles cgal_triangles(const Mesh& mesh) {
    Triangles triangles;
    triangles.reserve(mesh.triangles.size());
    const auto point = [&](std::uint32_t v) {
        const Vec3d& p = mesh.positions[v];
        return Kernel::Point_3(p.x, p.y, p.z);
    };
    for (const TriangleIndices& t : mesh.triangles) {
        triangles.emplace_back(point(t[0]), point(t[1]), point(t[2]));
    }
    return triangles;
}

/// A tree over A and the triangles of B.
struct TreeAndTriangles {
    Triangles a;
    Triangles b;
    Tree tree;

    TreeAndTriangles(const Mesh& mesh_a, const Mesh& mesh_b)
        : a(cgal_triangles(mesh_a)), b(cgal_triangles(mesh_b)), tree(a.cbegin(), a.cend()) {
        tree.build();
    }
    [[nodiscard]] bool meet() const {
        return std::any_of(b.begin(), b.end(), [&](const auto& t) { return tree.do_intersect(t); });
    }
    [[nodiscard]] std::uint64_t pairs() const {
        std::uint64_t count = 0;
        for (const auto& t : b) {
            count += tree.number_of_intersected_primitives(t);
        }
        return count;
    }
};

Answer prepare_tree(Question question, const Mesh& a, const Mesh& b) {
    return [question, both = std::make_shared<TreeAndTriangles>(a, b)]() -> std::uint64_t {
        return question == Question::Meet ? both->meet() : both->pairs();
    };
}

std::vector<Box> boxes_of(const Triangles& triangles) {
    std::vector<Box> boxes;
    boxes.reserve(triangles.size());
    for (auto t = triangles.begin(); t != triangles.end(); ++t) {
        boxes.emplace_back(t->bbox(), t);
    }
    return boxes;
}

std::uint64_t sweep(const Triangles& a, const Triangles& b) {
    std::vector<Box> boxes_a = boxes_of(a);
    std::vector<Box> boxes_b = boxes_of(b);
    std::uint64_t count = 0;
    CGAL::box_intersection_d(
        boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
        [&](const Box& p, const Box& q) { count += CGAL::do_intersect(*p.handle(), *q.handle()); });
    return count;
}

/// Triangles that share a corner are left out: cheaper than telling folds from neighbours.
std::uint64_t sweep_itself(const Triangles& triangles) {
    std::vector<Box> boxes = boxes_of(triangles);
    const auto share_a_corner = [](const auto& s, const auto& t) {
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) {
                if (s[i] == t[k]) {
                    return true;
                }
            }
        }
        return false;
    };
    std::uint64_t count = 0;
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& p, const Box& q) {
        count += !share_a_corner(*p.handle(), *q.handle()) &&
                 CGAL::do_intersect(*p.handle(), *q.handle());
    });
    return count;
}

Answer prepare_boxes(Question question, const Mesh& a, const Mesh& b) {
    if (question == Question::Self) {
        return [t = std::make_shared<Triangles>(cgal_triangles(a))] { return sweep_itself(*t); };
    }
    return [ta = std::make_shared<Triangles>(cgal_triangles(a)),
            tb = std::make_shared<Triangles>(cgal_triangles(b))] { return sweep(*ta, *tb); };
}

} // namespace

Peer cgal_tree_peer() { return {"cgal_tree", {Question::Meet, Question::Pairs}, prepare_tree, {}}; }

Peer cgal_boxes_peer() {
    return {"cgal_boxes", {Question::Pairs, Question::Self}, prepare_boxes, {}};
}

} // namespace impinge::bench
