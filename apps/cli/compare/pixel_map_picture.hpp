// SPDX-License-Identifier: Apache-2.0
//
// What an image-space method knows of every pixel, as a picture with a legend.
#pragma once

#include "image/image_planes.hpp"
#include "impinge/depth_methods.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impinge::cli {

enum class MapPicture : std::uint8_t { Cases, Stages, Convexity, LayersA, LayersB, Overlap, Open };

/// "cases", "stages", "convexity", "layers-a", "layers-b", "overlap", "open", as on the command
/// line.
const char* to_string(MapPicture picture);
std::optional<MapPicture> map_picture(std::string_view name);
/// All of them with commas.
std::string map_picture_names();

/// "b, c  B ends behind A", as legends have it.
const char* case_words(imagespace::PixelCase found);
/// "first rendering (min-max)"; who settled a pixel.
const char* stage_words(imagespace::Stage stage);

/// A sentence about what it shows.
std::string explanation_of(MapPicture picture);

/// Of a map that is not empty; `name_a` and `name_b` are those of the bodies.
PaintedPlane paint_map(MapPicture picture, const imagespace::PixelMap& map,
                       const std::string& name_a, const std::string& name_b);

} // namespace impinge::cli
