// SPDX-License-Identifier: Apache-2.0
//
// Particles on a device: the same impacts, found by the processor or through OpenGL.
//
//     impinge::Expected<std::size_t> hits_of_a_frame(const impinge::ParticleSystem& hail,
//                                                    impinge::raster::Device& device, double now) {
//         auto particles = impinge::DeviceParticles::make(hail, device);
//         if (!particles) {
//             return particles.error();
//         }
//         const auto found = particles->impacts(now, now + 1.0 / 60);
//         return found ? found->impacts.list.size() : 0;
//     }
//
// A GPU computes starts, flights and what each life hits first in doubles, with bounds of their
// error; a life it is not sure about (it grazes, hits a border or an outline, comes near a blend,
// meets two colliders at nearly one time) is left to the processor. So is what comes after a first
// bounce, and flight through air. The lists of impacts are the same bit by bit on every device,
// since of a life that hits, the processor computes the record, from the one collider that is hit.
//
// Maps that a GPU draws are its own work: an impact may be in the neighbour of the texel in which
// the processor has it, where it lies within 2^-30 of the border; numbers are floats; and where two
// impacts of a texel are closer than a float tells, either may be shown.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/impact_map.hpp"
#include "impinge/particles.hpp"
#include "impinge/raster.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace impinge::inline v0 {

/// Who did what of a query.
struct DeviceShare {
    std::uint64_t by_device = 0;    ///< lives whose first impact the device decided
    std::uint64_t by_processor = 0; ///< lives that it left open; air is not counted
    double device_seconds = 0;      ///< that the device worked; 0 if it does not tell
    /// Why the device did nothing; empty if it did.
    std::string processor_alone = {};
};

struct DeviceImpacts {
    Impacts impacts;
    DeviceShare share;
};

struct DeviceMaps {
    ImpactMaps maps;
    DeviceShare share;
};

class DeviceParticlesData;

/// A system whose emitters and colliders lie on a device, which must outlive it. Used by one thread
/// at a time.
class DeviceParticles {
  public:
    IMPINGE_API static Expected<DeviceParticles> make(const ParticleSystem& system,
                                                      raster::Device& device);

    /// As ParticleSystem::impacts().
    [[nodiscard]] IMPINGE_API Expected<DeviceImpacts> impacts(double from, double to,
                                                              const Context& context = {});
    /// As impact_maps(). Through OpenGL points are drawn into the maps.
    [[nodiscard]] IMPINGE_API Expected<DeviceMaps> impact_maps(double from, double to,
                                                               const ImpactMapOptions& options = {},
                                                               const Context& context = {});

    // For the functions of this library.
    explicit DeviceParticles(std::shared_ptr<DeviceParticlesData> data) : data_(std::move(data)) {}

  private:
    std::shared_ptr<DeviceParticlesData> data_;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
