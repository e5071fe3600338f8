// SPDX-License-Identifier: Apache-2.0
#include "impinge/render.hpp"

#include "base/no_throw.hpp"
#include "mesh/positions.hpp"
#include "render/compose.hpp"
#include "render/layers.hpp"
#include "render/occlusion.hpp"
#include "render/pixel_shader.hpp"
#include "render/scene_lines.hpp"
#include "render/surface_point.hpp"

#include <algorithm>

namespace impinge::inline v0::render {

struct Renderer::State {
    DeviceLayers layers;
};

namespace {

bool is_part(double value) { return value >= 0 && value <= 1; }

Status check(const RenderOptions& options) {
    if (options.width < 1 || options.height < 1) {
        return invalid("render: a picture needs pixels");
    }
    if (options.samples < 1 || options.samples > static_cast<int>(most_samples)) {
        return invalid("render: samples must be from 1 to 8");
    }
    if (options.max_layers < 0) {
        return invalid("render: max_layers must not be negative");
    }
    if (options.view &&
        (options.view->width != options.width || options.view->height != options.height)) {
        return invalid("render: the view and the picture differ in size");
    }
    const Light& light = options.light;
    if (!is_part(light.occlusion) || !is_part(light.shadow) || !is_part(options.slant_opacity) ||
        !is_part(options.outline)) {
        return invalid("render: occlusion, shadow, slant_opacity and outline lie between 0 and 1");
    }
    for (const double strength : {light.key, light.fill, light.sky, light.rim, light.highlight}) {
        if (!(strength >= 0 && strength <= 1e6)) {
            return invalid("render: lights must have strengths from 0 to 1000000");
        }
    }
    if (!is_finite(light.key_from) || !is_finite(light.fill_from)) {
        return invalid("render: lights must stand in finite directions");
    }
    return {};
}

Status check(const PictureScene& scene) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const PictureBody& body = scene.bodies[i];
        const std::string name = "render: body " + std::to_string(i);
        if (!body.shape) {
            return invalid(name + " has no shape");
        }
        const Paint& paint = body.paint;
        if (!paint.face_colours.empty() &&
            paint.face_colours.size() != body.shape->triangles.size()) {
            return invalid(name + " needs one colour for each of its triangles");
        }
        if (!paint.vertex_colours.empty() &&
            paint.vertex_colours.size() != body.shape->positions.size()) {
            return invalid(name + " needs one colour for each of its vertices");
        }
    }
    return {};
}

/// Everything that should be in the picture.
std::vector<Vec3d> points_of(const PictureScene& scene) {
    std::vector<Vec3d> points;
    for (const PictureBody& body : scene.bodies) {
        append_world_points(body, points);
    }
    for (const Lines& lines : scene.lines) {
        for (const Segment& segment : lines.segments) {
            points.insert(points.end(), segment.begin(), segment.end());
        }
    }
    for (const Label& label : scene.labels) {
        points.push_back(label.point);
    }
    return points;
}

std::vector<Vec3d> opaque_points(std::span<const PictureBody> bodies) {
    std::vector<Vec3d> points;
    for (const PictureBody& body : bodies) {
        if (!is_transparent(body)) {
            append_world_points(body, points);
        }
    }
    return points;
}

Expected<raster::View> view_of(const PictureScene& scene, const RenderOptions& options) {
    if (options.view) {
        return *options.view;
    }
    const std::vector<Vec3d> points = points_of(scene);
    // Without points any view shows the scene.
    const std::vector<Vec3d> origin{Vec3d{}};
    return frame_points(options.camera, points.empty() ? origin : points, options.width,
                        options.height);
}

/// The same window with several samples in each pixel.
raster::View finer(raster::View view, int samples) {
    view.width *= samples;
    view.height *= samples;
    return view;
}

void draw_labels(Picture& picture, const PictureScene& scene, const raster::View& view) {
    for (const Label& label : scene.labels) {
        const PixelPoint place = to_picture(view, label.point);
        const double distance = dot(view.axis_z, label.point - view.eye);
        const bool before =
            view.projection == raster::Projection::Orthographic || distance >= view.near;
        if (before && place.x >= 0 && place.y >= 0 && place.x <= view.width &&
            place.y <= view.height) {
            draw_text(picture, place, label.text, label.style);
        }
    }
}

/// What the light needs to know about the opaque surfaces.
Status prepare(PixelShader& shader, const PictureScene& scene, const RenderOptions& options,
               const Layer& opaque, DeviceLayers& layers, const raster::View& view,
               const Context& context) {
    const Light& light = options.light;
    if (light.occlusion > 0) {
        shader.sky_openness = sky_openness(opaque, view, options.samples, light.occlusion, context);
    }
    const std::vector<Vec3d> points =
        light.shadow > 0 ? opaque_points(scene.bodies) : std::vector<Vec3d>();
    if (!points.empty()) {
        auto shadow = layers.draw_shadows(scene.bodies, shader.lighting.key_direction(), points);
        if (!shadow) {
            return shadow.error();
        }
        shader.shadow = std::move(*shadow);
        shader.shadow_strength = static_cast<float>(light.shadow);
    }
    return {};
}

} // namespace

Renderer::Renderer(raster::Device& device) : state_(new State{DeviceLayers(device)}) {}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

Expected<std::shared_ptr<Shape>> Renderer::make_shape(const MeshView& mesh,
                                                      const ShapeOptions& options) {
    return no_throw([&]() -> Expected<std::shared_ptr<Shape>> {
        if (!(options.crease_degrees >= 0 && options.crease_degrees <= 180)) {
            return invalid("render: the crease angle must lie between 0 and 180 degrees");
        }
        if (mesh.triangle_count() > std::numeric_limits<std::uint32_t>::max() / 3) {
            return Error{ErrorCode::Unsupported, "render: too many triangles in one mesh"};
        }
        auto geometry = state_->layers.device().upload(mesh);
        if (!geometry) {
            return geometry.error();
        }
        auto shape = std::make_shared<Shape>();
        shape->geometry = std::move(*geometry);
        shape->positions = gather_positions(mesh);
        shape->triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
        shape->options = options;
        shape->set_normals();
        return shape;
    });
}

Status Renderer::update_positions(Shape& shape, const MeshView& mesh) {
    return no_throw([&]() -> Status {
        if (Status status = state_->layers.device().update_positions(*shape.geometry, mesh);
            !status) {
            return status;
        }
        shape.positions = gather_positions(mesh);
        shape.set_normals();
        return {};
    });
}

Expected<Frame> Renderer::render(const PictureScene& scene, const RenderOptions& options,
                                 const Context& context) {
    return no_throw([&]() -> Expected<Frame> {
        for (const Status& status : {check(options), check(scene)}) {
            if (!status) {
                return status.error();
            }
        }
        const auto view = view_of(scene, options);
        if (!view) {
            return view.error();
        }
        const raster::View sample_view = finer(*view, options.samples);
        const auto opaque = state_->layers.draw_opaque(scene.bodies, sample_view);
        if (!opaque) {
            return opaque.error();
        }
        const Surfaces surfaces(scene.bodies, sample_view);
        const Lighting lighting(options.light, sample_view);

        std::vector<Veil> front;
        const PixelShader through{.surfaces = surfaces,
                                  .lighting = lighting,
                                  .samples = options.samples,
                                  .slant_opacity = static_cast<float>(options.slant_opacity)};
        const auto peeled = state_->layers.peel(scene.bodies, sample_view, options.max_layers,
                                                [&](const Layer& layer) {
                                                    front.resize(layer.bodies.size());
                                                    put_behind(front, layer, through, context);
                                                });
        if (!peeled.status) {
            return peeled.status.error();
        }

        PixelShader shader{.surfaces = surfaces, .lighting = lighting, .samples = options.samples};
        if (const Status status =
                prepare(shader, scene, options, *opaque, state_->layers, sample_view, context);
            !status) {
            return status.error();
        }
        const Outline outline(*opaque, sample_view, options.samples);
        const LastLayer last{*opaque, outline, static_cast<float>(options.outline)};
        PixelPlane plane =
            resolve(front, last, shader,
                    {to_veil(options.background_top), to_veil(options.background_bottom)}, context);
        for (const Lines& lines : scene.lines) {
            draw_lines(plane, lines, *view, *opaque, options.samples);
        }
        Frame frame{to_picture(plane), *view, peeled.layers, peeled.more, context.cancelled()};
        draw_labels(frame.picture, scene, *view);
        return frame;
    });
}

} // namespace impinge::inline v0::render
