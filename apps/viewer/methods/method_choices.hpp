// SPDX-License-Identifier: Apache-2.0
//
// What can be chosen of a method: the exact engine and the methods of `impinge check --method`, on
// either device, and what each of them listens to.
#pragma once

#include "impinge/raster.hpp"
#include "sampled/method.hpp"

#include <array>
#include <span>

namespace impinge::viewer {

/// In the order in which they are offered.
enum class MethodAlong : std::uint8_t { Suitable, X, Y, Z, Seen, Refined };

struct MethodSettings {
    std::size_t method = 0; ///< of method_names()
    raster::DeviceKind device = raster::DeviceKind::Software;
    int resolution = 512;
    MethodAlong along = MethodAlong::Suitable;
    Vec3d seen{0, 0, -1};        ///< the direction of Seen
    int algorithm = 4;           ///< of edge rays
    bool misses_nothing = false; ///< --refine, of surface-peeling --conservative

    friend bool operator==(const MethodSettings&, const MethodSettings&) = default;
};

/// "exact" first.
std::span<const char* const> method_names();
/// Its place in method_names(); that of "exact" if there is none.
std::size_t method_number(std::string_view name);
/// What it looks at, in a few words.
const char* method_explanation(std::size_t method);

bool takes_samples(const MethodSettings& settings);
bool is_edge_rays(const MethodSettings& settings);
/// The directions that the method can be told to look along.
std::span<const char* const> along_names(const MethodSettings& settings);
/// With which it misses nothing; null for the exact engine.
const char* thorough_option(const MethodSettings& settings);

/// As `impinge check` would understand it. Without a method for the exact engine.
cli::SampledRequest request_of(const MethodSettings& settings);

} // namespace impinge::viewer
