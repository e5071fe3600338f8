// SPDX-License-Identifier: Apache-2.0
#include "arguments/values.hpp"

#include "output/text.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

std::optional<int> side(std::string_view text) {
    constexpr int largest = 65536;
    const std::optional<int> value = number_of<int>(text);
    return value && *value >= 1 && *value <= largest ? value : std::nullopt;
}

Error unusable(const std::string& option, const std::string& text, const char* wanted) {
    return usage_error(option + ": '" + text + "' is not " + wanted);
}

} // namespace

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

Error unknown_name(std::string_view option, std::string_view name, std::string_view known) {
    return usage_error(fmt::format("{}: '{}' is none of {}", option, printable(name), known));
}

std::optional<Vec3d> vector_of(std::string_view text) {
    const std::size_t first = text.find(',');
    const std::size_t second = first == std::string_view::npos ? first : text.find(',', first + 1);
    if (second == std::string_view::npos) {
        return std::nullopt;
    }
    const auto x = number_of<double>(text.substr(0, first));
    const auto y = number_of<double>(text.substr(first + 1, second - first - 1));
    const auto z = number_of<double>(text.substr(second + 1));
    if (!x || !y || !z || !is_finite({*x, *y, *z})) {
        return std::nullopt;
    }
    return Vec3d{*x, *y, *z};
}

Expected<render::PixelSize> parse_size(const std::string& option, const std::string& text) {
    const std::string_view all(text);
    const std::size_t cross = all.find('x');
    const auto width = side(all.substr(0, cross));
    const auto height = cross == std::string::npos ? width : side(all.substr(cross + 1));
    if (!width || !height) {
        return unusable(option, text, "a size: N or WxH, each from 1 to 65536");
    }
    return render::PixelSize{*width, *height};
}

Expected<Vec3d> parse_direction(const std::string& option, const std::string& text) {
    const std::optional<Vec3d> direction = vector_of(text);
    if (!direction) {
        return unusable(option, text, "a direction: X,Y,Z");
    }
    if (*direction == Vec3d{}) {
        return unusable(option, text, "a direction: it has no length");
    }
    return *direction;
}

} // namespace impinge::cli
