// SPDX-License-Identifier: Apache-2.0
//
// What a device can do at best, asked of shaders that do nothing else: bounds for the stages.
#pragma once

#include "impinge/raster.hpp"

#include <memory>

namespace impinge::bench {

struct GpuMachine {
    double read_tb_per_s = 0;   ///< 96 MB in order
    double gathers_g_per_s = 0; ///< 8 bytes each at random places of 8 MB
    double atomics_g_per_s = 0; ///< additions at random places of 8 MB
    double dispatch_us = 0;     ///< one that does nothing, with the barrier after it
    double fence_us = 0;        ///< from a dispatch that does nothing to its fence
};

/// Keeps a device at its full clock: it lowers it when it has little to do, and takes its time to
/// raise it.
class BusyDevice {
  public:
    explicit BusyDevice(raster::Device& device);
    ~BusyDevice();
    BusyDevice(const BusyDevice&) = delete;
    BusyDevice& operator=(const BusyDevice&) = delete;

    void wake(); ///< some seconds
    void spin(); ///< a few hundred microseconds of arithmetic; returns at once

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Medians. The device is held meanwhile.
Expected<GpuMachine> measure_machine(raster::Device& device);

} // namespace impinge::bench
