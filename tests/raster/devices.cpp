// SPDX-License-Identifier: Apache-2.0
#include "tests/raster/devices.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <ostream>

namespace impinge::tests {
namespace {

using Key = std::pair<raster::DeviceKind, int>;
using DeviceMap = std::map<Key, std::unique_ptr<raster::Device>>;

DeviceMap& open_devices() {
    static DeviceMap devices;
    return devices;
}

/// Closes devices while their drivers are still loaded.
class CloseDevices : public testing::Environment {
  public:
    void TearDown() override { open_devices().clear(); }
};

const testing::Environment* const closing = testing::AddGlobalTestEnvironment(new CloseDevices);

std::string_view environment(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? std::string_view() : std::string_view(text);
}

raster::DeviceKind kind_named(std::string_view name) {
    const auto kind = raster::device_kind_from_string(name);
    if (!kind) {
        throw std::invalid_argument("no kind of device is called '" + std::string(name) + "'");
    }
    return *kind;
}

std::vector<raster::DeviceKind> kinds_named(std::string_view names) {
    std::vector<raster::DeviceKind> kinds;
    while (!names.empty()) {
        const std::size_t comma = std::min(names.find(','), names.size());
        kinds.push_back(kind_named(names.substr(0, comma)));
        names.remove_prefix(std::min(comma + 1, names.size()));
    }
    return kinds;
}

struct Restriction {
    raster::DeviceKind kind = raster::DeviceKind::Software;
    std::string adapter; ///< empty: any

    [[nodiscard]] bool allows(const raster::DeviceReport& report) const {
        return report.kind == kind &&
               (adapter.empty() || adapter == std::to_string(report.adapter));
    }
};

Restriction restriction(std::string_view only) {
    const std::size_t colon = std::min(only.find(':'), only.size());
    return {kind_named(only.substr(0, colon)),
            std::string(only.substr(std::min(colon + 1, only.size())))};
}

bool one_is_present(const std::vector<raster::DeviceReport>& reports, raster::DeviceKind kind) {
    return std::any_of(reports.begin(), reports.end(), [&](const raster::DeviceReport& report) {
        return report.kind == kind && report.info.has_value();
    });
}

DeviceChoice choice_of(const raster::DeviceReport& report) {
    return {report.kind, report.adapter, report.info ? std::string() : report.absent, false};
}

} // namespace

std::ostream& operator<<(std::ostream& out, const DeviceChoice& choice) {
    out << raster::to_string(choice.kind) << ' ' << choice.adapter;
    return choice.absent.empty() ? out : out << " (absent: " << choice.absent << ')';
}

std::vector<DeviceChoice> chosen_devices(const std::vector<raster::DeviceReport>& reports,
                                         std::string_view only, std::string_view required) {
    const std::vector<raster::DeviceKind> needed = kinds_named(required);
    std::vector<DeviceChoice> choices;
    for (const raster::DeviceReport& report : reports) {
        if (!only.empty() && !restriction(only).allows(report)) {
            continue;
        }
        DeviceChoice choice = choice_of(report);
        const bool asked_for =
            !only.empty() || std::find(needed.begin(), needed.end(), report.kind) != needed.end();
        // Of several adapters one will do, unless one was named.
        const bool another =
            one_is_present(reports, report.kind) && only.find(':') == std::string_view::npos;
        choice.required = asked_for && !another;
        choices.push_back(std::move(choice));
    }
    if (!only.empty() && choices.empty()) {
        throw std::invalid_argument("IMPINGE_TEST_DEVICE: there is no " + std::string(only));
    }
    return choices;
}

bool drivers_are_left_alone() {
    return environment("IMPINGE_TEST_DEVICE") == raster::to_string(raster::DeviceKind::Software);
}

std::vector<DeviceChoice> device_choices() {
    if (drivers_are_left_alone()) {
        return {DeviceChoice{}};
    }
    static const std::vector<DeviceChoice> choices =
        chosen_devices(raster::list_devices(), environment("IMPINGE_TEST_DEVICE"),
                       environment("IMPINGE_REQUIRE_DEVICES"));
    return choices;
}

std::string device_label(const testing::TestParamInfo<DeviceChoice>& info) {
    const std::string kind = raster::to_string(info.param.kind);
    return info.param.kind == raster::DeviceKind::Software
               ? kind
               : kind + "_" + std::to_string(info.param.adapter);
}

raster::Device& shared_device(const DeviceChoice& choice) {
    std::unique_ptr<raster::Device>& device = open_devices()[{choice.kind, choice.adapter}];
    if (!device) {
        device = need(
            raster::make_device(choice.kind, {.driver_messages = raster::DriverMessages::Errors,
                                              .adapter = choice.adapter}));
    }
    return *device;
}

void EveryDevice::SetUp() {
    const DeviceChoice& choice = GetParam();
    if (choice.absent.empty()) {
        return;
    }
    if (choice.required) {
        FAIL() << choice;
    }
    GTEST_SKIP() << choice;
}

} // namespace impinge::tests
