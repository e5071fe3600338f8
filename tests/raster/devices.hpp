// SPDX-License-Identifier: Apache-2.0
//
// One body of tests for every device of this machine. A device that is absent is a skip that says
// why, unless the environment asks for it:
//
//   IMPINGE_REQUIRE_DEVICES=software,opengl   kinds whose absence is a failure
//   IMPINGE_TEST_DEVICE=opengl                only this kind (opengl:1: only its second adapter),
//                                             and its absence is a failure
#pragma once

#include "impinge/raster.hpp"

#include <gtest/gtest.h>

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::tests {

struct DeviceChoice {
    raster::DeviceKind kind = raster::DeviceKind::Software;
    int adapter = 0;
    std::string absent; ///< why it is not there; empty if it is
    bool required = false;
};

std::ostream& operator<<(std::ostream& out, const DeviceChoice& choice);

/// What list_devices() reports, as far as the environment asks for it.
std::vector<DeviceChoice> device_choices();
/// Whether the environment keeps the tests from any driver (IMPINGE_TEST_DEVICE=software), as under
/// ThreadSanitizer, which drivers are not compiled for.
bool drivers_are_left_alone();

/// Pure part of the above. `only` and `required` are the environment's words; throws on a mistyped
/// one, which must not pass as a run with fewer tests.
std::vector<DeviceChoice> chosen_devices(const std::vector<raster::DeviceReport>& reports,
                                         std::string_view only, std::string_view required);

/// "software", "opengl_0", ...
std::string device_label(const testing::TestParamInfo<DeviceChoice>& info);

/// The value, or an exception that fails the test with the error's words.
template <typename T> T need(Expected<T> expected) {
    if (!expected) {
        throw std::runtime_error(expected.error().message);
    }
    return std::move(*expected);
}
inline void need(const Status& status) {
    if (!status) {
        throw std::runtime_error(status.error().message);
    }
}

/// Made once per device and kept until the program ends, with driver messages as errors.
raster::Device& shared_device(const DeviceChoice& choice);

class EveryDevice : public testing::TestWithParam<DeviceChoice> {
  protected:
    void SetUp() override;
    [[nodiscard]] raster::Device& device() const { return shared_device(GetParam()); }
    [[nodiscard]] bool is_software() const {
        return GetParam().kind == raster::DeviceKind::Software;
    }
};

} // namespace impinge::tests

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): GoogleTest knows no other way.
#define IMPINGE_ON_EVERY_DEVICE(Suite)                                                             \
    INSTANTIATE_TEST_SUITE_P(Devices, Suite, testing::ValuesIn(impinge::tests::device_choices()),  \
                             impinge::tests::device_label)
