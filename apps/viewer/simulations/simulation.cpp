// SPDX-License-Identifier: Apache-2.0
#include "simulations/simulation.hpp"

#include "app/scene_content.hpp"
#include "output/picture_style.hpp"

#include <atomic>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

using render::Colour;

constexpr Colour outline_colour{90, 98, 110, 255};
constexpr Colour box_colour{96, 108, 124, 90};
constexpr Colour overlapping_box_colour{24, 70, 140, 220};
constexpr Colour feature_colour{255, 226, 64, 255};
constexpr Colour feature_border{40, 30, 20, 255};
constexpr Colour grid_colour{150, 160, 172, 120};

Colour colour_by_verdict(const FrameBody& body) {
    switch (body.state) {
    case BodyState::Interfering:
        return cli::red_colour(body.number);
    case BodyState::Touching:
    case BodyState::Undecided:
        return cli::amber_colour(body.number);
    default:
        return cli::calm_colour(body.number);
    }
}

/// Each end once more, as a dot: bodies that come near are near each other, and lines short.
std::shared_ptr<const Segments> ends_of(const Segments& lines) {
    auto ends = std::make_shared<Segments>();
    for (const render::Segment& line : lines) {
        ends->push_back({line[0], line[0]});
        ends->push_back({line[1], line[1]});
    }
    return ends;
}

/// From any thread.
std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace

Simulation::Simulation(SimulationSetup setup, std::function<void()> wake)
    : setup_(std::move(setup)), serial_(next_serial()),
      store_(setup_.source, setup_.store, std::move(wake)) {}

void Simulation::take_stage() {
    if (stage_) {
        return;
    }
    stage_ = store_.stage();
    if (stage_) {
        painted_by_verdict_ = stage_->painted_by_verdict;
        for (const Vec3d point : stage_->shown) {
            box_ = extend(box_, point);
        }
        deep_box_ = box_;
        ++look_;
    }
}

void Simulation::seek(std::size_t frame) {
    store_.want(frame);
    take_stage();
    kept_ = store_.kept();
    auto found = store_.find(frame);
    if (found && found != shown_) {
        take_frame(std::move(found), frame);
    }
}

void Simulation::take_frame(std::shared_ptr<const SimulationFrame> frame, std::size_t number) {
    shown_ = std::move(frame);
    shown_number_ = number;
    ++look_;
    deep_box_ = box_;
    for (const FrameBody& body : shown_->bodies) {
        const Vec3d middle = apply(body.pose, body.shape->origin);
        const double reach = body.shape->radius * body.pose.scale;
        const Vec3d around{reach, reach, reach};
        deep_box_ = extend(extend(deep_box_, middle - around), middle + around);
    }
}

void Simulation::paint_by_verdict(bool wished) {
    painted_by_verdict_ = wished;
    ++look_;
}

void Simulation::select(std::optional<std::uint32_t> body) {
    selected_ = body;
    ++look_;
}

std::string Simulation::name_of(std::uint32_t body) const {
    const bool has_name = shown_ && shown_->names && body < shown_->names->size();
    return has_name ? (*shown_->names)[body] : fmt::format("body {}", body);
}

DrawnScene Simulation::scene(const ShowOptions& show) const {
    DrawnScene scene;
    scene.edges = show.edges;
    if (!shown_) {
        return scene;
    }
    for (const FrameBody& body : shown_->bodies) {
        DrawnBody drawn{.shape = body.shape,
                        .pose = body.pose,
                        .colour = painted_by_verdict_ ? colour_by_verdict(body) : body.colour,
                        .number = body.number,
                        .selected = selected_ == body.number,
                        .marked = {}};
        if (show.triangles) {
            drawn.marked = body.meeting;
        }
        scene.bodies.push_back(std::move(drawn));
    }
    const auto add = [&](const std::shared_ptr<const Segments>& lines, Colour colour, double width,
                         double rim, double hidden) {
        if (lines) {
            scene.lines.push_back({lines, colour, width, rim, hidden});
        }
    };
    if (show.grid) {
        add(std::make_shared<const Segments>(grid_of(box())), grid_colour, 1, 0, 0);
    }
    add(shown_->outline, outline_colour, 1.2, 0, 0);
    if (show.boxes) {
        add(shown_->boxes, box_colour, 1, 0, 0);
        add(shown_->overlapping_boxes, overlapping_box_colour, 1.5, 0, 0.3);
    }
    if (show.measures && shown_->features) {
        constexpr double hidden = 0.75;
        const auto ends = ends_of(*shown_->features);
        add(shown_->features, feature_border, 5, 0, hidden);
        add(ends, feature_border, 7.5, 0, hidden);
        add(shown_->features, feature_colour, 3, 0, hidden);
        add(ends, feature_colour, 5.5, 0, hidden);
    }
    return scene;
}

} // namespace impinge::viewer
