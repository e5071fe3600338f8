// SPDX-License-Identifier: Apache-2.0
#include "raster/software/planes.hpp"

#include "base/parallel.hpp"
#include "raster/software/fragment.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::raster {
namespace {

/// Rows in one piece of work: about 64 Ki pixels.
std::size_t rows_per_chunk(const Planes& planes) {
    return std::max<std::size_t>(1, (std::size_t{1} << 16) / planes.stride);
}

void for_each_rows(const Context& context, const Planes& planes,
                   const std::function<void(const Chunk&)>& body) {
    for_each_chunk(context, static_cast<std::size_t>(planes.height), rows_per_chunk(planes), body);
}

template <typename T> void fill(const Planes& planes, const Chunk& rows, T* plane, T value) {
    std::fill(plane + rows.begin * planes.stride, plane + rows.end * planes.stride, value);
}

template <typename T>
void copy_rows(const Planes& planes, const Chunk& rows, const T* from, T* to) {
    std::copy(from + rows.begin * planes.stride, from + rows.end * planes.stride,
              to + rows.begin * planes.stride);
}

/// A PixelTest with the answer for every stencil value worked out.
class PixelFilter {
  public:
    PixelFilter(const PixelTest& test, const Planes& planes)
        : stencil_(planes.stencil), ids_{test.with_id_0 ? planes.ids[0] : nullptr,
                                         test.with_id_1 ? planes.ids[1] : nullptr} {
        for (unsigned value = 0; value < 256; ++value) {
            wanted_[value] =
                holds<unsigned>(test.compare, test.reference & test.mask, value & test.mask);
        }
    }
    [[nodiscard]] bool looks_at_ids() const { return ids_[0] != nullptr || ids_[1] != nullptr; }
    [[nodiscard]] bool wants(std::size_t stencil_value) const { return wanted_[stencil_value]; }
    [[nodiscard]] bool passes(std::size_t pixel) const {
        return wanted_[stencil_[pixel]] && (ids_[0] == nullptr || ids_[0][pixel] != no_id) &&
               (ids_[1] == nullptr || ids_[1][pixel] != no_id);
    }

  private:
    const std::uint8_t* stencil_;
    std::array<const std::uint32_t*, 2> ids_;
    std::array<bool, 256> wanted_{};
};

template <typename Visit>
void for_each_passing(const Planes& planes, const Chunk& rows, const PixelFilter& filter,
                      Visit visit) {
    for (std::size_t y = rows.begin; y < rows.end; ++y) {
        for (std::size_t x = 0; x < static_cast<std::size_t>(planes.width); ++x) {
            const std::size_t pixel = y * planes.stride + x;
            if (filter.passes(pixel)) {
                visit(x, y, pixel);
            }
        }
    }
}

/// Those with an id in the first plane: a loop that compilers turn into vectors.
std::uint64_t named_pixels(const Planes& planes, const Chunk& rows) {
    std::uint64_t count = 0;
    for (std::size_t y = rows.begin; y < rows.end; ++y) {
        const std::uint32_t* row = planes.ids[0] + y * planes.stride;
        std::uint32_t empty = 0;
        for (std::size_t x = 0; x < static_cast<std::size_t>(planes.width); ++x) {
            empty += row[x] == no_id ? 1U : 0U;
        }
        count += static_cast<std::uint64_t>(planes.width) - empty;
    }
    return count;
}

using Histogram = std::array<std::uint64_t, 256>;

/// Four counters for each value, so that neighbours of one value do not wait for each other.
Histogram histogram_of(const Planes& planes, const Chunk& rows) {
    std::array<std::array<std::uint32_t, 256>, 4> counts{};
    const auto width = static_cast<std::size_t>(planes.width);
    for (std::size_t y = rows.begin; y < rows.end; ++y) {
        const std::uint8_t* row = planes.stencil + y * planes.stride;
        for (std::size_t x = 0; x < width; ++x) {
            ++counts[x % 4][row[x]];
        }
    }
    Histogram sums{};
    for (std::size_t value = 0; value < 256; ++value) {
        sums[value] = std::uint64_t{counts[0][value]} + counts[1][value] + counts[2][value] +
                      counts[3][value];
    }
    return sums;
}

} // namespace

void clear_planes(const Context& context, const Planes& planes, const Clear& values) {
    for_each_rows(context, planes, [&](const Chunk& rows) {
        if (values.depth) {
            fill(planes, rows, planes.depth, *values.depth);
        }
        if (values.stencil) {
            fill(planes, rows, planes.stencil, *values.stencil);
        }
        if (values.id_0) {
            fill(planes, rows, planes.ids[0], *values.id_0);
        }
        if (values.id_1) {
            fill(planes, rows, planes.ids[1], *values.id_1);
        }
    });
}

void copy_plane(const Context& context, const Planes& from, const Planes& to, Plane plane) {
    for_each_rows(context, from, [&](const Chunk& rows) {
        if (plane == Plane::Depth) {
            copy_rows(from, rows, from.depth, to.depth);
        } else if (plane == Plane::Stencil) {
            copy_rows(from, rows, from.stencil, to.stencil);
        } else {
            const std::size_t index = plane == Plane::Id0 ? 0 : 1;
            copy_rows(from, rows, from.ids[index], to.ids[index]);
        }
    });
}

std::uint64_t count_pixels(const Context& context, const Planes& planes, const PixelTest& test) {
    const PixelFilter filter(test, planes);
    const bool named_alone = test.compare == Compare::Always && test.with_id_0 && !test.with_id_1;
    std::uint64_t total = 0;
    if (!filter.looks_at_ids()) {
        const Histogram histogram = stencil_histogram(context, planes);
        for (std::size_t value = 0; value < 256; ++value) {
            total += filter.wants(value) ? histogram[value] : 0;
        }
        return total;
    }
    std::vector<std::uint64_t> counts(
        chunk_count(static_cast<std::size_t>(planes.height), rows_per_chunk(planes)));
    for_each_rows(context, planes, [&](const Chunk& rows) {
        std::uint64_t count = 0;
        if (named_alone) {
            count = named_pixels(planes, rows);
        } else {
            for_each_passing(planes, rows, filter, [&](auto, auto, auto) { ++count; });
        }
        counts[rows.index] = count;
    });
    for (const std::uint64_t count : counts) {
        total += count;
    }
    return total;
}

std::array<std::uint64_t, 256> stencil_histogram(const Context& context, const Planes& planes) {
    std::vector<Histogram> parts(
        chunk_count(static_cast<std::size_t>(planes.height), rows_per_chunk(planes)));
    for_each_rows(context, planes,
                  [&](const Chunk& rows) { parts[rows.index] = histogram_of(planes, rows); });
    Histogram total{};
    for (const Histogram& part : parts) {
        std::transform(part.begin(), part.end(), total.begin(), total.begin(), std::plus<>());
    }
    return total;
}

std::vector<Pixel> collect_pixels(const Context& context, const Planes& planes,
                                  const PixelTest& test) {
    const PixelFilter filter(test, planes);
    const auto rows = static_cast<std::size_t>(planes.height);
    return gather_chunks<Pixel>(context, rows, rows_per_chunk(planes), [&](const Chunk& chunk) {
        std::vector<Pixel> found;
        for_each_passing(planes, chunk, filter,
                         [&](std::size_t x, std::size_t y, std::size_t pixel) {
                             found.push_back({.x = static_cast<std::uint32_t>(x),
                                              .y = static_cast<std::uint32_t>(y),
                                              .depth = planes.depth[pixel],
                                              .stencil = planes.stencil[pixel],
                                              .id_0 = planes.ids[0][pixel],
                                              .id_1 = planes.ids[1][pixel]});
                         });
        return found;
    });
}

Planes part_of(const Planes& planes, const PixelArea& area) {
    const std::size_t first = planes.at(area.x, area.y);
    const auto moved = [&](auto* plane) { return plane == nullptr ? nullptr : plane + first; };
    return {.width = area.width,
            .height = area.height,
            .stride = planes.stride,
            .depth = moved(planes.depth),
            .stencil = moved(planes.stencil),
            .ids = {moved(planes.ids[0]), moved(planes.ids[1])}};
}

std::vector<std::vector<IdPair>> close_pairs(const Context& context, const Planes& one,
                                             const Planes& other,
                                             std::span<const CloseArea> areas) {
    std::vector<std::vector<IdPair>> lists;
    lists.reserve(areas.size());
    for (const CloseArea& close : areas) {
        lists.push_back(
            close_pairs(context, part_of(one, close.area), part_of(other, close.area), close.gap));
    }
    return lists;
}

std::vector<IdPair> close_pairs(const Context& context, const Planes& one, const Planes& other,
                                float gap) {
    const auto rows = static_cast<std::size_t>(one.height);
    return gather_chunks<IdPair>(context, rows, rows_per_chunk(one), [&](const Chunk& chunk) {
        std::vector<IdPair> found;
        for (std::size_t y = chunk.begin; y < chunk.end; ++y) {
            const std::size_t first = y * one.stride;
            const std::size_t first_other = y * other.stride;
            for (std::size_t x = 0; x < static_cast<std::size_t>(one.width); ++x) {
                const IdPair ids{one.ids[0][first + x], other.ids[0][first_other + x]};
                if (ids.one != no_id && ids.other != no_id &&
                    std::abs(one.depth[first + x] - other.depth[first_other + x]) < gap) {
                    found.push_back(ids);
                }
            }
        }
        return found;
    });
}

} // namespace impinge::inline v0::raster
