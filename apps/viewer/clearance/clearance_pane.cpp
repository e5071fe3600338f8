// SPDX-License-Identifier: Apache-2.0
//
// What the clearance pane asks for, and what becomes of the answers; clearance_layout.cpp lays it
// out.
#include "clearance/clearance_pane.hpp"

#include "io/float_map.hpp"
#include "io/png.hpp"
#include "map/map_colours.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace impinge::viewer {
namespace {

std::optional<Vec3d> direction_of(const ClearanceSettings& settings) {
    switch (settings.along) {
    case ClearanceAlong::X:
        return Vec3d{1, 0, 0};
    case ClearanceAlong::Y:
        return Vec3d{0, 1, 0};
    case ClearanceAlong::Z:
        return Vec3d{0, 0, 1};
    case ClearanceAlong::Seen:
        return settings.seen;
    default:
        return {};
    }
}

std::string exact(double value) { return fmt::format("{:.17g}", value); }
std::string exact(Vec3d v) { return fmt::format("{:.9g} {:.9g} {:.9g}", v.x, v.y, v.z); }

} // namespace

ClearancePane::ClearancePane(unsigned threads, const std::function<void()>& wake)
    : work_(threads, wake,
            [meter = std::make_shared<ClearanceMeter>()](const ClearanceRequest& request,
                                                         const Context& context) {
                return meter->measure(request, context);
            }) {}

ColourWish ClearancePane::colour_wish() const {
    return {settings_.colours, settings_.range > 0 ? std::optional(settings_.range) : std::nullopt,
            unit_, settings_.touched};
}

std::optional<ClearanceRequest> ClearancePane::request(const Session& session) const {
    if (!pair_) {
        return {};
    }
    ClearanceRequest out;
    out.revision = session.state().revision();
    out.pair = *pair_;
    for (std::size_t i = 0; i < 2; ++i) {
        const ViewedBody& body = session.state().body(i == 0 ? pair_->first : pair_->second);
        out.bodies.at(i) = {body.mesh, body.world_pose(), body.box, true};
        out.shapes.at(i) = body.shape;
    }
    out.wanted = settings_.measured;
    out.options.direction = direction_of(settings_);
    out.options.refinement = settings_.along == ClearanceAlong::Refined
                                 ? imagespace::ProjectionOptions::Refinement::ItemBuffer
                                 : imagespace::ProjectionOptions::Refinement::None;
    out.options.resolution = settings_.resolution;
    const auto contact =
        settings_.contact > 0 ? std::optional(settings_.contact) : preset_contact(colour_wish());
    out.options.tolerance = contact;
    out.contact = contact.value_or(0);
    out.draped = settings_.draped;
    out.motion = wants_motion() ? motion_ : std::vector<PairPoses>();
    return out;
}

void ClearancePane::take_motion(const Session& session) {
    const Track* track = session.timeline.track();
    const MotionKey key{track, track != nullptr ? track->title() : "",
                        track != nullptr ? track->frame_count() : 0, pair_};
    if (key == motion_key_) {
        return;
    }
    motion_key_ = key;
    motion_ = pair_ ? motion_of(session, *pair_) : std::vector<PairPoses>();
    path_ = motion_paths(session);
    asked_ = asked_ && !settings_.whole_motion;
    ++look_;
}

/// A whole motion stays the same when bodies are moved through its frames.
void ClearancePane::ask(const Session& session) {
    const bool settled = !session.state().dragged();
    const bool moved = !wants_motion() && asked_revision_ != session.state().revision();
    const bool settles = settled && !asked_settled_ && work_.busy();
    if (!pair_ || !(!asked_ || moved || settles)) {
        return;
    }
    asked_ = true;
    asked_settled_ = settled;
    asked_revision_ = session.state().revision();
    const bool at_rest = settled && !session.timeline.playing();
    work_.ask(*request(session), at_rest ? OlderWork::Cancel : OlderWork::Finish);
}

void ClearancePane::set_open(bool open) {
    Pane::set_open(open);
    if (!open) {
        forget_answer();
    }
}

/// Nobody waits for what is being measured any more.
void ClearancePane::forget_answer() {
    work_.drop();
    answer_.reset();
    asked_ = false;
    paint();
}

bool ClearancePane::update(Session& session) {
    if (!is_open()) {
        return false;
    }
    if (std::exchange(scene_, session.scenes_opened()) != session.scenes_opened()) {
        forget_answer();
    }
    unit_ = session.document().unit;
    const auto pair = session.measured();
    if (pair != pair_) {
        pair_ = pair;
        asked_ = false;
        if (!pair) {
            work_.drop();
        }
    }
    a_now_ = pair_ ? session.state().body(pair_->first).world_pose() : Rigid();
    take_motion(session);
    ask(session);
    const auto before = answer_;
    take_answer(session);
    return before != answer_;
}

void ClearancePane::take_answer(const Session& session) {
    auto newest = pair_ ? work_.answer() : nullptr;
    if (newest && newest->pair != *pair_) {
        newest = nullptr; // of the pair before
    }
    if (newest == answer_) {
        return;
    }
    answer_ = std::move(newest);
    if (answer_) {
        names_ = {session.state().body(answer_->pair.first).name,
                  session.state().body(answer_->pair.second).name};
    }
    paint();
}

void ClearancePane::paint() {
    ++look_;
    pointed_.reset();
    motion_rays_.reset();
    shown_ = {};
    if (answer_ && !answer_->error) {
        shown_ = look_of(*answer_, colour_wish());
    }
    map_.set(shown_.map);
    bar_.set(shown_.bar);
}

void ClearancePane::add_to_scene(const Session& /*session*/, DrawnScene& scene) {
    if (settings_.path && path_ && !path_->empty()) {
        constexpr render::Colour violet{120, 50, 170, 255};
        scene.lines.push_back({path_, violet, 2, 0, 0.6});
    }
    if (!answer_ || !settings_.draped || !shown_.row) {
        return;
    }
    const std::array<BodyIndex, 2> bodies{answer_->pair.first, answer_->pair.second};
    constexpr std::array<render::Colour, 2> calm{cli::only_a_colour, cli::only_b_colour};
    for (DrawnBody& body : scene.bodies) {
        for (std::size_t i = 0; i < 2; ++i) {
            const auto& values = answer_->draped.at(i);
            if (body.number == bodies.at(i) && values &&
                values->size() == body.shape->vertices.size()) {
                body.drape = {values, shown_.row};
                body.colour = calm.at(i);
            }
        }
    }
}

void ClearancePane::point_at(ImagePixel pixel) {
    const imagespace::ClearanceMap& map = *answer_->map;
    const int y = map.view.height - 1 - pixel.y;
    const std::size_t index =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(map.view.width) +
        static_cast<std::size_t>(pixel.x);
    const float value = map.clearance[index];
    if (std::isnan(value)) {
        return;
    }
    if (!answer_->motion) {
        const auto place = probe(map, *answer_->rays, pixel.x, y);
        pointed_ = place ? std::optional(Pointed{place->from, place->to, double{value}, {}})
                         : std::nullopt;
        return;
    }
    const MotionMap& motion = *answer_->motion;
    const std::uint32_t frame = motion.frames[index];
    if (!motion_rays_ || motion_rays_->first != frame) {
        motion_rays_.emplace(frame, probe_rays(map, standing_in(motion, frame)));
    }
    if (const auto place = probe(map, motion_rays_->second, pixel.x, y)) {
        const Rigid now = from_frame(0); // the map is that of the first frame
        pointed_ = {apply(now, place->from), apply(now, place->to), double{value}, frame};
    }
}

Rigid ClearancePane::from_frame(std::size_t frame) const {
    return compose(a_now_, inverse(answer_->motion->poses[frame].a));
}

std::optional<Status> ClearancePane::save(const std::filesystem::path& file) const {
    if (!answer_ || !answer_->map) {
        return Status(Error{ErrorCode::InvalidArgument, "there is no clearance map"});
    }
    const imagespace::ClearanceMap& map = *answer_->map;
    if (file.extension() == ".png") {
        return write_png(file, shown_.map);
    }
    if (Status status = check_float_map_name(file); !status) {
        return status;
    }
    return write_float_map(file, {static_cast<std::size_t>(map.view.width),
                                  static_cast<std::size_t>(map.view.height), map.clearance});
}

std::optional<std::string> ClearancePane::fact(std::string_view name) const {
    if (name == "error") {
        return answer_ && answer_->error ? answer_->error->message : "none";
    }
    if (name == "probe" || name == "place") {
        return !pointed_         ? "none"
               : name == "probe" ? exact(pointed_->clearance)
                                 : exact((pointed_->from + pointed_->to) * 0.5);
    }
    if (name == "range") {
        return exact(shown_.range);
    }
    if (!answer_ || answer_->error) {
        return "nothing";
    }
    if (name == "measured") {
        return answer_->map ? "along a view" : "to closest points";
    }
    if (!answer_->map) {
        const Nearness& near = answer_->nearness[name.ends_with('b') ? 1 : 0];
        return name.starts_with("deepest_")   ? std::optional(exact(near.deepest))
               : name.starts_with("contact_") ? std::optional(exact(near.areas_below[0]))
                                              : std::nullopt;
    }
    if (answer_->motion && (name == "frames" || name == "closest_frame" || name == "touched")) {
        const MotionMap& motion = *answer_->motion;
        return name == "frames"          ? std::to_string(motion.poses.size())
               : name == "closest_frame" ? std::to_string(motion.closest_frame)
                                         : exact(motion.touched_area);
    }
    const imagespace::ClearanceStatistics& statistics = answer_->map->statistics;
    const std::map<std::string_view, double> numbers{
        {"overlap", statistics.deepest_overlap},
        {"volume", statistics.overlap_volume},
        {"bound", statistics.overlap_volume_bound},
        {"contact", statistics.contact_area},
        {"both", static_cast<double>(statistics.pixels.both)}};
    if (const auto found = numbers.find(name); found != numbers.end()) {
        return exact(found->second);
    }
    return name == "gap" ? std::optional(statistics.smallest_gap ? exact(*statistics.smallest_gap)
                                                                 : std::string("none"))
           : name == "direction" ? std::optional(exact(answer_->map->view.axis_z + Vec3d{}))
                                 : std::nullopt;
}

} // namespace impinge::viewer
