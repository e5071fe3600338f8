// SPDX-License-Identifier: Apache-2.0
//
// A hand goes through a kitchen on its path, as `impinge simulate walkthrough` has it.
#include "output/picture_style.hpp"
#include "simulate/walkthrough_kitchen.hpp"
#include "simulations/sources.hpp"
#include "simulations/step_facts.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace impinge::viewer {
namespace {

using render::Colour;
using scenes::KitchenShape;

constexpr Colour skin{226, 178, 146, 255};
constexpr Colour plaster{232, 230, 224, 255};
constexpr Colour wood{190, 164, 128, 255};
constexpr Colour china{206, 218, 228, 255};
constexpr double near_margin = 0.02; // metres, as in `impinge simulate`

Colour own_colour(const cli::FixedBody& body, std::size_t number) {
    if (body.name == "floor" || body.name.starts_with("wall-")) {
        return plaster;
    }
    return body.kind == KitchenShape::Bricks   ? wood
           : body.kind == KitchenShape::Hollow ? china
                                               : cli::calm_colour(number);
}

Mesh copy_of(const Polytope& polytope) {
    const auto vertices = polytope.vertices();
    const auto triangles = polytope.mesh().triangles();
    return {{vertices.begin(), vertices.end()}, {triangles.begin(), triangles.end()}};
}

class WalkthroughSource final : public FrameSource {
  public:
    WalkthroughSource(cli::WalkthroughKitchen kitchen, std::size_t frames)
        : kitchen_(std::move(kitchen)), frames_(frames) {
        auto names = std::make_shared<std::vector<std::string>>();
        for (const cli::FixedBody& body : kitchen_.bodies()) {
            shapes_.push_back(std::make_shared<const ShapeData>(make_shape_data(body.mesh)));
            names->push_back(body.name);
        }
        for (const PartId leaf : kitchen_.hand().shape.leaves()) {
            hand_.emplace(leaf, std::make_shared<const ShapeData>(make_shape_data(
                                    copy_of(kitchen_.hand().shape.shape(leaf)), 0)));
            names->push_back(kitchen_.part_name(leaf));
        }
        names_ = std::move(names);
    }

    [[nodiscard]] Stage stage() const override {
        Box3 room;
        for (const cli::FixedBody& body : kitchen_.bodies()) {
            for (const Vec3d vertex : body.mesh.positions) {
                room = extend(room, vertex);
            }
        }
        return {.what = fmt::format("a hand of {} parts in a kitchen of {} bodies", hand_.size(),
                                    shapes_.size()),
                .camera = {.from = {0.42, -1, 0.5}, .vertical_angle_degrees = 30},
                .shown = {room.min, room.max}};
    }

    Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t frame,
                                                          const Context& context) override {
        const auto last = static_cast<double>(std::max<std::size_t>(2, frames_) - 1);
        if (Status status = kitchen_.move_hand(static_cast<double>(frame) / last); !status) {
            return status.error();
        }
        const auto step = kitchen_.step(context);
        if (!step) {
            return step.error();
        }
        if (step->partial) {
            return std::shared_ptr<const SimulationFrame>();
        }
        auto made = std::make_shared<SimulationFrame>();
        made->hash = step->hash;
        made->facts = facts_of(*step);
        made->names = names_;
        add_bodies(*made);
        if (Status status = add_pairs(*made, *step); !status) {
            return status.error();
        }
        return std::shared_ptr<const SimulationFrame>(std::move(made));
    }

  private:
    void add_bodies(SimulationFrame& frame) const {
        for (std::uint32_t i = 0; i < shapes_.size(); ++i) {
            frame.bodies.push_back({.shape = shapes_[i],
                                    .pose = {},
                                    .colour = own_colour(kitchen_.bodies()[i], i),
                                    .number = i});
        }
        const auto [shape, pose] = kitchen_.hand();
        for (const auto& [leaf, drawn] : hand_) {
            frame.bodies.push_back({.shape = drawn,
                                    .pose = compose(pose, shape.pose(leaf)),
                                    .colour = skin,
                                    .number = static_cast<std::uint32_t>(frame.bodies.size())});
        }
    }

    /// Which part of the hand meets which body; what meets is red.
    Status add_pairs(SimulationFrame& frame, const WorldStep& step) const {
        auto lines = std::make_shared<Segments>();
        for (const WorldPair& pair : step.pairs) {
            if (!pair.interferes()) {
                const auto closest = kitchen_.with_closest_points(pair);
                if (!closest) {
                    return closest.error();
                }
                const auto of_pair = features_of({&*closest, 1});
                lines->insert(lines->end(), of_pair->begin(), of_pair->end());
                continue;
            }
            const auto parts = kitchen_.colliding_parts(pair);
            if (!parts) {
                return parts.error();
            }
            const auto other = static_cast<std::uint32_t>(
                std::ranges::find(kitchen_.bodies(), kitchen_.other(pair).id, &cli::FixedBody::id) -
                kitchen_.bodies().begin());
            for (const PartId part : *parts) {
                const auto number = static_cast<std::uint32_t>(
                    shapes_.size() +
                    static_cast<std::size_t>(std::distance(hand_.begin(), hand_.find(part))));
                frame.pairs.push_back({number, other, pair.verdict, 0});
                for (const std::uint32_t body : {number, other}) {
                    frame.bodies[body].state =
                        std::max(frame.bodies[body].state, state_of(pair.verdict));
                    frame.bodies[body].colour = cli::red_colour(body == other ? 1 : 0);
                }
            }
        }
        frame.features = std::move(lines);
        return {};
    }

    cli::WalkthroughKitchen kitchen_;
    std::size_t frames_;
    std::vector<std::shared_ptr<const ShapeData>> shapes_;
    std::map<PartId, std::shared_ptr<const ShapeData>> hand_;
    std::shared_ptr<const std::vector<std::string>> names_;
};

} // namespace

MakeSource walkthrough_source(const SimulationWish& /*wish*/, std::size_t frames) {
    return [frames](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
        auto kitchen = cli::WalkthroughKitchen::furnish(near_margin);
        if (!kitchen) {
            return kitchen.error();
        }
        return std::unique_ptr<FrameSource>(
            std::make_unique<WalkthroughSource>(std::move(*kitchen), frames));
    };
}

} // namespace impinge::viewer
