// SPDX-License-Identifier: Apache-2.0
//
// What a device has drawn, in memory: for every sample the nearest surface, or none.
#pragma once

#include "impinge/raster.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge::inline v0::render {

/// Which surface a sample shows: a triangle of a body.
struct SurfaceId {
    std::uint32_t body = raster::no_id;
    std::uint32_t triangle = raster::no_id;

    [[nodiscard]] bool is_none() const { return body == raster::no_id; }
    friend bool operator==(const SurfaceId&, const SurfaceId&) = default;
};

/// Rows from the bottom, as the device has them.
struct Layer {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> bodies = {};
    std::vector<std::uint32_t> triangles = {};
    std::vector<float> depths = {};

    [[nodiscard]] std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
    [[nodiscard]] SurfaceId surface(std::size_t at) const { return {bodies[at], triangles[at]}; }
};

/// The pass that leaves what Layer reads.
inline constexpr raster::Pass surface_pass{
    .ids = {raster::IdSource::Body, raster::IdSource::Triangle}};

/// Waits for the device. Depths are read only if asked for.
enum class LayerParts : std::uint8_t { Ids, IdsAndDepths };
Expected<Layer> read_layer(raster::Device& device, const raster::Target& target, LayerParts parts);

} // namespace impinge::inline v0::render
