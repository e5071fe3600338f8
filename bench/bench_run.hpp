// SPDX-License-Identifier: Apache-2.0
//
// What every program that writes its run for a page needs: a command line, the middle of times, and
// a run as JSON that says what it ran on.
#pragma once

#include "bench/timed.hpp"
#include "impinge/expected.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace impinge::bench {

using Json = nlohmann::ordered_json;

/// The command line as "--name value" pairs.
struct Argument {
    std::string name;
    std::string value;
};

/// One program: its name stands before every complaint.
class BenchRun {
  public:
    explicit BenchRun(std::string program) : program_(std::move(program)) {}

    [[noreturn]] void give_up(const std::string& message) const;
    /// Gives up where there is an error.
    template <typename T> T needed(Expected<T> expected) const {
        if (!expected) {
            give_up(expected.error().message);
        }
        return std::move(*expected);
    }
    void needed(const Status& status) const {
        if (!status) {
            give_up(status.error().message);
        }
    }
    [[nodiscard]] std::vector<Argument> arguments(int argc, char** argv) const;
    /// Writes nothing if the file has no name.
    void write(const Json& document, const std::string& file) const;

  private:
    std::string program_;
};

/// The beginning of a run: all that a page says of processor and compiler.
Json machine_document(const std::string& format);

double median(std::vector<double> values);

/// Sixteen digits.
std::string hex(std::uint64_t hash);

} // namespace impinge::bench
