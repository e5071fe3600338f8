// SPDX-License-Identifier: Apache-2.0
#include "simulate/simulate_pictures.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "io/png.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;

constexpr Colour feature_colour{255, 226, 64, 255};
constexpr Colour border_colour{40, 30, 20, 255};
constexpr Colour overlapping_box_colour{24, 70, 140, 220};
constexpr Colour other_box_colour{96, 108, 124, 90};

Status make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return Error{ErrorCode::FileUnwritable, folder + ": cannot be made: " + error.message()};
    }
    return {};
}

Vec3d corner(const Box3& box, unsigned number) {
    return {(number & 1U) != 0 ? box.max.x : box.min.x, (number & 2U) != 0 ? box.max.y : box.min.y,
            (number & 4U) != 0 ? box.max.z : box.min.z};
}

std::vector<render::Segment> edges_of(std::span<const Box3> boxes) {
    std::vector<render::Segment> segments;
    for (const Box3& box : boxes) {
        append_box(box, segments);
    }
    return segments;
}

/// Moved to the side by a part of the distance to the picture, which stays where it is: eyes that
/// look the same way, at one window.
raster::View from_an_eye(raster::View view, double picture_distance, double aside) {
    view.eye = view.eye + view.axis_x * (aside * picture_distance);
    view.min_x -= aside;
    view.max_x -= aside;
    return view;
}

render::Picture side_by_side(const render::Picture& left, const render::Picture& right) {
    render::Picture both(left.width + right.width, left.height, render::white);
    for (int y = 0; y < left.height; ++y) {
        std::copy_n(&left.at(0, y), left.width, &both.at(0, y));
        std::copy_n(&right.at(0, y), right.width, &both.at(left.width, y));
    }
    return both;
}

} // namespace

void add_simulation_picture_options(Verb& kind, SimulationPictureOptions& options) {
    kind.option("--pictures", &options.folder, "FOLDER",
                "Folder for a picture of each frame; made if missing. Bodies that collide are "
                "red");
    kind.option("--every", &options.every, "K", "Only every K-th frame has a picture")
        .between(1, 1'000'000'000);
    kind.flag("--boxes", &options.boxes, "Show the boxes of bodies, those that overlap darker");
    kind.flag("--features", &options.features,
              "Show lines between the closest features of bodies whose boxes overlap");
    kind.flag("--stereo", &options.stereo,
              "Each picture twice, side by side: for the left eye, then for the right one");
    kind.option("--size", &options.size, "WxH",
                "Of pictures, in pixels: 1200x900 unless said; N is a square");
}

Status check_picture_options(const SimulationPictureOptions& options) {
    if (options.folder.empty() &&
        (options.boxes || options.features || options.stereo || options.every != 1)) {
        return usage_error("--boxes, --features, --stereo, --every: are for --pictures FOLDER");
    }
    const auto size = parse_size("--size", options.size);
    return size ? Status() : size.error();
}

Expected<SimulationPictures> SimulationPictures::open(const SimulationPictureOptions& options,
                                                      const render::Camera& camera,
                                                      std::span<const Vec3d> shown,
                                                      const Context& context) {
    const auto size = parse_size("--size", options.size);
    if (!size) {
        return size.error();
    }
    if (Status status = make_folder(options.folder); !status) {
        return status.error();
    }
    auto device = raster::make_device(raster::DeviceKind::Software, {}, context);
    if (!device) {
        return device.error();
    }
    SimulationPictures pictures;
    pictures.options_ = options;
    pictures.render_.width = size->width;
    pictures.render_.height = size->height;
    pictures.context_ = context;
    pictures.device_ = std::move(*device);
    pictures.renderer_ = std::make_unique<render::Renderer>(*pictures.device_);
    if (Status status = pictures.look(camera, shown); !status) {
        return status.error();
    }
    return pictures;
}

Status SimulationPictures::look(const render::Camera& camera, std::span<const Vec3d> shown) {
    auto view = render::frame_points(camera, shown, render_.width, render_.height);
    if (!view) {
        return view.error();
    }
    render_.view = *view;
    picture_distance_ = camera.middle ? dot(*camera.middle - view->eye, view->axis_z)
                                      : (view->near + view->far) / 2;
    return {};
}

Expected<std::optional<render::Picture>> SimulationPictures::draw(const render::PictureScene& scene,
                                                                  const raster::View& view) {
    render::RenderOptions options = render_;
    options.view = view;
    auto drawn = renderer_->render(scene, options, context_);
    if (!drawn) {
        return drawn.error();
    }
    return drawn->partial ? std::nullopt : std::optional(std::move(drawn->picture));
}

Expected<std::optional<render::Picture>>
SimulationPictures::draw_both_eyes(const render::PictureScene& scene) {
    constexpr double half_between_eyes = 1.0 / 60; // of the distance to the picture
    auto left = draw(scene, from_an_eye(*render_.view, picture_distance_, -half_between_eyes));
    if (!left || !*left) {
        return left;
    }
    auto right = draw(scene, from_an_eye(*render_.view, picture_distance_, half_between_eyes));
    if (!right || !*right) {
        return right;
    }
    return std::optional(side_by_side(**left, **right));
}

Expected<std::string> SimulationPictures::write(const render::PictureScene& scene,
                                                std::size_t frame) {
    const auto picture = options_.stereo ? draw_both_eyes(scene) : draw(scene, *render_.view);
    if (!picture) {
        return picture.error();
    }
    if (!*picture) {
        return std::string(); // a picture cannot say of itself that it is unfinished
    }
    const std::string file =
        (std::filesystem::path(options_.folder) / fmt::format("frame-{:04}.png", frame)).string();
    if (Status status = write_png(file, **picture); !status) {
        return status.error();
    }
    return file;
}

void append_box(const Box3& box, std::vector<render::Segment>& segments) {
    if (is_empty(box)) {
        return;
    }
    for (unsigned from = 0; from < 8; ++from) {
        for (const unsigned axis_bit : {1U, 2U, 4U}) {
            if ((from & axis_bit) == 0) {
                segments.push_back({corner(box, from), corner(box, from | axis_bit)});
            }
        }
    }
}

void add_box_lines(render::PictureScene& scene, std::span<const Box3> overlapping,
                   std::span<const Box3> others) {
    scene.lines.push_back(
        {.segments = edges_of(others), .colour = other_box_colour, .width_pixels = 1});
    scene.lines.push_back({.segments = edges_of(overlapping),
                           .colour = overlapping_box_colour,
                           .width_pixels = 1.5,
                           .hidden_opacity = 0.3});
}

void add_feature_lines(render::PictureScene& scene, std::span<const WorldPair> pairs) {
    std::vector<render::Segment> lines;
    std::vector<render::Segment> ends;
    for (const WorldPair& pair : pairs) {
        if (!pair.interferes() && pair.closest && !pair.closest->penetrating) {
            const Vec3d a = pair.closest->point_a;
            const Vec3d b = pair.closest->point_b;
            lines.push_back({a, b});
            ends.push_back({a, a});
            ends.push_back({b, b});
        }
    }
    // Bodies whose boxes overlap are near each other: short lines, drawn as dumbbells. Seldom do
    // both ends face the eye; what bodies hide shows through them.
    constexpr double hidden_opacity = 0.75;
    const auto add = [&](const std::vector<render::Segment>& segments, Colour colour,
                         double width_pixels) {
        scene.lines.push_back({segments, colour, width_pixels, hidden_opacity});
    };
    add(lines, border_colour, 6);
    add(ends, border_colour, 10);
    add(lines, feature_colour, 3.5);
    add(ends, feature_colour, 7);
}

} // namespace impinge::cli
