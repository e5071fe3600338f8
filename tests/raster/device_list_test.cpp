// SPDX-License-Identifier: Apache-2.0
//
// Which devices there are, and that the tests' own choice among them cannot skip one unnoticed.
#include "tests/raster/devices.hpp"

#include <algorithm>
#include <array>

namespace impinge::tests {
namespace {

using raster::DeviceKind;
using raster::DeviceReport;

TEST(DeviceKinds, HaveNamesThatLeadBackToThem) {
    for (const DeviceKind kind : {DeviceKind::Software, DeviceKind::OpenGl}) {
        EXPECT_EQ(raster::device_kind_from_string(raster::to_string(kind)), kind);
    }
    for (const char* unknown : {"", "cuda", "Software", "opengl "}) {
        EXPECT_FALSE(raster::device_kind_from_string(unknown).has_value()) << unknown;
    }
}

class ListDevices : public testing::Test {
  protected:
    void SetUp() override {
        if (drivers_are_left_alone()) {
            GTEST_SKIP() << "IMPINGE_TEST_DEVICE=software";
        }
    }
};

TEST_F(ListDevices, ReportsEveryKindAsPresentOrWithAReason) {
    const std::vector<DeviceReport> reports = raster::list_devices();
    for (const DeviceKind kind : {DeviceKind::Software, DeviceKind::OpenGl}) {
        EXPECT_TRUE(std::any_of(reports.begin(), reports.end(),
                                [&](const DeviceReport& r) { return r.kind == kind; }));
    }
    for (const DeviceReport& report : reports) {
        EXPECT_EQ(report.info.has_value(), report.absent.empty());
        if (report.info) {
            EXPECT_EQ(report.info->kind, report.kind);
            EXPECT_FALSE(report.info->name.empty());
            EXPECT_FALSE(report.info->driver.empty());
            EXPECT_FALSE(report.info->version.empty());
            EXPECT_GE(report.info->max_size, 4096);
        }
    }
}

TEST_F(ListDevices, AlwaysHasTheSoftwareDevice) {
    const std::vector<DeviceReport> reports = raster::list_devices();
    ASSERT_FALSE(reports.empty());
    EXPECT_EQ(reports[0].kind, DeviceKind::Software);
    ASSERT_TRUE(reports[0].info.has_value());
    EXPECT_TRUE(reports[0].info->conservative);
    EXPECT_GE(reports[0].info->max_size, 16384);
}

TEST_F(ListDevices, SayWhetherAProcessorDraws) {
    for (const DeviceReport& report : raster::list_devices()) {
        if (report.info) {
            const bool known_to = report.kind == DeviceKind::Software ||
                                  report.info->name.find("llvmpipe") != std::string::npos;
            EXPECT_EQ(report.info->on_processor, known_to) << report.info->name;
        }
    }
}

TEST_F(ListDevices, AreOpenedAsListedAndNoOther) {
    for (const DeviceReport& report : raster::list_devices()) {
        const auto device = raster::make_device(report.kind, {.adapter = report.adapter});
        ASSERT_EQ(bool{device}, report.info.has_value());
        if (device) {
            EXPECT_EQ((*device)->info().name, report.info->name);
            EXPECT_EQ((*device)->info().kind, report.kind);
        } else {
            EXPECT_FALSE(device.error().message.empty());
        }
    }
}

TEST(MakeDevice, TakesAsManyThreadsAsTheContextSays) {
    for (const unsigned threads : {1U, 3U}) {
        const auto device = need(raster::make_device(DeviceKind::Software, {}, Context(threads)));
        EXPECT_EQ(device->info().threads, threads);
    }
}

const std::vector<DeviceReport> present{
    {.kind = DeviceKind::Software, .info = raster::DeviceInfo{}},
    {.kind = DeviceKind::OpenGl, .adapter = 0, .absent = "no permission"},
    {.kind = DeviceKind::OpenGl, .adapter = 1, .info = raster::DeviceInfo{}}};
const std::vector<DeviceReport> without_opengl{
    {.kind = DeviceKind::Software, .info = raster::DeviceInfo{}},
    {.kind = DeviceKind::OpenGl, .absent = "no driver"}};

TEST(ChosenDevices, AreAllByDefaultAndNoneIsRequired) {
    const auto choices = chosen_devices(present, "", "");
    ASSERT_EQ(choices.size(), 3U);
    EXPECT_TRUE(std::none_of(choices.begin(), choices.end(),
                             [](const DeviceChoice& c) { return c.required; }));
    EXPECT_EQ(choices[1].absent, "no permission");
}

TEST(ChosenDevices, FailWhereARequiredKindIsAbsent) {
    const auto choices = chosen_devices(without_opengl, "", "software,opengl");
    ASSERT_EQ(choices.size(), 2U);
    EXPECT_TRUE(choices[1].required);
    EXPECT_FALSE(choices[1].absent.empty());
    // Another adapter of the kind will do.
    EXPECT_FALSE(chosen_devices(present, "", "software,opengl")[1].required);
}

TEST(ChosenDevices, CanBeOneKindOrOneAdapter) {
    EXPECT_EQ(chosen_devices(present, "opengl", "").size(), 2U);
    EXPECT_EQ(chosen_devices(present, "software", "").size(), 1U);
    const auto one = chosen_devices(present, "opengl:0", "");
    ASSERT_EQ(one.size(), 1U);
    EXPECT_TRUE(one[0].required);
    EXPECT_TRUE(chosen_devices(without_opengl, "opengl", "")[0].required);
}

TEST(ChosenDevices, RefuseMistypedNames) {
    EXPECT_THROW(chosen_devices(present, "open-gl", ""), std::invalid_argument);
    EXPECT_THROW(chosen_devices(present, "opengl:7", ""), std::invalid_argument);
    EXPECT_THROW(chosen_devices(present, "", "software,gpu"), std::invalid_argument);
}

} // namespace
} // namespace impinge::tests
