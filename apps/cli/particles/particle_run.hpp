// SPDX-License-Identifier: Apache-2.0
//
// A run of a scene of particles: three threads, one that finds impacts, one that draws pictures and
// one that makes sound of them. What they write does not depend on who is when done.
#pragma once

#include "impinge/device_particles.hpp"
#include "impinge/impact_map.hpp"
#include "output/progress.hpp"
#include "particles/impact_pages.hpp"
#include "particles/particle_pictures.hpp"
#include "scenes/particles/particle_scene.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

struct ParticleRequest {
    std::string source; ///< the name of the scene or of its file
    scenes::ParticleScene scene;
    raster::DeviceKind device = raster::DeviceKind::Software; ///< finds impacts
    double seconds = 4;
    double rate = 12; ///< pictures a second
    ParticlePictureOptions pictures;
    ImpactChannel channel = ImpactChannel::NormalSpeed;
    ImpactMapOptions maps;
    int sound_rate = 48000;
    std::string folder; ///< empty: nothing is written
    // What is written to the folder:
    bool wants_pictures = true;
    bool wants_maps = true;
    bool wants_impacts = true;
    bool wants_sound = true;

    [[nodiscard]] std::size_t frame_count() const;
    /// When a frame begins, which is what its picture shows; the last one ends at `seconds`.
    [[nodiscard]] double time_of(std::size_t frame) const;
};

struct ParticleFrame {
    double time = 0;
    std::uint64_t impacts = 0; ///< from then on until the next frame
    std::string picture;       ///< empty if none was made
};

struct ColliderImpacts {
    std::uint64_t count = 0;
    double first = 0; ///< seconds
    double last = 0;
    double strongest = 0; ///< normal speed
    double sum = 0;       ///< of normal speeds
};

struct ParticleReport {
    std::uint64_t particles = 0;
    std::vector<ParticleFrame> frames;
    std::vector<ColliderImpacts> colliders;
    std::uint64_t impacts = 0;
    std::uint64_t hash = 0;           ///< of all impacts, in order
    std::optional<DeviceShare> share; ///< of all frames, if a device was asked
    double flight_error = 0;
    double flight_error_bound = 0;
    std::uint64_t cut_short = 0;
    std::vector<std::string> files; ///< written, apart from pictures of frames
    bool partial = false;
    // Of each thread, in milliseconds.
    double impacts_ms = 0;
    double pictures_ms = 0;
    double sound_ms = 0;
    double total_ms = 0;
};

Expected<ParticleReport> run_particles(const ParticleRequest& request, const Context& context,
                                       Progress& progress);

} // namespace impinge::cli
