// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/crossing_points.hpp"

#include "geometry/bvh.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
namespace {

Vec3d normal_of(const Triangle& t) { return cross(t[1] - t[0], t[2] - t[0]); }

/// At most two for each of two triangles, and some room for what rounding does.
struct Cuts {
    std::array<Vec3d, 6> places;
    std::size_t count = 0;

    /// Where the edges of a triangle pass through a plane, to rounding.
    void add(const Triangle& t, Vec3d origin, Vec3d normal) {
        for (int i = 0; i < 3; ++i) {
            const Vec3d from = t[i];
            const Vec3d to = t[(i + 1) % 3];
            const double before = dot(from - origin, normal);
            const double after = dot(to - origin, normal);
            if ((before < 0) != (after < 0)) {
                places[count++] = from + (to - from) * (before / (before - after));
            }
        }
    }
};

std::optional<Vec3d> rounded_middle(const Triangle& s, const Triangle& t) {
    Cuts cuts;
    cuts.add(s, t[0], normal_of(t));
    cuts.add(t, s[0], normal_of(s));
    if (cuts.count != 4) {
        return std::nullopt;
    }
    const Vec3d along = cross(normal_of(s), normal_of(t));
    std::sort(cuts.places.begin(), cuts.places.begin() + 4,
              [&](Vec3d p, Vec3d q) { return dot(p, along) < dot(q, along); });
    return cuts.places[1] * 0.5 + cuts.places[2] * 0.5;
}

} // namespace

std::optional<CrossingPoints> points_beside_crossing(const Triangle& s, Normals of_a,
                                                     const Triangle& t, Normals of_b) {
    const auto middle = rounded_middle(s, t);
    Vec3d up = normal_of(s);
    Vec3d right = normal_of(t);
    up = up * (1 / length(up));
    right = right * (1 / length(right));
    const double turn = dot(up, right);
    if (!middle || !(1 - turn * turn > 0x1p-30)) {
        return std::nullopt;
    }
    const double side_a = of_a == Normals::Outward ? -1 : 1; // of the material
    const double side_b = of_b == Normals::Outward ? -1 : 1;
    constexpr double part = 0x1p-8;
    const double step = part * std::min(longest_side(box_of(s)), longest_side(box_of(t)));
    // The point that lies `on_a` steps above the plane of s and `on_b` above that of t.
    const auto beside = [&](double on_a, double on_b) {
        const double share_a = (on_a - turn * on_b) / (1 - turn * turn);
        const double share_b = (on_b - turn * on_a) / (1 - turn * turn);
        return *middle + (up * share_a + right * share_b) * step;
    };
    return CrossingPoints{*middle, beside(side_a, side_b), beside(side_a, -side_b),
                          beside(-side_a, side_b)};
}

} // namespace impinge::inline v0
