// SPDX-License-Identifier: Apache-2.0
//
// Impacts and their sound as pictures that explain themselves: the impact map of a collider, and
// the spectrogram of a sound.
#pragma once

#include "impinge/impact_map.hpp"
#include "impinge/impact_sound.hpp"
#include "impinge/picture.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace impinge::cli {

/// What the colours of an impact map show.
enum class ImpactChannel : std::uint8_t { Count, Sum, Time, Speed, NormalSpeed, Angle };

std::optional<ImpactChannel> impact_channel_from_string(std::string_view name);

struct MapPageRequest {
    std::string collider; ///< its name
    ImpactChannel channel = ImpactChannel::NormalSpeed;
    ImpactRule rule = ImpactRule::Latest;
    double from = 0; ///< seconds
    double to = 0;
};

render::Picture impact_map_page(const ImpactMap& map, const MapPageRequest& request);

/// Without axes: time to the right over the whole width, each octave as high as the next.
render::Picture spectrogram_plane(const Sound& sound, int width, int height);

/// Both channels together: time to the right, frequencies upwards, each octave as high as the next.
render::Picture spectrogram(const Sound& sound, const std::string& title);

} // namespace impinge::cli
