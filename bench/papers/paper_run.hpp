// SPDX-License-Identifier: Apache-2.0
//
// What programs of bench/papers that draw need besides: a device by its name on the command line,
// and in the run.
#pragma once

#include "bench/bench_run.hpp"
#include "impinge/raster.hpp"

#include <memory>
#include <string>

namespace impinge::bench {

/// A device as it is called on the command line: "software", "opengl" or "opengl:1".
struct DeviceChoice {
    raster::DeviceKind kind = raster::DeviceKind::Software;
    int adapter = 0;
};

class PaperRun : public BenchRun {
  public:
    using BenchRun::BenchRun;

    [[nodiscard]] DeviceChoice device_choice(const std::string& text) const;
    [[nodiscard]] std::unique_ptr<raster::Device> open(const DeviceChoice& choice) const;
};

/// The beginning of a run: all that a page says of the machine.
Json run_document(const std::string& format, const raster::Device& device);

} // namespace impinge::bench
