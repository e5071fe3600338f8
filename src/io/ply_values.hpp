// SPDX-License-Identifier: Apache-2.0
//
// The values of a PLY file one after the other, from bytes or from text: two classes with the same
// members, so that the rows of all encodings are read by one piece of code.
#pragma once

#include "impinge/mesh.hpp"
#include "io/byte_order.hpp"
#include "io/ply_header.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0 {

template <std::endian order> class PlyBinaryValues {
  public:
    PlyBinaryValues(std::span<const char> bytes, std::size_t start)
        : begin_(bytes.data()), here_(bytes.data() + start), end_(bytes.data() + bytes.size()) {}

    /// The fewest bytes a value of that type takes.
    static std::size_t least_bytes(PlyType type) { return size_of(type); }
    [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - here_); }

    double number(PlyType type) {
        const auto value = take<double>(type);
        if (!std::isfinite(value)) {
            here_ -= size_of(type);
            fail("a coordinate is not finite", ErrorCode::NonFinite);
        }
        return value;
    }
    std::int64_t integer(PlyType type) { return take<std::int64_t>(type); }
    void skip(PlyType type, std::uint64_t count) {
        if (count > remaining() / size_of(type)) {
            fail_at_end();
        }
        here_ += count * size_of(type);
    }

    /// All rows of vertices, which must be there.
    void points(const PlyPointLayout& layout, std::span<Vec3d> points) {
        if (layout.type == PlyType::Float32) {
            points_of<float>(layout, points);
        } else {
            points_of<double>(layout, points);
        }
    }
    /// Up to `rows` faces, stopping before the first that is not a triangle of vertices that exist.
    /// Returns how many.
    std::uint64_t triangles(const PlyTriangleLayout& layout, std::uint64_t rows,
                            std::uint32_t vertex_count, std::vector<TriangleIndices>& out) {
        const std::uint64_t most = std::min<std::uint64_t>(rows, remaining() / layout.row_bytes);
        for (std::uint64_t row = 0; row < most; ++row) {
            const char* list = here_ + layout.list_offset;
            const TriangleIndices corners{load<std::uint32_t, order>(list + 1),
                                          load<std::uint32_t, order>(list + 5),
                                          load<std::uint32_t, order>(list + 9)};
            if (*list != 3 || corners[0] >= vertex_count || corners[1] >= vertex_count ||
                corners[2] >= vertex_count) {
                return row;
            }
            out.push_back(corners);
            here_ += layout.row_bytes;
        }
        return most;
    }

    /// Nothing but white space may follow the last row: data that nobody announced is a mistake.
    void finish() {
        while (here_ != end_ && TextCursor::is_whitespace(*here_)) {
            ++here_;
        }
        if (here_ != end_) {
            fail(std::to_string(remaining()) + " bytes follow the last row that was announced");
        }
    }
    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        fail_at_byte(static_cast<std::size_t>(here_ - begin_), std::move(reason), code);
    }

  private:
    template <typename Float> void points_of(const PlyPointLayout& layout, std::span<Vec3d> out) {
        for (Vec3d& point : out) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const char* at = here_ + layout.axis_offset[axis];
                point[static_cast<int>(axis)] = static_cast<double>(load<Float, order>(at));
            }
            if (!is_finite(point)) {
                fail_not_finite(layout, point);
            }
            here_ += layout.row_bytes;
        }
    }
    [[noreturn]] void fail_not_finite(const PlyPointLayout& layout, Vec3d point) {
        std::size_t offset = layout.row_bytes;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!std::isfinite(point[static_cast<int>(axis)])) {
                offset = std::min(offset, layout.axis_offset[axis]);
            }
        }
        here_ += offset;
        fail("a coordinate is not finite", ErrorCode::NonFinite);
    }
    template <typename Out> Out take(PlyType type) {
        if (remaining() < size_of(type)) {
            fail_at_end();
        }
        const char* at = here_;
        here_ += size_of(type);
        switch (type) {
        case PlyType::Int8:
            return static_cast<Out>(load<std::int8_t, order>(at));
        case PlyType::Uint8:
            return static_cast<Out>(load<std::uint8_t, order>(at));
        case PlyType::Int16:
            return static_cast<Out>(load<std::int16_t, order>(at));
        case PlyType::Uint16:
            return static_cast<Out>(load<std::uint16_t, order>(at));
        case PlyType::Int32:
            return static_cast<Out>(load<std::int32_t, order>(at));
        case PlyType::Uint32:
            return static_cast<Out>(load<std::uint32_t, order>(at));
        case PlyType::Float32:
            return static_cast<Out>(load<float, order>(at));
        case PlyType::Float64:
            break;
        }
        return static_cast<Out>(load<double, order>(at));
    }
    [[noreturn]] void fail_at_end() const {
        fail_at_byte(static_cast<std::size_t>(end_ - begin_), "the file ends within its rows");
    }

    const char* begin_;
    const char* here_;
    const char* end_;
};

class PlyTextValues {
  public:
    PlyTextValues(std::span<const char> bytes, std::size_t start) : cursor_(bytes) {
        cursor_.jump(start);
    }

    /// A digit and the white space before or after it.
    static std::size_t least_bytes(PlyType) { return 2; }
    /// As if white space followed the very last value too.
    [[nodiscard]] std::size_t remaining() const { return cursor_.remaining() + 1; }

    double number(PlyType) {
        to_next();
        return cursor_.number();
    }
    std::int64_t integer(PlyType) {
        to_next();
        const std::int64_t value = cursor_.integer();
        if (!TextCursor::is_whitespace(cursor_.peek())) {
            cursor_.fail("a whole number is followed by " + in_quotes(cursor_.word()));
        }
        return value;
    }
    void skip(PlyType, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
            to_next();
            cursor_.word();
        }
    }
    void finish() {
        cursor_.skip_whitespace();
        if (!cursor_.at_end()) {
            cursor_.fail(in_quotes(cursor_.word()) + " follows the last row that was announced");
        }
    }
    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        cursor_.fail(std::move(reason), code);
    }

  private:
    void to_next() {
        cursor_.skip_whitespace();
        if (cursor_.at_end()) {
            cursor_.fail("the file ends within its rows");
        }
    }

    TextCursor cursor_;
};

} // namespace impinge::inline v0
