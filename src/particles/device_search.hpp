// SPDX-License-Identifier: Apache-2.0
//
// What a device finds out about lives.
#pragma once

#include "particles/impacts_of.hpp"

#include "impinge/impact_map.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace impinge::inline v0::particles {

/// A life that hits something before the end of the time asked about, or may.
struct DeviceRecord {
    KnownLife life;
    std::uint32_t triangle = 0;
    double time = 0; ///< within 2^-34 of the life span, of a life that is known
};

struct DeviceRecords {
    std::vector<DeviceRecord> list; ///< by emitter, particle and generation
    double seconds = 0;             ///< that the device worked
};

/// Of the lives of all emitters but those in air.
class DeviceSearch {
  public:
    virtual ~DeviceSearch() = default;

    virtual Expected<DeviceRecords> records(double from, double to) = 0;
    /// Draws into maps that are empty; what it leaves to the processor is returned.
    virtual Expected<DeviceRecords> draw(double from, double to, ImpactRule rule,
                                         ImpactMaps& maps) = 0;
};

} // namespace impinge::inline v0::particles
