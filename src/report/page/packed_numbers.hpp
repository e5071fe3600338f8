// SPDX-License-Identifier: Apache-2.0
//
// Numbers as a page carries them: as differences, in planes of bytes, deflated, in base64.
// src/report/web/data.js is the other side.
#pragma once

#include "impinge/vec3.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0::report {

/// Positions in steps of 1/65535 of their box.
struct Grid16 {
    Vec3d origin{};
    Vec3d step{};

    [[nodiscard]] std::array<std::uint16_t, 3> place(Vec3d point) const;
};
Grid16 grid_around(std::span<const Vec3d> points);

class PackedNumbers {
  public:
    /// Differences from one to the next, the low bytes of all before the high ones.
    void add_steps(std::span<const std::uint16_t> values);
    /// x of all points, then y, then z.
    void add_points(const Grid16& grid, std::span<const Vec3d> points);
    /// The lowest bytes of all, then the next, as many as the largest needs: returns how many.
    int add_numbers(std::span<const std::uint32_t> values);

    [[nodiscard]] const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

/// Where a piece of data stands in the text: its first character, and how many.
using PlaceInText = std::array<std::size_t, 2>;

/// All that a page carries beside its JSON, each piece on its own in base64.
class PageBytes {
  public:
    PlaceInText add(std::string_view bytes);
    /// zlib's format, which browsers call "deflate".
    PlaceInText add_deflated(std::string_view bytes);

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
};

} // namespace impinge::inline v0::report
