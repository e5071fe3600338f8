// SPDX-License-Identifier: Apache-2.0
#include "simulate/scene_pictures.hpp"

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::MovedBy;

/// By body: a colour for every triangle, where some of them meet others; otherwise empty.
std::vector<std::vector<Colour>> face_colours(const scenes::MovingScene& scene,
                                              const SceneLook& look,
                                              std::span<const render::Paint> paints) {
    std::vector<std::vector<Colour>> colours(scene.bodies().size());
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const std::span<const Colour> own = paints[i].face_colours;
        colours[i].assign(own.begin(), own.end());
    }
    const auto mark = [&](std::uint32_t number, std::uint32_t triangle) {
        const scenes::SceneBody& body = scene.bodies()[number];
        if (const auto colour = look.meeting(body)) {
            std::vector<Colour>& faces = colours[number];
            if (faces.empty()) {
                faces.assign(body.mesh.triangles.size(), paints[number].colour);
            }
            faces[triangle] = *colour;
        }
    };
    for (const scenes::BodyContacts& contacts : scene.contacts().bodies) {
        for (const TrianglePair& pair : contacts.pairs) {
            mark(contacts.a, pair.a);
            mark(contacts.b, pair.b);
        }
    }
    return colours;
}

} // namespace

Expected<ScenePictures> ScenePictures::open(const SimulationPictureOptions& options, SceneLook look,
                                            const Context& context) {
    auto pictures = SimulationPictures::open(options, look.camera, look.shown, context);
    if (!pictures) {
        return pictures.error();
    }
    return ScenePictures(std::move(*pictures), std::move(look));
}

Expected<std::shared_ptr<render::Shape>> ScenePictures::shape_of(const scenes::SceneBody& body,
                                                                 std::size_t number) {
    kept_.resize(std::max(kept_.size(), number + 1));
    KeptShape& kept = kept_[number];
    const bool keeps_mesh = body.moved_by == MovedBy::Nothing || body.moved_by == MovedBy::Forces;
    if (kept.shape && keeps_mesh && kept.name == body.name &&
        kept.triangles == body.mesh.triangles.size()) {
        return kept.shape;
    }
    auto shape = pictures_.renderer().make_shape(body.mesh.view(), look_.shading(body));
    if (shape) {
        kept = {body.name, body.mesh.triangles.size(), *shape};
    }
    return shape;
}

Expected<std::string> ScenePictures::write(const scenes::MovingScene& scene, std::size_t frame) {
    std::vector<render::Paint> paints;
    for (std::size_t i = 0; i < scene.bodies().size(); ++i) {
        paints.push_back(look_.paint(scene.bodies()[i], i));
    }
    const auto colours = face_colours(scene, look_, paints);
    render::PictureScene drawn;
    for (std::size_t i = 0; i < scene.bodies().size(); ++i) {
        const scenes::SceneBody& body = scene.bodies()[i];
        auto shape = shape_of(body, i);
        if (!shape) {
            return shape.error();
        }
        paints[i].face_colours = colours[i];
        drawn.bodies.push_back({.shape = *shape, .pose = body.pose, .paint = paints[i]});
    }
    if (look_.lines) {
        drawn.lines = look_.lines(scene);
    }
    return pictures_.write(drawn, frame);
}

} // namespace impinge::cli
