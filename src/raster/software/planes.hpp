// SPDX-License-Identifier: Apache-2.0
//
// The four planes of a target in memory: rows from the bottom, each padded so that vectors of
// pixels neither straddle a row's end nor need a check there; clearing, copying, counting and
// collecting over whole planes.
#pragma once

#include "impinge/raster.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace impinge::inline v0::raster {

/// Uninitialised memory for plain numbers: a plane that is never touched costs no pages.
template <typename T> class UntouchedArray {
  public:
    static constexpr std::align_val_t alignment{64};

    UntouchedArray() = default;
    explicit UntouchedArray(std::size_t count)
        : data_(static_cast<T*>(::operator new[](count * sizeof(T), alignment))) {}
    UntouchedArray(UntouchedArray&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
    UntouchedArray& operator=(UntouchedArray&& other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    UntouchedArray(const UntouchedArray&) = delete;
    UntouchedArray& operator=(const UntouchedArray&) = delete;
    ~UntouchedArray() { ::operator delete[](data_, alignment); }

    [[nodiscard]] T* data() const { return data_; }

  private:
    T* data_ = nullptr;
};

/// Where the planes are; does not own them.
struct Planes {
    int width = 0;
    int height = 0;
    std::size_t stride = 0; ///< pixels from one row to the next
    float* depth = nullptr;
    std::uint8_t* stencil = nullptr;
    std::array<std::uint32_t*, 2> ids{};

    /// Rows begin at multiples of so many pixels.
    static constexpr std::size_t row_alignment = 64;

    [[nodiscard]] std::size_t row(int y) const { return static_cast<std::size_t>(y) * stride; }
    [[nodiscard]] std::size_t at(int x, int y) const {
        return row(y) + static_cast<std::size_t>(x);
    }
};

/// Pixels from min to max, both included; empty if max is below min.
struct PixelBox {
    int min_x = 0;
    int min_y = 0;
    int max_x = -1;
    int max_y = -1;

    [[nodiscard]] bool empty() const { return max_x < min_x || max_y < min_y; }
};

void clear_planes(const Context& context, const Planes& planes, const Clear& values);
void copy_plane(const Context& context, const Planes& from, const Planes& to, Plane plane);

std::uint64_t count_pixels(const Context& context, const Planes& planes, const PixelTest& test);
std::array<std::uint64_t, 256> stencil_histogram(const Context& context, const Planes& planes);
std::vector<Pixel> collect_pixels(const Context& context, const Planes& planes,
                                  const PixelTest& test);
/// Of planes of one size; looks at depths and first ids alone.
std::vector<IdPair> close_pairs(const Context& context, const Planes& one, const Planes& other,
                                float gap);
std::vector<std::vector<IdPair>> close_pairs(const Context& context, const Planes& one,
                                             const Planes& other, std::span<const CloseArea> areas);

/// The same memory, of which only the area is seen. Planes that are missing stay so.
Planes part_of(const Planes& planes, const PixelArea& area);

/// The plane without the padding of its rows.
template <typename T> std::vector<T> read_plane(const Planes& planes, const T* plane) {
    std::vector<T> pixels;
    pixels.reserve(static_cast<std::size_t>(planes.width) *
                   static_cast<std::size_t>(planes.height));
    for (int y = 0; y < planes.height; ++y) {
        const T* row = plane + planes.row(y);
        pixels.insert(pixels.end(), row, row + planes.width);
    }
    return pixels;
}

} // namespace impinge::inline v0::raster
