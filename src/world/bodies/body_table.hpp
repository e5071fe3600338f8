// SPDX-License-Identifier: Apache-2.0
//
// The bodies of a world, by number. What every step reads of every body lies side by side; shapes
// are kept apart.
#pragma once

#include "convex/moving_box.hpp"
#include "impinge/world.hpp"
#include "world/bodies/body_shape.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What steps read of a body: two cache lines.
struct alignas(64) MovingBody {
    Rigid pose;
    const PolytopeData* polytope = nullptr; ///< null for other kinds
    std::uint32_t generation = 0;
    std::uint32_t moved_for = 0;   ///< number of the step that is the first to see its pose
    std::uint32_t changed_for = 0; ///< the same of its shape
    bool alive = false;
    /// The shape is convex or made of convex parts, and stands in a pose that keeps it so. Set
    /// together with the box.
    bool convex = false;
    /// boxes[] has a larger box than that of the body, which takes longer to find.
    bool box_is_larger = false;
};
static_assert(sizeof(MovingBody) == 128);

class BodyTable {
  public:
    /// Steps are numbered from here on, and again from here after the largest number; so neither 0
    /// nor the number before this one is ever that of a step.
    static constexpr std::uint32_t first_step = 2;

    /// Makes room for one more body: all that a table ever allocates. May throw; nothing else here
    /// does.
    void make_room();
    /// `index` names no living body and is at most the number of slots. There is room.
    BodyId add(std::uint32_t index, std::unique_ptr<BodyShape> shape, const BodyOptions& options);
    void remove(std::uint32_t index);
    void move(std::uint32_t index, const Rigid& pose) {
        if (bodies_[index].pose != pose) {
            bodies_[index].pose = pose;
            mark_moved(index);
        }
    }
    void reshape(std::uint32_t index, std::unique_ptr<BodyShape> shape);
    // Where the shape was changed in place; a hierarchy that was articulated has only moved.
    void mark_changed(std::uint32_t index);
    void mark_moved(std::uint32_t index) {
        if (!moved(bodies_[index])) {
            bodies_[index].moved_for = step_;
            moved_.push_back(index);
        }
    }
    /// As if everything had been put where it is since the last step.
    void mark_all_moved();
    void set_filter(std::uint32_t index, const PairFilter& filter);

    [[nodiscard]] bool has(BodyId id) const {
        return id.index < bodies_.size() && bodies_[id.index].alive &&
               bodies_[id.index].generation == id.generation;
    }
    [[nodiscard]] std::size_t size() const { return alive_; }
    [[nodiscard]] std::size_t slots() const { return bodies_.size(); }
    [[nodiscard]] std::size_t slots_with_room() const { return bodies_.capacity(); }
    [[nodiscard]] const MovingBody& operator[](std::uint32_t index) const { return bodies_[index]; }
    [[nodiscard]] MovingBody& operator[](std::uint32_t index) { return bodies_[index]; }
    [[nodiscard]] const BodyShape& shape(std::uint32_t index) const { return *shapes_[index]; }
    [[nodiscard]] BodyShape& shape(std::uint32_t index) { return *shapes_[index]; }
    [[nodiscard]] BodyId id(std::uint32_t index) const {
        return {index, bodies_[index].generation};
    }
    /// As collide() sees it.
    [[nodiscard]] Body body(std::uint32_t index) const {
        return {shapes_[index]->surface(), bodies_[index].pose};
    }
    /// The same placed, once for all pairs of a step and kept while it stands still.
    [[nodiscard]] Expected<std::shared_ptr<const SnapshotData>>
    snapshot(std::uint32_t index, const Context& context) const {
        return shapes_[index]->snapshot(bodies_[index].pose, body_number(index), context);
    }

    /// Of the step to come.
    [[nodiscard]] std::uint32_t step() const { return step_; }
    [[nodiscard]] bool moved(const MovingBody& body) const { return body.moved_for == step_; }
    [[nodiscard]] bool changed(const MovingBody& body) const { return body.changed_for == step_; }
    /// What has moved until now has been seen.
    void end_step();
    /// The slots that were given a pose or a shape since the last step, or that lost their body,
    /// each once.
    [[nodiscard]] std::span<const std::uint32_t> moved() const { return moved_; }

    [[nodiscard]] bool filters_pass(std::uint32_t a, std::uint32_t b) const {
        const PairFilter& of_a = filters_[a];
        const PairFilter& of_b = filters_[b];
        return (of_a.groups & of_b.mask) != 0 && (of_b.groups & of_a.mask) != 0;
    }
    /// Whether some body has a filter that could keep it from meeting another.
    [[nodiscard]] bool any_filter() const { return filtered_ > 0; }

    /// Of all slots, as of the last step; empty for dead ones. Some are a little too large.
    std::vector<Box3> boxes;
    /// The box itself.
    [[nodiscard]] Box3 box(std::uint32_t index) const {
        return bodies_[index].box_is_larger ? shapes_[index]->box_where_bounded() : boxes[index];
    }
    /// Whether the boxes of two bodies, of which those in boxes[] do, overlap.
    [[nodiscard]] bool boxes_meet(std::uint32_t a, std::uint32_t b) const {
        return (!bodies_[a].box_is_larger && !bodies_[b].box_is_larger) ||
               boxes_meet_by_sides(a, b);
    }
    /// The same once grow() has grown both.
    template <typename Grow>
    [[nodiscard]] bool boxes_meet(std::uint32_t a, std::uint32_t b, Grow grow) const {
        return (!bodies_[a].box_is_larger && !bodies_[b].box_is_larger) ||
               boxes_overlap(grow(inner_box(a)), grow(inner_box(b))) ||
               boxes_overlap(grow(box(a)), grow(box(b)));
    }

    /// Where WalkFaces and WalkEdges begin; filled when one of them is used.
    std::vector<ExtremeVertices> extremes;

  private:
    [[nodiscard]] Box3 inner_box(std::uint32_t index) const {
        return bodies_[index].box_is_larger ? shapes_[index]->box_bounds().inner : boxes[index];
    }
    [[nodiscard]] bool boxes_meet_by_sides(std::uint32_t a, std::uint32_t b) const;
    /// A coordinate of the box itself.
    [[nodiscard]] double side(std::uint32_t index, int axis, model::Side side) const;

    std::vector<MovingBody> bodies_;
    std::vector<PairFilter> filters_;
    std::vector<std::unique_ptr<BodyShape>> shapes_;
    std::vector<std::uint32_t> moved_;
    std::size_t alive_ = 0;
    std::size_t filtered_ = 0;
    std::uint32_t step_ = first_step;
};

} // namespace impinge::inline v0
