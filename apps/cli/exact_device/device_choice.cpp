// SPDX-License-Identifier: Apache-2.0
#include "exact_device/device_choice.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/text.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// What is no fault of the question.
bool is_of_device(const Error& error) {
    return error.code == ErrorCode::DeviceLost || error.code == ErrorCode::OutOfMemory ||
           error.code == ErrorCode::Unsupported;
}

} // namespace

void add_fallback_option(Verb& verb, bool& fallback) {
    verb.flag("--fallback", &fallback,
              "Where the device is missing, lost or out of memory, the processor stands in, and "
              "that is said; without it, it is an error");
}

Expected<ExactDeviceRequest> understand_exact_device(const ExactDeviceArguments& arguments,
                                                     std::string_view known,
                                                     std::string_view what) {
    ExactDeviceRequest request{.fallback = arguments.fallback};
    if (arguments.device == "opengl") {
        request.place = ExactPlace::OpenGl;
    } else if (arguments.device == "auto") {
        request.place = ExactPlace::Auto;
    } else if (!arguments.device.empty() && arguments.device != "cpu") {
        return unknown_name("--device", arguments.device, known);
    }
    if (request.fallback && request.place == ExactPlace::Cpu) {
        return usage_error(fmt::format("--fallback: only with --device opengl or auto{}", what));
    }
    return request;
}

void DeviceChoice::leave_to_processor(std::string_view why) {
    if (request_.place == ExactPlace::Auto && why_not_.empty()) {
        why_not_ = fmt::format("auto: {}", why);
    }
}

void DeviceChoice::weigh(const DeviceWork& work) {
    if (work.amount < work.least_for_gpu) {
        leave_to_processor(fmt::format("{} to look at, and a GPU pays from {} on",
                                       counted(work.amount, work.one, work.many),
                                       work.least_for_gpu));
    }
}

Status DeviceChoice::open_device(const Context& context) {
    auto device = raster::make_device(raster::DeviceKind::OpenGl, {}, context);
    if (!device) {
        return device.error();
    }
    device_ = std::move(*device);
    if (request_.place == ExactPlace::Auto && device_->info().on_processor) {
        return Error{ErrorCode::Unsupported,
                     fmt::format("auto: no GPU, {} works on the processor", device_->info().name)};
    }
    return {};
}

bool DeviceChoice::excuses(const Error& error) {
    const bool may_stand_in = request_.fallback || request_.place == ExactPlace::Auto;
    if (!may_stand_in || !is_of_device(error)) {
        return false;
    }
    why_not_ = why_not_.empty() ? error.message : why_not_;
    // What is too much for its memory may be one question alone.
    lost_ = lost_ || error.code != ErrorCode::OutOfMemory;
    return true;
}

std::string DeviceChoice::name() const {
    const bool chosen = request_.place != ExactPlace::Cpu;
    return !chosen ? "" : was_asked() ? "opengl" : "cpu";
}

std::string DeviceChoice::reason() const {
    if (request_.place == ExactPlace::Cpu) {
        return "";
    }
    std::string instead = why_not_.empty() ? "" : fmt::format("cpu ({})", why_not_);
    if (!device_ || (answers_ == 0 && !instead.empty())) {
        return instead;
    }
    return fmt::format("opengl, {}{}", printable(device_->info().name),
                       instead.empty() ? "" : ", and in part " + instead);
}

std::string device_line(const std::string& reason) {
    return reason.empty() ? "" : fmt::format("device: {}\n", reason);
}

} // namespace impinge::cli
