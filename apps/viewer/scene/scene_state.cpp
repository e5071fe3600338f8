// SPDX-License-Identifier: Apache-2.0
#include "scene/scene_state.hpp"

#include <algorithm>

namespace impinge::viewer {

Box3 placed_box(const Box3& box, const Rigid& pose) {
    if (is_empty(box)) {
        return {};
    }
    Box3 out;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3d p{(corner & 1U) != 0 ? box.max.x : box.min.x,
                      (corner & 2U) != 0 ? box.max.y : box.min.y,
                      (corner & 4U) != 0 ? box.max.z : box.min.z};
        out = extend(out, apply(pose, p));
    }
    return out;
}

void SceneState::replace(std::vector<ViewedBody> bodies) {
    bodies_ = std::move(bodies);
    steps_.clear();
    done_ = 0;
    saved_ = 0;
    selected_.reset();
    dragged_.reset();
    ++revision_;
    ++look_;
}

void SceneState::add(std::vector<ViewedBody> bodies) {
    cancel_drag();
    Step step;
    for (ViewedBody& body : bodies) {
        const Changeable after{body.pose, true, true};
        step.push_back({bodies_.size(), {body.pose, false, true}, after});
        bodies_.push_back(std::move(body));
    }
    ++revision_;
    record(std::move(step));
}

std::optional<BodyIndex> SceneState::find(const std::string& name) const {
    for (BodyIndex i = 0; i < bodies_.size(); ++i) {
        if (bodies_[i].name == name && bodies_[i].present) {
            return i;
        }
    }
    return {};
}

std::size_t SceneState::present_count() const {
    return static_cast<std::size_t>(std::ranges::count_if(bodies_, &ViewedBody::present));
}

std::size_t SceneState::triangle_count() const {
    std::size_t count = 0;
    for (const ViewedBody& body : bodies_) {
        count += body.present ? body.mesh->triangles.size() : 0;
    }
    return count;
}

Box3 SceneState::box() const {
    Box3 out;
    for (const ViewedBody& body : bodies_) {
        if (body.present && body.visible) {
            out = united(out, placed_box(body.box, body.world_pose()));
        }
    }
    return out;
}

SceneState::Changeable SceneState::changeable(BodyIndex body) const {
    return {bodies_[body].pose, bodies_[body].present, bodies_[body].visible};
}

void SceneState::set(BodyIndex index, const Changeable& to) {
    ViewedBody& body = bodies_[index];
    ++look_;
    if (body.pose != to.pose || body.present != to.present) {
        ++revision_;
    }
    body.pose = to.pose;
    body.present = to.present;
    body.visible = to.visible;
    if (!to.present && selected_ == index) {
        selected_.reset();
    }
}

void SceneState::record(Step step) {
    if (saved_ && *saved_ > done_) {
        saved_.reset();
    }
    steps_.resize(done_);
    steps_.push_back(std::move(step));
    ++done_;
}

void SceneState::change(BodyIndex body, const Changeable& to) {
    cancel_drag();
    const Changeable before = changeable(body);
    if (before != to) {
        set(body, to);
        record({{body, before, to}});
    }
}

void SceneState::show_poses(std::span<const std::pair<BodyIndex, Rigid>> poses) {
    cancel_drag();
    for (const auto& [body, pose] : poses) {
        show_pose(body, pose);
    }
}

void SceneState::show_pose(BodyIndex body, const Rigid& pose) {
    const Changeable before = changeable(body);
    if (before.pose != pose) {
        set(body, {pose, before.present, before.visible});
    }
}

void SceneState::begin_drag(BodyIndex body) {
    cancel_drag();
    dragged_ = body;
    before_drag_ = changeable(body);
}

void SceneState::drag_to(const Rigid& pose) {
    if (dragged_) {
        Changeable to = changeable(*dragged_);
        to.pose = pose;
        set(*dragged_, to);
    }
}

void SceneState::end_drag() {
    if (!dragged_) {
        return;
    }
    const BodyIndex body = *std::exchange(dragged_, std::nullopt);
    const Changeable after = changeable(body);
    if (after != before_drag_) {
        record({{body, before_drag_, after}});
    }
}

void SceneState::cancel_drag() {
    if (dragged_) {
        set(*std::exchange(dragged_, std::nullopt), before_drag_);
    }
}

void SceneState::set_pose(BodyIndex body, const Rigid& pose) {
    Changeable to = changeable(body);
    to.pose = pose;
    change(body, to);
}

void SceneState::remove(BodyIndex body) {
    Changeable to = changeable(body);
    to.present = false;
    change(body, to);
}

void SceneState::set_visible(BodyIndex body, bool visible) {
    Changeable to = changeable(body);
    to.visible = visible;
    change(body, to);
}

void SceneState::show_all() {
    cancel_drag();
    Step step;
    for (BodyIndex i = 0; i < bodies_.size(); ++i) {
        const Changeable before = changeable(i);
        if (before.present && !before.visible) {
            Changeable after = before;
            after.visible = true;
            set(i, after);
            step.push_back({i, before, after});
        }
    }
    if (!step.empty()) {
        record(std::move(step));
    }
}

bool SceneState::undo() {
    if (!can_undo()) {
        return false;
    }
    --done_;
    const Step& step = steps_[done_];
    // NOLINTNEXTLINE(modernize-loop-convert): clang 14 does not compile reverse_view
    for (auto change = step.rbegin(); change != step.rend(); ++change) {
        set(change->body, change->before);
    }
    return true;
}

bool SceneState::redo() {
    if (!can_redo()) {
        return false;
    }
    for (const Change& change : steps_[done_]) {
        set(change.body, change.after);
    }
    ++done_;
    return true;
}

} // namespace impinge::viewer
