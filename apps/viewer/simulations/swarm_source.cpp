// SPDX-License-Identifier: Apache-2.0
//
// Moving polytopes, as `impinge simulate polytopes` has them: the World's verdicts, boxes, and
// lines between closest features.
#include "output/picture_style.hpp"
#include "simulate/simulate.hpp"
#include "simulate/swarm.hpp"
#include "simulations/sources.hpp"
#include "simulations/step_facts.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

class SwarmSource final : public FrameSource {
  public:
    explicit SwarmSource(cli::RunningSwarm running) : running_(std::move(running)) {
        for (const Polytope& shape : running_.swarm.shapes()) {
            const auto triangles = shape.mesh().triangles();
            const auto vertices = shape.vertices();
            const Mesh mesh{{vertices.begin(), vertices.end()},
                            {triangles.begin(), triangles.end()}};
            shapes_.push_back(std::make_shared<const ShapeData>(make_shape_data(mesh, 0)));
        }
        auto names = std::make_shared<std::vector<std::string>>();
        for (std::size_t i = 0; i < running_.ids.size(); ++i) {
            names->push_back(fmt::format("polytope {}", i));
        }
        names_ = std::move(names);
        const double side = running_.swarm.side();
        auto outline = std::make_shared<Segments>();
        cli::append_box({{0, 0, 0}, {side, side, side}}, *outline);
        outline_ = std::move(outline);
    }

    [[nodiscard]] Stage stage() const override {
        const double side = running_.swarm.side();
        return {.what =
                    fmt::format("{} polytopes in a cube of side {:.4g}", running_.ids.size(), side),
                .camera = {.from = {0.45, -1, 0.32}, .vertical_angle_degrees = 34},
                .shown = {{0, 0, 0}, {side, side, side}},
                .painted_by_verdict = true,
                .shows_boxes = true};
    }

    Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t frame,
                                                          const Context& context) override {
        if (frame > 0) {
            if (Status status = running_.advance(step_); !status) {
                return status.error();
            }
        }
        auto step = running_.world.step(context);
        if (!step) {
            return step.error();
        }
        step_ = std::move(*step);
        if (step_.partial) {
            return std::shared_ptr<const SimulationFrame>();
        }
        auto made = std::make_shared<SimulationFrame>();
        made->hash = step_.hash;
        made->facts = facts_of(step_);
        made->names = names_;
        made->outline = outline_;
        add_bodies(*made);
        made->features = features_of(step_.pairs);
        if (Status status = add_boxes(*made); !status) {
            return status.error();
        }
        return std::shared_ptr<const SimulationFrame>(std::move(made));
    }

  private:
    void add_bodies(SimulationFrame& frame) {
        for (std::uint32_t i = 0; i < running_.ids.size(); ++i) {
            frame.bodies.push_back({.shape = shapes_[running_.swarm.shape_of()[i]],
                                    .pose = running_.swarm.poses()[i],
                                    .colour = cli::calm_colour(i),
                                    .number = i});
        }
        for (const WorldPair& pair : step_.pairs) {
            if (pair.interferes()) {
                frame.pairs.push_back({pair.a.index, pair.b.index, pair.verdict, 0});
                const BodyState state = state_of(pair.verdict);
                for (const std::uint32_t body : {pair.a.index, pair.b.index}) {
                    frame.bodies[body].state = std::max(frame.bodies[body].state, state);
                }
            }
        }
    }

    Status add_boxes(SimulationFrame& frame) const {
        std::vector<bool> overlaps(running_.ids.size(), false);
        for (const WorldPair& pair : step_.pairs) {
            overlaps[pair.a.index] = overlaps[pair.b.index] = true;
        }
        auto free = std::make_shared<Segments>();
        auto overlapping = std::make_shared<Segments>();
        for (std::size_t i = 0; i < overlaps.size(); ++i) {
            const auto box = running_.world.box(running_.ids[i]);
            if (!box) {
                return box.error();
            }
            cli::append_box(*box, overlaps[i] ? *overlapping : *free);
        }
        frame.boxes = std::move(free);
        frame.overlapping_boxes = std::move(overlapping);
        return {};
    }

    cli::RunningSwarm running_;
    WorldStep step_; ///< of the frame that was made last
    std::vector<std::shared_ptr<const ShapeData>> shapes_;
    std::shared_ptr<const std::vector<std::string>> names_;
    std::shared_ptr<const Segments> outline_;
};

} // namespace

BodyState state_of(Verdict verdict) {
    return verdict == Verdict::Apart      ? BodyState::Clear
           : verdict == Verdict::Touching ? BodyState::Touching
                                          : BodyState::Interfering;
}

std::vector<FrameFact> facts_of(const WorldStep& step) {
    const cli::SimulatedFrame frame = cli::simulated_frame(step);
    const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
    return {{"colliding", count(frame.colliding)},
            {"candidates", count(frame.candidates)},
            {"began", count(frame.began)},
            {"ended", count(frame.ended)},
            {"within_margin", count(frame.near_pairs)},
            {"undecided", count(frame.undecided)},
            {"asked_exact", count(frame.asked_exact)},
            {"swaps", count(frame.swaps)},
            {"boxes", frame.milliseconds.boxes, "ms"},
            {"broad_phase", frame.milliseconds.broad_phase, "ms"},
            {"narrow_phase", frame.milliseconds.narrow_phase, "ms"},
            {"total", frame.milliseconds.total, "ms"}};
}

std::shared_ptr<const Segments> features_of(std::span<const WorldPair> pairs) {
    auto lines = std::make_shared<Segments>();
    for (const WorldPair& pair : pairs) {
        if (!pair.interferes() && pair.closest && !pair.closest->penetrating) {
            lines->push_back({pair.closest->point_a, pair.closest->point_b});
        }
    }
    return lines;
}

MakeSource swarm_source(const SimulationWish& wish, std::size_t /*frames*/) {
    scenes::SwarmParameters parameters;
    parameters.bodies = wish.bodies.value_or(parameters.bodies);
    parameters.seed = wish.seed.value_or(parameters.seed);
    return [parameters](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
        auto running = cli::RunningSwarm::set_up(parameters, {.closest = true});
        if (!running) {
            return running.error();
        }
        return std::unique_ptr<FrameSource>(std::make_unique<SwarmSource>(std::move(*running)));
    };
}

} // namespace impinge::viewer
