// SPDX-License-Identifier: Apache-2.0
//
// Each scan is written once for vectors of any width and compiled for the widths of three kinds of
// processors. Smallest, largest, and of equal ones the first do not depend on the order in which
// they are compared, so all give the same bits.
#include "convex/support.hpp"

#include "base/clones.hpp"

#include <algorithm>
#include <cstring>

namespace impinge::inline v0 {
namespace {

// Written out, since gcc forgets the attribute where the width is a parameter.
template <std::size_t lanes> struct Vectors;
template <> struct Vectors<2> {
    using Doubles __attribute__((vector_size(16))) = double;
    using Places __attribute__((vector_size(16))) = std::int64_t;
};
template <> struct Vectors<4> {
    using Doubles __attribute__((vector_size(32))) = double;
    using Places __attribute__((vector_size(32))) = std::int64_t;
};
template <> struct Vectors<8> {
    using Doubles __attribute__((vector_size(64))) = double;
    using Places __attribute__((vector_size(64))) = std::int64_t;
};

/// Inlined whatever the compiler thinks: a call would leave the kind of processor that the caller
/// is compiled for.
template <std::size_t lanes> struct Scan {
    using Doubles = typename Vectors<lanes>::Doubles;
    using Places = typename Vectors<lanes>::Places;

    [[gnu::always_inline]] static void load(Doubles& into, const double* address) {
        std::memcpy(&into, address, sizeof into);
    }

    [[gnu::always_inline]] static void products(Doubles& into, const PointColumns& columns,
                                                std::size_t first, const Vec3d& d) {
        Doubles x;
        Doubles y;
        Doubles z;
        load(x, columns.x.data() + first);
        load(y, columns.y.data() + first);
        load(z, columns.z.data() + first);
        into = x * d.x + y * d.y + z * d.z;
    }

    [[gnu::always_inline]] static double largest_of(const Doubles& values) {
        if constexpr (lanes == 2) {
            return values[1] > values[0] ? values[1] : values[0];
        } else {
            typename Vectors<lanes / 2>::Doubles first;
            typename Vectors<lanes / 2>::Doubles second;
            split(values, first, second);
            return Scan<lanes / 2>::largest_of(second > first ? second : first);
        }
    }

    [[gnu::always_inline]] static std::int64_t smallest_of(const Places& places) {
        if constexpr (lanes == 2) {
            return places[1] < places[0] ? places[1] : places[0];
        } else {
            typename Vectors<lanes / 2>::Places first;
            typename Vectors<lanes / 2>::Places second;
            split(places, first, second);
            return Scan<lanes / 2>::smallest_of(second < first ? second : first);
        }
    }

    template <typename Whole, typename Half>
    [[gnu::always_inline]] static void split(const Whole& whole, Half& first, Half& second) {
        std::memcpy(&first, &whole, sizeof first);
        std::memcpy(&second, reinterpret_cast<const char*>(&whole) + sizeof first, sizeof second);
    }

    [[gnu::always_inline]] static ProjectedExtent extent(const PointColumns& columns,
                                                         const Vec3d& d) {
        Doubles low;
        products(low, columns, 0, d);
        Doubles high = low;
        for (std::size_t i = lanes; i < columns.x.size(); i += lanes) {
            Doubles value;
            products(value, columns, i, d);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        return {-largest_of(-low), largest_of(high)};
    }

    /// Largest product less offset; no offsets where `offsets` is null.
    [[gnu::always_inline]] static Highest highest(const PointColumns& columns,
                                                  const double* offsets, const Vec3d& d) {
        Doubles high;
        Places here;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            here[lane] = static_cast<std::int64_t>(lane);
        }
        Places where = here;
        value_at(high, columns, offsets, 0, d);
        for (std::size_t i = lanes; i < columns.x.size(); i += lanes) {
            Doubles value;
            value_at(value, columns, offsets, i, d);
            here += static_cast<std::int64_t>(lanes);
            where = value > high ? here : where;
            high = value > high ? value : high;
        }
        const double largest = largest_of(high);
        const Places nowhere = Places{} + static_cast<std::int64_t>(columns.x.size());
        return {largest,
                static_cast<std::uint32_t>(smallest_of(high == largest ? where : nowhere))};
    }

    [[gnu::always_inline]] static void value_at(Doubles& into, const PointColumns& columns,
                                                const double* offsets, std::size_t first,
                                                const Vec3d& d) {
        products(into, columns, first, d);
        if (offsets != nullptr) {
            Doubles offset;
            load(offset, offsets + first);
            into -= offset;
        }
    }
};

#ifdef IMPINGE_HAS_CLONES // the loader takes the one the processor understands
[[gnu::target("avx512f")]] void scan_columns(const PointColumns& columns, const Vec3d& d,
                                             ProjectedExtent& extent) {
    extent = Scan<8>::extent(columns, d);
}
[[gnu::target("avx2")]] void scan_columns(const PointColumns& columns, const Vec3d& d,
                                          ProjectedExtent& extent) {
    extent = Scan<4>::extent(columns, d);
}
[[gnu::target("avx512f")]] void scan_columns(const PointColumns& columns, const double* offsets,
                                             const Vec3d& d, Highest& highest) {
    highest = Scan<8>::highest(columns, offsets, d);
}
[[gnu::target("avx2")]] void scan_columns(const PointColumns& columns, const double* offsets,
                                          const Vec3d& d, Highest& highest) {
    highest = Scan<4>::highest(columns, offsets, d);
}
#define IMPINGE_DEFAULT_VERSION [[gnu::target("default")]]
#else
#define IMPINGE_DEFAULT_VERSION
#endif
IMPINGE_DEFAULT_VERSION void scan_columns(const PointColumns& columns, const Vec3d& d,
                                          ProjectedExtent& extent) {
    extent = Scan<2>::extent(columns, d);
}
IMPINGE_DEFAULT_VERSION void scan_columns(const PointColumns& columns, const double* offsets,
                                          const Vec3d& d, Highest& highest) {
    highest = Scan<2>::highest(columns, offsets, d);
}

/// A copy that pads the columns stands for what it copies.
Highest scan_highest(const PointColumns& columns, const double* offsets, const Vec3d& d) {
    Highest highest;
    scan_columns(columns, offsets, d, highest);
    highest.index = std::min(highest.index, static_cast<std::uint32_t>(columns.count - 1));
    return highest;
}

} // namespace

ProjectedExtent extent_along(const PolytopeData& polytope, const Vec3d& direction) {
    ProjectedExtent extent;
    scan_columns(polytope.vertex_columns, direction, extent);
    return extent;
}

Highest farthest_vertex(const PolytopeData& polytope, const Vec3d& direction) {
    return scan_highest(polytope.vertex_columns, nullptr, direction);
}

Highest highest_plane(const PolytopeData& polytope, const Vec3d& point) {
    return scan_highest(polytope.normal_columns, polytope.plane_offsets.data(), point);
}

} // namespace impinge::inline v0
