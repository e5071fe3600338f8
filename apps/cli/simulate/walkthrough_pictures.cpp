// SPDX-License-Identifier: Apache-2.0
#include "simulate/walkthrough_pictures.hpp"

#include "output/picture_style.hpp"

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::KitchenShape;

constexpr Colour skin{226, 178, 146, 255};
constexpr Colour plaster{232, 230, 224, 255};
constexpr Colour wood{190, 164, 128, 255};
constexpr Colour china{206, 218, 228, 255};
constexpr render::Camera from_the_front{.from = {0.42, -1, 0.5}, .vertical_angle_degrees = 30};

bool is_room(const FixedBody& body) {
    return body.name == "floor" || body.name.starts_with("wall-back") || body.name == "wall-left";
}

Colour calm_colour_of(const FixedBody& body, std::size_t index) {
    if (is_room(body)) {
        return plaster;
    }
    switch (body.kind) {
    case KitchenShape::Bricks:
        return wood;
    case KitchenShape::Hollow:
        return china;
    case KitchenShape::Convex:
        break;
    }
    return calm_colour(index);
}

/// Everything stays in sight, but the hand is in the middle and large.
render::Camera near(Vec3d middle) {
    render::Camera camera = from_the_front;
    camera.middle = middle;
    camera.zoom = 9;
    return camera;
}

std::vector<Vec3d> whole_room(const WalkthroughKitchen& kitchen) {
    std::vector<Vec3d> points;
    for (const FixedBody& body : kitchen.bodies()) {
        points.insert(points.end(), body.mesh.positions.begin(), body.mesh.positions.end());
    }
    return points;
}

/// Of the hand, of its parts, and of what the first one overlaps.
Status add_boxes(render::PictureScene& scene, const WalkthroughKitchen& kitchen) {
    const auto [hand, pose] = kitchen.hand();
    std::vector<Box3> overlapping{hand.world_box(pose)};
    std::vector<Box3> of_parts;
    for (const FixedBody& body : kitchen.bodies()) {
        const auto box = kitchen.world().box(body.id);
        if (!box) {
            return box.error();
        }
        if (!is_room(body) && boxes_overlap(*box, overlapping.front())) {
            overlapping.push_back(*box);
        }
    }
    for (const PartId leaf : hand.leaves()) {
        Box3 box;
        for (const Vec3d vertex : hand.shape(leaf).vertices()) {
            box = extend(box, apply(pose, apply(hand.pose(leaf), vertex)));
        }
        of_parts.push_back(box);
    }
    add_box_lines(scene, overlapping, of_parts);
    return {};
}

} // namespace

Expected<WalkthroughPictures> WalkthroughPictures::open(const WalkthroughKitchen& kitchen,
                                                        const SimulationPictureOptions& options,
                                                        Viewpoint viewpoint,
                                                        const Context& context) {
    auto pictures = SimulationPictures::open(options, from_the_front, whole_room(kitchen), context);
    if (!pictures) {
        return pictures.error();
    }
    WalkthroughPictures made(std::move(*pictures), options, viewpoint);
    if (const Status status = made.make_shapes(kitchen); !status) {
        return status.error();
    }
    return made;
}

Status WalkthroughPictures::make_shapes(const WalkthroughKitchen& kitchen) {
    for (const FixedBody& body : kitchen.bodies()) {
        auto shape = pictures_.renderer().make_shape(body.mesh.view());
        if (!shape) {
            return shape.error();
        }
        bodies_.push_back(std::move(*shape));
    }
    const Hierarchy& hand = kitchen.hand().shape;
    for (const PartId leaf : hand.leaves()) {
        auto shape = pictures_.renderer().make_shape(hand.shape(leaf).mesh(),
                                                     {.shading = render::Shading::Flat});
        if (!shape) {
            return shape.error();
        }
        hand_.emplace(leaf, std::move(*shape));
    }
    return {};
}

Expected<std::string> WalkthroughPictures::write(const WalkthroughKitchen& kitchen,
                                                 const Content& content, std::size_t frame) {
    render::PictureScene scene;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const FixedBody& body = kitchen.bodies()[i];
        const bool red = content.colliding_bodies.contains(body.id.index);
        scene.bodies.push_back(
            {.shape = bodies_[i],
             .paint = {.colour = red ? red_colour(1) : calm_colour_of(body, i)}});
    }
    const auto [hand, pose] = kitchen.hand();
    for (const auto& [leaf, shape] : hand_) {
        const bool red = content.colliding_parts.contains(leaf);
        scene.bodies.push_back({.shape = shape,
                                .pose = compose(pose, hand.pose(leaf)),
                                .paint = {.colour = red ? red_colour(0) : skin}});
    }
    if (options_.boxes) {
        if (const Status status = add_boxes(scene, kitchen); !status) {
            return status.error();
        }
    }
    if (options_.features) {
        add_feature_lines(scene, content.near_pairs);
    }
    if (viewpoint_ == Viewpoint::WithHand) {
        if (const Status status = pictures_.look(near(pose.translation), whole_room(kitchen));
            !status) {
            return status.error();
        }
    }
    return pictures_.write(scene, frame);
}

} // namespace impinge::cli
