// SPDX-License-Identifier: Apache-2.0
//
// What a picture of bodies shows: which colour each has and why, and the curves where they meet.
#pragma once

#include "check/examination.hpp"
#include "impinge/render.hpp"
#include "picture/picture_options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

/// The worst that was found about a body.
enum class BodyState : std::uint8_t { Unchecked, Clear, Touching, Interfering };
const char* to_string(BodyState state); ///< "unchecked", "clear", "touching", "interfering"

/// Up to here bodies that interfere have different reds, and the legend names every body.
inline constexpr std::size_t most_bodies_shaded = 16;

struct ShownBody {
    BodyState state = BodyState::Unchecked;
    render::Colour colour;                 ///< its alpha is the opacity
    std::optional<std::size_t> label = {}; ///< the number that stands on it and in the legend
};

enum class Checked : std::uint8_t { No, Yes };

/// For every body of the examination how it is shown. Fails if --transparent names nobody.
Expected<std::vector<ShownBody>> shown_bodies(const Examination& examination, Checked checked,
                                              const PictureOptions& options);

/// The bodies as the renderer keeps them, with the lines that belong to the answer. Bodies that
/// share a mesh share its shape.
Expected<render::PictureScene> picture_scene(const Examination& examination,
                                             std::span<const ShownBody> shown,
                                             const PictureOptions& options,
                                             render::Renderer& renderer);

/// "3 bodies, 2 pairs: 1 interferes, 1 apart"
std::string picture_summary(const Examination& examination, Checked checked);

} // namespace impinge::cli
