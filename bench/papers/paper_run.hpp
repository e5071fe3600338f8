// SPDX-License-Identifier: Apache-2.0
//
// What every program of bench/papers needs: a device by its name on the command line, times and
// their middle, and a run as JSON that says what it ran on.
#pragma once

#include "impinge/raster.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace impinge::bench {

using Json = nlohmann::ordered_json;

/// A device as it is called on the command line: "software", "opengl" or "opengl:1".
struct DeviceChoice {
    raster::DeviceKind kind = raster::DeviceKind::Software;
    int adapter = 0;
};

/// The command line as "--name value" pairs.
struct Argument {
    std::string name;
    std::string value;
};

/// One program: its name stands before every complaint.
class PaperRun {
  public:
    explicit PaperRun(std::string program) : program_(std::move(program)) {}

    [[noreturn]] void give_up(const std::string& message) const;
    [[nodiscard]] std::vector<Argument> arguments(int argc, char** argv) const;
    [[nodiscard]] DeviceChoice device_choice(const std::string& text) const;
    [[nodiscard]] std::unique_ptr<raster::Device> open(const DeviceChoice& choice) const;
    /// Writes nothing if the file has no name.
    void write(const Json& document, const std::string& file) const;

  private:
    std::string program_;
};

/// The beginning of a run: all that a page says of the machine.
Json run_document(const std::string& format, const raster::Device& device);

/// Milliseconds on the clock.
template <typename Work> double timed(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}
double median(std::vector<double> values);

/// Sixteen digits.
std::string hex(std::uint64_t hash);

} // namespace impinge::bench
