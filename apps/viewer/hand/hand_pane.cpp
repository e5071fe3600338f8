// SPDX-License-Identifier: Apache-2.0
#include "hand/hand_pane.hpp"

#include "output/picture_style.hpp"
#include "scene/strewn_copies.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr double open_grip = 0.15;
constexpr double closed_grip = 0.4;
constexpr int measured_frames = 24;
/// A made hand is so long, as a part of the diagonal of the scene: its own size in a kitchen.
constexpr double part_of_scene = 1.0 / 30;
constexpr std::chrono::milliseconds longest_wait{4};
constexpr render::Colour skin{226, 178, 146, 255};
constexpr std::uint32_t first_part_number = 0xFFFF0000; ///< no body has such a one

double size_of(const ViewedBody& body) {
    return length(extent(placed_box(body.box, body.world_pose())));
}

} // namespace

HandPane::HandPane(unsigned threads, std::function<void()> wake)
    : work_(threads, std::move(wake),
            [world = world_](const HandQuestion& question, const Context& context) {
                return std::make_shared<const HandFinding>(world->ask(question, context));
            }) {}

void HandPane::begin(Session& session) {
    scene_ = session.scenes_opened();
    if (!session.walking) {
        show_before_ = session.show;
    }
    session.walking = true;
    session.show.curves = session.show.see_through = session.show.measures = false;
    session.state().select({});
    carried_.reset();
    grasp_.reset();
    held_by_mouse_ = false;
    frames_to_measure_ = 0;
    found_.reset();
    times_.clear();
    held_ = Key::None;
    first_serial_ = serial_ + 1;
    hand_body_ = session.state().find("hand");
    take_up_place(session);
    bend(open_grip);
}

void HandPane::end(Session& session) {
    if (carried_) {
        session.end_drag();
        carried_.reset();
    }
    grasp_.reset();
    session.walking = false;
    session.show.curves = show_before_.curves;
    session.show.see_through = show_before_.see_through;
    session.show.measures = show_before_.measures;
    scene_ = 0;
}

/// A hand of the scene where it is; any other one before the scene, pointing into it.
void HandPane::take_up_place(const Session& session) {
    const Box3 box = session.seen_box();
    pose_ = {};
    if (hand_body_) {
        const ViewedBody& body = session.state().body(*hand_body_);
        const Rigid pose = body.world_pose();
        pose_.place = apply(pose, (body.box.min + body.box.max) * 0.5);
        size_ = size_of(body) / made_hand_length;
        body_in_hand_ = compose(inverse(pose_.frame()), pose);
        return;
    }
    const double wide = is_empty(box) ? 1 : length(extent(box));
    size_ = wide * part_of_scene / made_hand_length;
    pose_.place = is_empty(box) ? Vec3d{} : (box.min + box.max) * 0.5;
    pose_.place.y = is_empty(box) ? 0 : box.min.y - made_hand_length * size_;
}

double HandPane::step_length() const { return 0.1 * made_hand_length * size_; }

void HandPane::bend(double grip) {
    grip_ = std::clamp(grip, 0.0, 1.0);
    shape_.bend(grip_);
    moved();
}

/// What is carried goes along, and what there is to be touched is asked anew.
void HandPane::moved() {
    ++look_;
    wants_answer_ = true;
    if (hand_body_) {
        const ViewedBody& body = session_->state().body(*hand_body_);
        session_->state().show_pose(
            *hand_body_, compose(compose(pose_.frame(), body_in_hand_), inverse(body.placement)));
    }
    carry();
    ask();
}

void HandPane::carry() {
    if (carried_) {
        session_->drag_to(compose(pose_.frame(), carried_->in_hand));
    }
}

std::vector<PlacedPart> HandPane::placed_parts(const Rigid& frame) const {
    std::vector<PlacedPart> out;
    if (!hand_body_) {
        for (const HandPart& part : shape_.parts()) {
            out.push_back({part.mesh, compose(frame, shape_.pose_in_hand(part, size_))});
        }
    }
    return out;
}

/// Not while it is being found out what the hand takes hold of.
void HandPane::ask() {
    if (session_ == nullptr || (grasp_ && grasp_->serial != 0)) {
        return;
    }
    wants_answer_ = false;
    asked_revision_ = session_->state().revision();
    HandQuestion question{.serial = ++serial_,
                          .bodies = {},
                          .wishes = session_->document().wishes,
                          .open_meshes = session_->document().scene.open_meshes,
                          .parts = placed_parts(grasp_ ? grasp_->frame : pose_.frame()),
                          .hand_body = hand_body_};
    for (const ViewedBody& body : session_->state().bodies()) {
        question.bodies.push_back({body.mesh, body.world_pose(), body.box, body.present});
    }
    if (grasp_) {
        grasp_->serial = serial_;
    }
    work_.ask(std::move(question), OlderWork::Finish);
}

void HandPane::note_time(const HandFinding& finding) {
    if (!finding.rebuilt) {
        times_.add({finding.bodies, finding.colliding, session_->drawing_ms, finding.milliseconds});
    }
}

bool HandPane::take_answer() {
    auto newest = work_.answer();
    if (!newest || newest == found_ || scene_ == 0 || newest->serial < first_serial_) {
        return false;
    }
    found_ = std::move(newest);
    ++look_;
    if (found_->error) {
        session_->tell(found_->error->message);
    } else {
        note_time(*found_);
    }
    if (grasp_ && grasp_->serial == found_->serial) {
        finish_grasp();
    }
    if (wants_answer_) {
        ask();
    }
    return true;
}

/// Of a world that is small enough, so that the picture of this frame has it.
bool HandPane::answer_now() {
    const bool small = found_ && found_->milliseconds < static_cast<double>(longest_wait.count());
    if (small && busy()) {
        work_.settle(longest_wait);
    }
    return take_answer();
}

bool HandPane::busy() const {
    return scene_ != 0 && (wants_answer_ || grasp_ || frames_to_measure_ > 0 || !found_ ||
                           found_->serial != serial_);
}

/// A drag that was taken back, by Esc or because the scene is another one, is no hold any more.
void HandPane::notice_lost_hold() {
    if (carried_ && session_->state().dragged() != carried_->body) {
        carried_.reset();
        bend(open_grip);
    }
}

bool HandPane::update(Session& session) {
    session_ = &session;
    const bool walks = is_open() && !session.simulation && session.state().present_count() > 0;
    if (!walks) {
        if (scene_ != 0) {
            end(session);
        }
        return false;
    }
    if (scene_ != session.scenes_opened()) {
        begin(session);
    }
    notice_lost_hold();
    if (asked_revision_ != session.state().revision()) {
        wants_answer_ = true;
        ask();
    }
    const bool news = take_answer();
    tremble();
    return news || frames_to_measure_ > 0;
}

/// Moves the hand a little for some frames: what they take is what a walk takes.
void HandPane::measure() {
    frames_to_measure_ = measured_frames;
    measured_at_ = pose_.place;
}

void HandPane::tremble() {
    if (frames_to_measure_ == 0 || !found_ || found_->serial != serial_ || wants_answer_ ||
        grasp_) {
        return;
    }
    --frames_to_measure_;
    const double up = 0.01 * step_length() * (frames_to_measure_ % 2);
    pose_.place = measured_at_ + Vec3d{0, 0, up};
    moved();
}

void HandPane::grasp() {
    if (carried_ || grasp_) {
        return;
    }
    grasp_ = Grasp{.serial = 0, .frame = pose_.frame(), .closed = false, .let_go = {}};
    ask();
}

/// Fingers close if there is nothing yet to be held.
void HandPane::finish_grasp() {
    std::set<BodyIndex> touched = found_->touched;
    const SceneState& state = session_->state();
    std::erase_if(touched, [&](BodyIndex body) {
        return body >= state.bodies().size() || !state.body(body).present || body == hand_body_;
    });
    if (touched.empty() && !grasp_->closed && !hand_body_) {
        grasp_->closed = true;
        grasp_->serial = 0;
        return bend(closed_grip);
    }
    const Grasp grasp = *std::exchange(grasp_, std::nullopt);
    if (touched.empty()) {
        session_->tell("the hand touches nothing");
        return bend(open_grip);
    }
    take_hold(grasp, touched);
}

/// Of all that the hand touches the smallest: a cup rather than the table under it.
void HandPane::take_hold(const Grasp& grasp, const std::set<BodyIndex>& touched) {
    const SceneState& state = session_->state();
    const BodyIndex body = *std::ranges::min_element(
        touched, {}, [&](BodyIndex index) { return size_of(state.body(index)); });
    session_->begin_drag(body);
    session_->tell("");
    carried_ = {body, compose(inverse(grasp.frame), state.body(body).pose)};
    const Rigid to = grasp.let_go.value_or(pose_.frame());
    if (to != grasp.frame) {
        session_->drag_to(compose(to, carried_->in_hand));
    }
    if (grasp.let_go) {
        let_go();
    }
}

void HandPane::let_go() {
    if (grasp_) {
        grasp_->let_go = pose_.frame();
        return;
    }
    if (std::exchange(carried_, std::nullopt)) {
        session_->end_drag();
        bend(open_grip);
    }
}

/// About its own middle, as a part of the same step of undo.
void HandPane::scale_carried(double factor) {
    if (!carried_) {
        return session_->tell("the hand holds nothing that could be scaled");
    }
    const ViewedBody& body = session_->state().body(carried_->body);
    const Vec3d middle = apply(body.world_pose(), (body.box.min + body.box.max) * 0.5);
    Rigid pose = body.pose;
    pose.scale *= factor;
    pose.translation = middle + (pose.translation - middle) * factor;
    carried_->in_hand = compose(inverse(pose_.frame()), pose);
    moved();
}

Status HandPane::strew(std::size_t count, std::uint64_t seed) {
    if (carried_ || grasp_) {
        let_go();
    }
    auto strewn = strewn_copies(session_->state(), {count, seed});
    if (strewn.empty()) {
        return Error{ErrorCode::InvalidArgument, "there is nothing to be copied"};
    }
    session_->add_copies(strewn);
    measure();
    return {};
}

/// In the walkthrough what touches nothing but other bodies is calm: in a kitchen all stands on
/// something.
void HandPane::add_to_scene(const Session& /*session*/, DrawnScene& scene) {
    if (scene_ == 0) {
        return;
    }
    for (DrawnBody& body : scene.bodies) {
        const bool touched = found_ && (found_->touched.contains(body.number) ||
                                        found_->crossing.contains(body.number));
        const bool is_hand = hand_body_ == body.number;
        const bool red = is_hand ? found_ && !found_->touched.empty() : touched;
        body.colour = red       ? cli::red_colour(body.number)
                      : is_hand ? skin
                                : cli::calm_colour(body.number);
    }
    const std::vector<PlacedPart> placed = placed_parts(pose_.frame());
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const bool red = found_ && i < found_->touched_parts.size() && found_->touched_parts[i];
        scene.bodies.push_back({.shape = shape_.parts()[i].shape,
                                .pose = placed[i].pose,
                                .colour = red ? cli::red_colour(0) : skin,
                                .number = first_part_number + static_cast<std::uint32_t>(i),
                                .selected = false,
                                .marked = {}});
    }
}

std::string HandPane::names_of(const std::set<BodyIndex>& bodies) const {
    std::string out;
    for (const BodyIndex body : bodies) {
        if (body < session_->state().bodies().size()) {
            out += (out.empty() ? "" : " ") + session_->state().body(body).name;
        }
    }
    return out.empty() ? "nothing" : out;
}

} // namespace impinge::viewer
