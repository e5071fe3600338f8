// SPDX-License-Identifier: Apache-2.0
//
// Cloth, creature and shatter: scenes that move by themselves, as `impinge simulate` has them, with
// the pairs of triangles that the exact engine found.
#include "output/stopwatch.hpp"
#include "scenes/creature.hpp"
#include "scenes/shatter.hpp"
#include "scenes/torn_cloth.hpp"
#include "simulate/moving_scene_run.hpp"
#include "simulate/scene_looks.hpp"
#include "simulations/sources.hpp"
#include "simulations/step_facts.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace impinge::viewer {
namespace {

using render::Colour;
using scenes::MovingScene;
using scenes::SceneBody;

/// A body as it is drawn: in parts, where its faces have several colours.
struct DrawnParts {
    struct Part {
        std::shared_ptr<const ShapeData> shape;
        Colour colour;
    };
    /// Of a triangle of the body.
    struct Place {
        std::uint32_t part = 0;
        std::uint32_t triangle = 0; ///< of the part
    };

    std::string name;
    std::size_t triangles = 0;
    std::vector<Part> parts;
    std::vector<Place> places;
};

std::size_t bytes_of(const ShapeData& shape) {
    return shape.vertices.size() * sizeof(ShapeVertex) +
           shape.corners.size() * sizeof(std::uint32_t);
}

DrawnParts drawn_parts(const SceneBody& body, const render::Paint& paint, double crease_degrees) {
    DrawnParts out{
        .name = body.name, .triangles = body.mesh.triangles.size(), .parts = {}, .places = {}};
    std::vector<std::pair<Colour, Mesh>> pieces;
    out.places.reserve(out.triangles);
    for (std::size_t i = 0; i < out.triangles; ++i) {
        const Colour colour = paint.face_colours.empty() ? paint.colour : paint.face_colours[i];
        auto piece = std::ranges::find(pieces, colour, &std::pair<Colour, Mesh>::first);
        if (piece == pieces.end()) {
            pieces.emplace_back(colour, Mesh{body.mesh.positions, {}});
            piece = std::prev(pieces.end());
        }
        out.places.push_back({static_cast<std::uint32_t>(piece - pieces.begin()),
                              static_cast<std::uint32_t>(piece->second.triangles.size())});
        piece->second.triangles.push_back(body.mesh.triangles[i]);
    }
    for (const auto& [colour, mesh] : pieces) {
        out.parts.push_back(
            {std::make_shared<const ShapeData>(make_shape_data(mesh, crease_degrees)), colour});
    }
    return out;
}

class MovingSceneSource final : public FrameSource {
  public:
    MovingSceneSource(std::unique_ptr<MovingScene> scene, cli::SceneLook look, std::string what)
        : scene_(std::move(scene)), look_(std::move(look)), what_(std::move(what)) {}

    [[nodiscard]] Stage stage() const override {
        const bool marks = std::ranges::any_of(scene_->bodies(), [&](const SceneBody& body) {
            return look_.meeting(body).has_value();
        });
        return {.what = what_,
                .camera = look_.camera,
                .shown = look_.shown,
                .painted_by_verdict = false,
                .shows_meeting = marks};
    }

    Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t frame,
                                                          const Context& context) override {
        const cli::Stopwatch watch;
        if (frame > 0) {
            if (const Status status = scene_->advance(context); !status) {
                return status.error();
            }
        }
        if (context.cancelled()) {
            return std::shared_ptr<const SimulationFrame>();
        }
        auto made = std::make_shared<SimulationFrame>();
        made->hash = scene_->hash();
        add_facts(*made, watch.milliseconds());
        add_bodies(*made);
        return std::shared_ptr<const SimulationFrame>(std::move(made));
    }

  private:
    void add_facts(SimulationFrame& frame, double move_ms) const {
        const scenes::FrameContacts& contacts = scene_->contacts();
        const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
        frame.facts = {{"colliding", count(contacts.bodies.size())},
                       {"crossing", count(contacts.count(Verdict::Crossing))},
                       {"touching", count(contacts.count(Verdict::Touching))},
                       {"triangle_pairs", count(contacts.triangle_pairs())},
                       {"candidates", count(contacts.candidates)},
                       {"splits", count(scene_->splits())},
                       {"body_count", count(scene_->bodies().size())},
                       {"triangles", count(scene_->triangle_count())},
                       {"vertices", count(scene_->vertex_count())},
                       {"contacts", contacts.milliseconds, "ms"},
                       {"move", move_ms, "ms"}};
    }

    /// Kept from frame to frame as long as a body keeps its mesh.
    const DrawnParts& parts_of(const SceneBody& body, std::size_t number, SimulationFrame& frame) {
        DrawnParts& kept = kept_[number];
        const bool keeps_mesh =
            body.moved_by == scenes::MovedBy::Nothing || body.moved_by == scenes::MovedBy::Forces;
        if (!keeps_mesh || kept.name != body.name || kept.triangles != body.mesh.triangles.size()) {
            kept = drawn_parts(body, look_.paint(body, number), look_.shading(body).crease_degrees);
        }
        if (!keeps_mesh) {
            for (const DrawnParts::Part& part : kept.parts) {
                frame.bytes_of_its_own += bytes_of(*part.shape);
            }
        }
        return kept;
    }

    void add_bodies(SimulationFrame& frame) {
        const std::span<const SceneBody> bodies = scene_->bodies();
        kept_.resize(bodies.size());
        const auto states = states_and_pairs(frame);
        const auto meeting = meeting_triangles();
        auto names = std::make_shared<std::vector<std::string>>();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            names->push_back(bodies[i].name);
            const DrawnParts& parts = parts_of(bodies[i], i, frame);
            std::vector<std::shared_ptr<std::vector<std::uint32_t>>> marked(parts.parts.size());
            for (const std::uint32_t triangle : meeting[i]) {
                const DrawnParts::Place place = parts.places[triangle];
                auto& list = marked[place.part];
                list = list ? list : std::make_shared<std::vector<std::uint32_t>>();
                list->push_back(place.triangle);
            }
            for (std::size_t k = 0; k < parts.parts.size(); ++k) {
                frame.bodies.push_back({.shape = parts.parts[k].shape,
                                        .pose = bodies[i].pose,
                                        .colour = parts.parts[k].colour,
                                        .state = states[i],
                                        .number = static_cast<std::uint32_t>(i),
                                        .meeting = std::move(marked[k])});
            }
        }
        if (!names_ || *names_ != *names) {
            names_ = std::move(names);
        }
        frame.names = names_;
    }

    std::vector<BodyState> states_and_pairs(SimulationFrame& frame) const {
        std::vector<BodyState> states(scene_->bodies().size(), BodyState::Clear);
        for (const scenes::BodyContacts& contacts : scene_->contacts().bodies) {
            frame.pairs.push_back(
                {contacts.a, contacts.b, contacts.verdict, contacts.pairs.size()});
            const BodyState state = state_of(contacts.verdict);
            states[contacts.a] = std::max(states[contacts.a], state);
            states[contacts.b] = std::max(states[contacts.b], state);
        }
        return states;
    }

    /// By body, sorted; of those whose contacts are of interest.
    std::vector<std::vector<std::uint32_t>> meeting_triangles() const {
        std::vector<std::vector<std::uint32_t>> out(scene_->bodies().size());
        for (const scenes::BodyContacts& contacts : scene_->contacts().bodies) {
            for (const TrianglePair& pair : contacts.pairs) {
                out[contacts.a].push_back(pair.a);
                out[contacts.b].push_back(pair.b);
            }
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (scene_->bodies()[i].moved_by == scenes::MovedBy::Nothing) {
                out[i].clear();
            }
            std::ranges::sort(out[i]);
            out[i].erase(std::unique(out[i].begin(), out[i].end()), out[i].end());
        }
        return out;
    }

    std::unique_ptr<MovingScene> scene_;
    cli::SceneLook look_;
    std::string what_;
    std::vector<DrawnParts> kept_;
    std::shared_ptr<const std::vector<std::string>> names_;
};

MakeSource source_of(cli::MakeScene make, cli::SceneLook (*look)(), std::string what) {
    return [make = std::move(make), look, what = std::move(what)](
               const Context& context) -> Expected<std::unique_ptr<FrameSource>> {
        auto scene = make(context);
        if (!scene) {
            return scene.error();
        }
        return std::unique_ptr<FrameSource>(
            std::make_unique<MovingSceneSource>(std::move(*scene), look(), what));
    };
}

} // namespace

MakeSource cloth_source(const SimulationWish& wish, std::size_t /*frames*/) {
    scenes::TornClothParameters parameters;
    parameters.bodies = wish.bodies.value_or(parameters.bodies);
    parameters.seed = wish.seed.value_or(parameters.seed);
    return source_of(cli::maker_of<scenes::TornCloth>(parameters), cli::cloth_look,
                     "thorny bodies fall on a cloth");
}

MakeSource creature_source(const SimulationWish& wish, std::size_t /*frames*/) {
    scenes::CreatureParameters parameters;
    parameters.balls = wish.bodies.value_or(parameters.balls);
    parameters.seed = wish.seed.value_or(parameters.seed);
    return source_of(cli::maker_of<scenes::CreatureAmongBalls>(parameters), cli::creature_look,
                     "a lizard walks through balls");
}

MakeSource shatter_source(const SimulationWish& wish, std::size_t /*frames*/) {
    scenes::ShatterParameters parameters;
    parameters.pieces = wish.bodies.value_or(parameters.pieces);
    parameters.seed = wish.seed.value_or(parameters.seed);
    return source_of(cli::maker_of<scenes::ShatteringVase>(parameters), cli::shatter_look,
                     "a ball breaks a vase");
}

} // namespace impinge::viewer
