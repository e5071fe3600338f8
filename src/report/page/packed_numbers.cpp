// SPDX-License-Identifier: Apache-2.0
#include "report/page/packed_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <zlib.h>

namespace impinge::inline v0::report {
namespace {

constexpr double most_steps = 65535;

std::uint16_t step_of(double value, double origin, double step) {
    if (!(step > 0)) {
        return 0;
    }
    return static_cast<std::uint16_t>(
        std::clamp(std::round((value - origin) / step), 0.0, 65535.0));
}

/// Small differences, of either sign, become small numbers.
std::uint16_t folded(std::uint16_t from, std::uint16_t to) {
    const std::uint32_t difference = (std::uint32_t{to} - std::uint32_t{from}) & 0xFFFFU;
    const bool negative = (difference & 0x8000U) != 0;
    return static_cast<std::uint16_t>((difference << 1U) ^ (negative ? 0xFFFFU : 0U));
}

void append_byte(std::string& out, std::uint32_t value, int plane) {
    out += static_cast<char>(static_cast<unsigned char>(value >> (8 * plane) & 0xFFU));
}

} // namespace

std::array<std::uint16_t, 3> Grid16::place(Vec3d point) const {
    return {step_of(point.x, origin.x, step.x), step_of(point.y, origin.y, step.y),
            step_of(point.z, origin.z, step.z)};
}

Grid16 grid_around(std::span<const Vec3d> points) {
    if (points.empty()) {
        return {};
    }
    Vec3d min = points.front();
    Vec3d max = min;
    for (const Vec3d& p : points) {
        min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
        max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
    }
    // Divided first: the size of a box may be more than a double holds.
    return {min, max * (1 / most_steps) - min * (1 / most_steps)};
}

void PackedNumbers::add_steps(std::span<const std::uint16_t> values) {
    for (int plane = 0; plane < 2; ++plane) {
        std::uint16_t last = 0;
        for (const std::uint16_t value : values) {
            append_byte(bytes_, folded(last, value), plane);
            last = value;
        }
    }
}

void PackedNumbers::add_points(const Grid16& grid, std::span<const Vec3d> points) {
    std::vector<std::uint16_t> steps(points.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::transform(points.begin(), points.end(), steps.begin(),
                       [&](Vec3d p) { return grid.place(p)[axis]; });
        add_steps(steps);
    }
}

int PackedNumbers::add_numbers(std::span<const std::uint32_t> values) {
    const std::uint32_t largest =
        values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    int planes = 1;
    while (planes < 4 && largest >> (8 * planes) != 0) {
        ++planes;
    }
    for (int plane = 0; plane < planes; ++plane) {
        for (const std::uint32_t value : values) {
            append_byte(bytes_, value, plane);
        }
    }
    return planes;
}

PlaceInText PageBytes::add(std::string_view bytes) {
    static constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t first = text_.size();
    text_.reserve(first + (bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto byte = k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U;
            group = group << 8U | byte;
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text_ += k <= count ? letters[group >> (6 * (3 - k)) & 0x3FU] : '=';
        }
    }
    return {first, text_.size() - first};
}

PlaceInText PageBytes::add_deflated(std::string_view bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string packed(size, '\0');
    // It can only run out of memory: the room is what zlib asked for.
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                  Z_BEST_COMPRESSION) != Z_OK) {
        throw std::bad_alloc();
    }
    packed.resize(size);
    return add(packed);
}

} // namespace impinge::inline v0::report
