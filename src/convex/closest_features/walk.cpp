// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/walk.hpp"

#include "convex/closest_features/steps.hpp"

#include <limits>

namespace impinge::inline v0 {
namespace {

bool has_feature(const PolytopeData& shape, PolytopeFeature feature) {
    switch (feature.kind) {
    case FeatureKind::Vertex:
        return feature.index < shape.vertices.size();
    case FeatureKind::Edge:
        return feature.index < shape.edges.size();
    case FeatureKind::Face:
        return feature.index < shape.planes.size();
    }
    return false;
}

FeaturePair facing_vertices(const PolytopeData& a, const PolytopeData& b,
                            const RelativePose& pose) {
    const Vec3d to_b = pose.b_to_a(b.centre) - a.centre;
    const Vec3d to_a = pose.a_to_b(a.centre) - b.centre;
    return {{FeatureKind::Vertex, vertex_towards(a, to_b)},
            {FeatureKind::Vertex, vertex_towards(b, to_a)}};
}

StepEnd step_of_kind(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    if (pair.x.kind == FeatureKind::Vertex) {
        return pair.y.kind == FeatureKind::Vertex ? step_vertex_vertex(of_x, of_y, pair)
               : pair.y.kind == FeatureKind::Edge ? step_vertex_edge(of_x, of_y, pair)
                                                  : step_vertex_face(of_x, of_y, pair);
    }
    if (pair.x.kind == FeatureKind::Edge) {
        return pair.y.kind == FeatureKind::Edge ? step_edge_edge(of_x, of_y, pair)
                                                : step_edge_face(of_x, of_y, pair);
    }
    return step_face_face(of_x, of_y, pair);
}

class Walk {
  public:
    Walk(const PolytopeData& a, const PolytopeData& b, const RelativePose& pose,
         const FeaturePair& start)
        : of_a_{a, pose.a_to_b, 0}, of_b_{b, pose.b_to_a, 0} {
        constexpr double few_roundings = 0x1p-50;
        of_a_.slack = few_roundings * (a.reach + length(pose.b_to_a.offset));
        of_b_.slack = few_roundings * (b.reach + length(pose.a_to_b.offset));
        found_.features = start;
    }

    WalkResult to_the_end() {
        // The next pair depends on the last one alone, so a pair that comes again proves a cycle.
        // Brent's way to find it: wait for the pair of step 8, 16, 32 ...
        FeaturePair awaited = found_.features;
        std::uint32_t next_awaited = 8;
        for (StepEnd end = step(); end != StepEnd::Closest; end = step()) {
            if (end == StepEnd::Common) {
                found_.end = WalkEnd::Common;
                return found_;
            }
            if (found_.features == awaited) {
                go_round(awaited);
                return found_;
            }
            if (found_.steps == next_awaited) {
                awaited = found_.features;
                next_awaited *= 2;
            }
        }
        found_.end = WalkEnd::Apart;
        return found_;
    }

  private:
    /// Leaves the next pair, and the points of the pair looked at if it was measured.
    StepEnd step() {
        ++found_.steps;
        auto& [a, b] = found_.features;
        const bool ordered = a.kind <= b.kind;
        PairStep pair{.x = ordered ? a : b, .y = ordered ? b : a, .point_x = {}, .point_y = {}};
        const StepEnd end =
            ordered ? step_of_kind(of_a_, of_b_, pair) : step_of_kind(of_b_, of_a_, pair);
        a = ordered ? pair.x : pair.y;
        b = ordered ? pair.y : pair.x;
        measured_ = pair.measured;
        if (measured_) {
            found_.point_a = ordered ? pair.point_x : pair.point_y;
            found_.point_b = ordered ? pair.point_y : pair.point_x;
        }
        return end;
    }

    /// Once around a cycle, to keep the closest of its pairs.
    void go_round(const FeaturePair& first) {
        WalkResult best; // two vertices, if no pair of the cycle has been measured
        best.point_a = of_a_.shape.vertices[0];
        best.point_b = of_b_.shape.vertices[0];
        double closest = std::numeric_limits<double>::infinity();
        do {
            const FeaturePair looked_at = found_.features;
            step();
            const double candidate =
                measured_ ? squared_length(of_b_.to_other(found_.point_b) - found_.point_a)
                          : std::numeric_limits<double>::infinity();
            if (candidate < closest) {
                closest = candidate;
                best = found_;
                best.features = looked_at;
            }
        } while (found_.features != first);
        best.steps = found_.steps;
        best.end = WalkEnd::Cycled;
        found_ = best;
    }

    WalkSide of_a_;
    WalkSide of_b_;
    WalkResult found_;
    bool measured_ = false;
};

} // namespace

WalkResult walk_to_closest(const PolytopeData& a, const PolytopeData& b, const RelativePose& pose,
                           const FeaturePair& start) {
    const bool usable =
        start != FeaturePair{} && has_feature(a, start.a) && has_feature(b, start.b);
    return Walk(a, b, pose, usable ? start : facing_vertices(a, b, pose)).to_the_end();
}

} // namespace impinge::inline v0
