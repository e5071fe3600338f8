// SPDX-License-Identifier: Apache-2.0
//
// What is in the scene: bodies, where they stand, which of them are selected, and what was done so
// far. Knows nothing of windows, drawing or checks; whoever shows or checks it looks at revision().
#pragma once

#include "impinge/collide.hpp"
#include "impinge/files.hpp"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"
#include "impinge/vec3.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace impinge::viewer {

struct ShapeData;

/// Numbers every state of the scene that a check could tell apart; never used twice.
using Revision = std::uint64_t;
using BodyIndex = std::size_t;

struct ViewedBody {
    std::string name; ///< unique in the scene
    std::string file; ///< where it came from, for people
    std::string group;
    std::shared_ptr<const Mesh> mesh;       ///< shared by bodies of the same part
    std::shared_ptr<const ShapeData> shape; ///< the mesh as it is drawn
    Box3 box;                               ///< of the mesh, in its own frame
    Rigid placement;           ///< what its file says: units, nodes, items; never changed
    std::size_t described = 0; ///< which body of the document it is part of
    BodyFacts facts = {};      ///< of the body where its file puts it

    // What can be done and undone.
    Rigid pose;          ///< of the user, applied after the placement
    bool present = true; ///< not removed
    bool visible = true; ///< a hidden body is checked all the same

    /// As a scene file says it: where the mesh stands, to the bit.
    [[nodiscard]] Rigid world_pose() const { return compose(pose, placement); }
};

/// The corners of a box that stands somewhere, in a box along the axes.
Box3 placed_box(const Box3& box, const Rigid& pose);

/// Numbers that change without a change of the scene's answers are not revisions: what is hidden is
/// checked all the same.
class SceneState {
  public:
    /// As it was read; forgets what could be undone.
    void replace(std::vector<ViewedBody> bodies);
    /// More bodies, as one step that can be undone.
    void add(std::vector<ViewedBody> bodies);

    [[nodiscard]] const std::vector<ViewedBody>& bodies() const { return bodies_; }
    [[nodiscard]] const ViewedBody& body(BodyIndex index) const { return bodies_[index]; }
    [[nodiscard]] std::optional<BodyIndex> find(const std::string& name) const;
    [[nodiscard]] std::size_t present_count() const;
    [[nodiscard]] std::size_t triangle_count() const; ///< of all that are present
    [[nodiscard]] Revision revision() const { return revision_; }
    /// Another one for everything that looks different.
    [[nodiscard]] std::uint64_t look() const { return look_; }
    /// Around all that are present and visible; empty if there are none.
    [[nodiscard]] Box3 box() const;

    // One step each that can be undone. Between begin_drag() and end_drag(), poses may change any
    // number of times, and all of them together are one step.
    void begin_drag(BodyIndex body);
    void drag_to(const Rigid& pose);
    void end_drag();
    void cancel_drag();
    [[nodiscard]] std::optional<BodyIndex> dragged() const { return dragged_; }
    void set_pose(BodyIndex body, const Rigid& pose);
    void remove(BodyIndex body);
    /// As a motion says: no step, and nothing that could be undone.
    void show_poses(std::span<const std::pair<BodyIndex, Rigid>> poses);
    /// Likewise for one body, while another one may be dragged.
    void show_pose(BodyIndex body, const Rigid& pose);
    void set_visible(BodyIndex body, bool visible);
    /// All that are present.
    void show_all();

    bool undo();
    bool redo();
    [[nodiscard]] bool can_undo() const { return done_ > 0 && !dragged_; }
    [[nodiscard]] bool can_redo() const { return done_ < steps_.size() && !dragged_; }
    /// Whether something was done since it was read or saved.
    [[nodiscard]] bool changed() const { return saved_ != done_; }
    void mark_saved() { saved_ = done_; }

    void select(std::optional<BodyIndex> body) {
        selected_ = body;
        ++look_;
    }
    [[nodiscard]] std::optional<BodyIndex> selected() const { return selected_; }

  private:
    struct Changeable {
        Rigid pose;
        bool present = true;
        bool visible = true;

        friend bool operator==(const Changeable&, const Changeable&) = default;
    };
    struct Change {
        BodyIndex body = 0;
        Changeable before;
        Changeable after;
    };
    using Step = std::vector<Change>;

    [[nodiscard]] Changeable changeable(BodyIndex body) const;
    void set(BodyIndex index, const Changeable& to);
    void record(Step step);
    void change(BodyIndex body, const Changeable& to);

    std::vector<ViewedBody> bodies_;
    std::vector<Step> steps_;
    std::size_t done_ = 0;
    std::optional<std::size_t> saved_ = 0; ///< nothing: that state cannot be come back to
    std::optional<BodyIndex> selected_;
    std::optional<BodyIndex> dragged_;
    Changeable before_drag_;
    Revision revision_ = 1;
    std::uint64_t look_ = 1;
};

} // namespace impinge::viewer
