// SPDX-License-Identifier: Apache-2.0
//
// What programs of bench/papers that draw need besides: a device by its name on the command line,
// and in the run.
#pragma once

#include "bench/bench_run.hpp"
#include "impinge/raster.hpp"

#include <cstdlib>
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

    /// Takes over --device, --json, --size and --part; false if the argument is none of these.
    template <typename Options> bool take(const Argument& argument, Options& options) const {
        const auto& [name, value] = argument;
        if (name == "--device") {
            options.device = device_choice(value);
        } else if (name == "--json") {
            options.json_file = value;
        } else if (name == "--size") {
            options.plan.size = std::atof(value.c_str());
        } else if (name == "--part") {
            options.plan.parts.push_back(value);
        } else {
            return false;
        }
        return true;
    }
};

/// The beginning of a run: all that a page says of the machine.
Json run_document(const std::string& format, const raster::Device& device);

} // namespace impinge::bench
