// SPDX-License-Identifier: Apache-2.0
//
// The named rendering passes that `impinge image` can show: those that the image-space methods are
// made of.
#pragma once

#include "impinge/raster.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace impinge::cli {

/// What a pass is drawn with.
struct Stage {
    raster::Device& device;
    const raster::View& view;
    std::span<const raster::Draw> draws;
};

/// How the bits of the stencil plane are to be read.
enum class StencilNumbers : std::uint8_t { Unsigned, Signed, SignedSevenBits };

using DrawnTarget = Expected<std::unique_ptr<raster::Target>>;

/// Every pass writes the body into the first id plane, so that a pixel without one is empty.
struct NamedPass {
    const char* name;
    const char* explanation; ///< a sentence
    const char* second_id;   ///< what the second id plane holds: "triangle" or "edge"
    raster::Parts parts;
    StencilNumbers stencil;
    DrawnTarget (*draw)(const Stage& stage);
};

std::span<const NamedPass> image_passes();

/// Null if there is none of this name.
const NamedPass* find_image_pass(std::string_view name);

/// "nearest, farthest, ..."
std::string image_pass_names();

/// The number that a byte of the stencil plane stands for.
int stencil_number(std::uint8_t value, StencilNumbers numbers);

} // namespace impinge::cli
