// SPDX-License-Identifier: Apache-2.0
//
// What the pane of image space asks for, and what becomes of the answers; planes_layout.cpp lays it
// out.
#include "planes/planes_pane.hpp"

#include "arguments/values.hpp"
#include "io/png.hpp"
#include "planes/plane_maker.hpp"

#include <fmt/core.h>
#include <utility>

namespace impinge::viewer {
namespace {

/// The edges of what the view sees, from its near to its far side.
std::shared_ptr<const Segments> outline_of(const raster::View& view) {
    const auto corner = [&](unsigned i) {
        return raster::to_world(view, {(i & 1U) != 0 ? double(view.width) : 0.0,
                                       (i & 2U) != 0 ? double(view.height) : 0.0,
                                       (i & 4U) != 0 ? 1.0 : 0.0});
    };
    auto out = std::make_shared<Segments>();
    for (unsigned i = 0; i < 8; ++i) {
        for (const unsigned bit : {1U, 2U, 4U}) {
            if ((i & bit) == 0) {
                out->push_back({corner(i), corner(i | bit)});
            }
        }
    }
    return out;
}

std::string exact(Vec3d v) { return fmt::format("{:.9g} {:.9g} {:.9g}", v.x, v.y, v.z); }

} // namespace

PlanesPane::PlanesPane(unsigned threads, const std::function<void()>& wake)
    : work_(threads, wake,
            [maker = std::make_shared<PlaneMaker>()](const PlanesRequest& request,
                                                     const Context& context) {
                return maker->make(request, context);
            }) {}

PlanesPane::Names PlanesPane::looked_at(const Session& session) const {
    Names out;
    const auto add = [&](BodyIndex i) { out.push_back({session.state().body(i).name, i}); };
    if (looks_at_pair(settings_.method)) {
        if (const auto pair = session.measured()) {
            add(pair->first);
            add(pair->second);
        }
        return out;
    }
    for (BodyIndex i = 0; i < session.state().bodies().size(); ++i) {
        if (session.state().body(i).present) {
            add(i);
        }
    }
    return out;
}

std::optional<Vec3d> PlanesPane::direction() const {
    switch (settings_.along) {
    case PlanesAlong::X:
        return Vec3d{1, 0, 0};
    case PlanesAlong::Y:
        return Vec3d{0, 1, 0};
    case PlanesAlong::Z:
        return Vec3d{0, 0, 1};
    case PlanesAlong::Seen:
        return view_axis_;
    case PlanesAlong::Method:
        break;
    }
    return {};
}

bool PlanesPane::turned() const {
    return settings_.along == PlanesAlong::Seen && view_axis_ != asked_axis_ && !names_.empty();
}

void PlanesPane::set(const PlanesSettings& settings) {
    asked_ = asked_ && same_answer(settings_, settings);
    settings_ = settings;
    paint();
}

void PlanesPane::ask(const Session& session) {
    const bool settled = !session.state().dragged();
    const bool moved = asked_revision_ != session.state().revision();
    const bool settles = settled && !asked_settled_ && work_.busy();
    if (names_.empty() || !(!asked_ || moved || settles || turned())) {
        return;
    }
    const bool at_rest = settled && !session.timeline.playing() && !turned();
    PlanesRequest request{settings_, direction(), names_, {}};
    for (const NamedBody& named : names_) {
        const ViewedBody& body = session.state().body(named.number);
        request.bodies.push_back({body.mesh, body.world_pose(), body.box, true});
    }
    asked_ = true;
    asked_settled_ = settled;
    asked_revision_ = session.state().revision();
    asked_axis_ = view_axis_;
    work_.ask(std::move(request), at_rest ? OlderWork::Cancel : OlderWork::Finish);
}

void PlanesPane::set_open(bool open) {
    Pane::set_open(open);
    if (!open) {
        forget_answer();
    }
}

/// Nobody waits for what is being looked at any more.
void PlanesPane::forget_answer() {
    work_.drop();
    answer_.reset();
    asked_ = false;
    paint();
}

bool PlanesPane::update(Session& session) {
    if (!is_open()) {
        return false;
    }
    if (std::exchange(scene_, session.scenes_opened()) != session.scenes_opened()) {
        forget_answer();
    }
    unit_ = session.document().unit;
    Names names = looked_at(session);
    if (names != names_) {
        names_ = std::move(names);
        asked_ = false;
        if (names_.empty()) {
            work_.drop();
        }
    }
    ask(session);
    const auto before = answer_;
    take_answer();
    return before != answer_;
}

/// One of other bodies, or of another kind, tells nothing here.
void PlanesPane::take_answer() {
    auto newest = work_.answer();
    if (newest && (newest->bodies != names_ || !same_answer(newest->settings, settings_))) {
        newest = nullptr;
    }
    if (newest == answer_) {
        return;
    }
    answer_ = std::move(newest);
    paint();
}

bool PlanesPane::can_be_shown() const {
    return answer_ && !answer_->error && same_answer(answer_->settings, settings_);
}

void PlanesPane::paint() {
    ++look_;
    pointed_.reset();
    PlaneLook shown;
    frame_.reset();
    if (can_be_shown()) {
        shown = look_of(*answer_, settings_.shown, unit_ ? impinge::to_string(*unit_) : "");
        frame_ = outline_of(answer_->view);
    }
    picture_.set(std::move(shown.picture));
    legend_.set(std::move(shown.legend));
}

void PlanesPane::point_at(ImagePixel pixel) {
    const ViewPixel at{pixel.x, answer_->view.height - 1 - pixel.y};
    pointed_ = {pixel, value_text(*answer_, at, unit_), ray_through(*answer_, at)};
}

void PlanesPane::add_to_scene(const Session& /*session*/, DrawnScene& scene) {
    constexpr render::Colour teal{0, 110, 120, 255};
    if (framed_ && frame_) {
        scene.lines.push_back({frame_, teal, 1.4, 0, 0.35});
    }
}

std::optional<Status> PlanesPane::save(const std::filesystem::path& file) const {
    if (picture_.empty()) {
        return Status(Error{ErrorCode::InvalidArgument, "there is no picture of image space"});
    }
    if (file.extension() != ".png") {
        return Status(Error{ErrorCode::InvalidArgument,
                            file.string() + ": pictures of image space are written as .png"});
    }
    return write_png(file, picture_.picture());
}

std::optional<std::string> PlanesPane::fact(std::string_view name) const {
    if (name == "error") {
        return answer_ && answer_->error ? answer_->error->message : "none";
    }
    if (name == "pixel" || name == "value" || name == "layers") {
        return !pointed_         ? "none"
               : name == "value" ? pointed_->value
               : name == "pixel" ? fmt::format("{} {}", pointed_->pixel.x, pointed_->pixel.y)
                                 : layers_text(*answer_, pointed_->ray);
    }
    if (name.starts_with("layer")) {
        const auto number = cli::number_of<std::size_t>(name.substr(5));
        const std::size_t layers = pointed_ ? pointed_->ray.layers.size() : 0;
        return number && *number >= 1 && *number <= layers
                   ? fmt::format("{:.17g}", pointed_->ray.layers[*number - 1].distance)
                   : "none";
    }
    if (!can_be_shown()) {
        return "nothing";
    }
    return name == "verdict"     ? std::optional(answer_->verdict)
           : name == "direction" ? std::optional(exact(answer_->view.axis_z + Vec3d{}))
           : name == "size"
               ? std::optional(fmt::format("{} x {}", answer_->view.width, answer_->view.height))
               : std::nullopt;
}

} // namespace impinge::viewer
