// SPDX-License-Identifier: Apache-2.0
//
// Nothing here uses what the World keeps or finds its pairs with: boxes come from apply(), pairs
// from two nested loops, verdicts from collide(), distances from distance().
#include "scenes/check_frame.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace impinge::scenes {
namespace {

using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

/// What rounding may change of a distance; bodies have a size of about 1, cubes of up to 1e4.
constexpr double rounding = 1e-9;

Box3 vertex_box(const impinge::Polytope& shape, const Rigid& pose) {
    Box3 box;
    for (const Vec3d vertex : shape.vertices()) {
        box = extend(box, apply(pose, vertex));
    }
    return box;
}

bool holds(const Box3& outer, const Box3& inner) {
    return contains(outer, inner.min) && contains(outer, inner.max);
}

std::vector<Box3> grown(std::vector<Box3> boxes, double by) {
    for (Box3& box : boxes) {
        box = {box.min - Vec3d{by, by, by}, box.max + Vec3d{by, by, by}};
    }
    return boxes;
}

std::vector<IndexPair> overlapping(std::span<const Box3> boxes, const Context& context) {
    std::vector<IndexPair> pairs;
    for (std::size_t a = 0; a < boxes.size() && !context.cancelled(); ++a) {
        for (std::size_t b = a + 1; b < boxes.size(); ++b) {
            if (boxes_overlap(boxes[a], boxes[b])) {
                pairs.emplace_back(a, b);
            }
        }
    }
    return pairs;
}

/// With a margin boxes are grown, to rounding: as many candidates as there are at least, and at
/// most.
void check_candidates(FrameCheck& check, const CheckedFrame& frame,
                      const std::vector<Box3>& world_boxes, const Context& context) {
    const std::uint64_t candidates = frame.step.candidates;
    check.box_pairs = overlapping(grown(world_boxes, frame.margin / 2), context).size();
    std::uint64_t most = check.box_pairs;
    if (frame.margin > 0) {
        most = overlapping(grown(world_boxes, frame.margin / 2 + rounding), context).size();
    }
    check.candidates += candidates < check.box_pairs ? check.box_pairs - candidates : 0;
    check.candidates += frame.world != nullptr && candidates > most ? candidates - most : 0;
}

/// What the step says of two bodies of the swarm, the one with the smaller number first.
struct Told {
    Verdict verdict = Verdict::Apart;
    std::optional<double> distance;

    [[nodiscard]] bool says_something() const { return verdict != Verdict::Apart || distance; }
};

std::map<IndexPair, Told> told_pairs(const CheckedFrame& frame) {
    std::map<BodyId, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < frame.ids.size(); ++i) {
        numbers[frame.ids[i]] = i;
    }
    std::map<IndexPair, Told> told;
    for (const WorldPair& pair : frame.step.pairs) {
        const std::uint32_t a = numbers[pair.a];
        const std::uint32_t b = numbers[pair.b];
        told[{std::min(a, b), std::max(a, b)}] = {a < b ? pair.verdict : mirrored(pair.verdict),
                                                  pair.distance};
    }
    return told;
}

bool is_right(std::optional<double> told, double exact, double margin) {
    const double slack = rounding * (1 + margin);
    if (told) {
        return std::abs(*told - exact) <= slack && exact <= margin + slack;
    }
    return exact > margin - slack;
}

/// Asks the exact engine.
class PairCheck {
  public:
    PairCheck(FrameCheck& check, const CheckedFrame& frame) : check_(check), frame_(frame) {}

    Status compare(const IndexPair& pair, const Told& told) {
        const Body a = body(pair.first);
        const Body b = body(pair.second);
        const auto exact = collide(a, b, {}, Context(1));
        if (!exact) {
            return exact.error();
        }
        ++check_.exact_pairs;
        check_.verdicts += told.verdict == exact->verdict ? 0 : 1;
        if (frame_.margin == 0 || exact->verdict != Verdict::Apart) {
            return {};
        }
        const auto nearest = distance(a, b, Context(1));
        if (!nearest) {
            return nearest.error();
        }
        check_.distances += is_right(told.distance, nearest->distance, frame_.margin) ? 0 : 1;
        return {};
    }

  private:
    [[nodiscard]] Body body(std::uint32_t index) const {
        const MovingPolytopes& swarm = frame_.swarm;
        return {.mesh = swarm.shapes()[swarm.shape_of()[index]].mesh(),
                .pose = swarm.poses()[index]};
    }

    FrameCheck& check_;
    const CheckedFrame& frame_;
};

/// Each wrong, missing or invented pair counts once.
Status check_pairs(FrameCheck& check, const CheckedFrame& frame, std::span<const IndexPair> near,
                   const Context& context) {
    std::map<IndexPair, Told> told = told_pairs(frame);
    PairCheck exact(check, frame);
    for (const IndexPair& pair : near) {
        if (context.cancelled()) {
            return {};
        }
        if (Status status = exact.compare(pair, told[pair]); !status) {
            return status;
        }
        told.erase(pair);
    }
    for (const auto& [pair, invented] : told) {
        check.verdicts += invented.says_something() ? 1 : 0;
    }
    return {};
}

} // namespace

Expected<FrameCheck> check_frame(const CheckedFrame& frame, const Context& context) {
    FrameCheck check;
    std::vector<Box3> world_boxes;
    std::vector<Box3> vertex_boxes;
    for (std::size_t i = 0; i < frame.ids.size(); ++i) {
        const impinge::Polytope& shape = frame.swarm.shapes()[frame.swarm.shape_of()[i]];
        vertex_boxes.push_back(vertex_box(shape, frame.swarm.poses()[i]));
        const auto box =
            frame.world != nullptr ? frame.world->box(frame.ids[i]) : Expected(vertex_boxes.back());
        if (!box) {
            return box.error();
        }
        world_boxes.push_back(*box);
        check.boxes += holds(world_boxes.back(), vertex_boxes.back()) ? 0 : 1;
    }
    check_candidates(check, frame, world_boxes, context);
    const double by = frame.margin > 0 ? frame.margin / 2 + rounding : 0;
    const std::vector<IndexPair> near = overlapping(grown(vertex_boxes, by), context);
    if (Status status = check_pairs(check, frame, near, context); !status) {
        return status.error();
    }
    return check;
}

} // namespace impinge::scenes
