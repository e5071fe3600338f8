// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/myszkowski_pairs.hpp"

#include "base/random.hpp"
#include "impinge/overlap.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/comb.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"

namespace impinge::bench {
namespace {

/// The middle of its box in the origin.
Mesh centred(Mesh mesh, double scale) {
    Box3 box;
    for (const Vec3d& p : mesh.positions) {
        box = extend(box, p);
    }
    const Vec3d middle = (box.min + box.max) * 0.5;
    for (Vec3d& p : mesh.positions) {
        p = (p - middle) * scale;
    }
    return mesh;
}

Mesh box_of(Vec3d half) { return scenes::box(-half, half); }

Mesh body_of_kind(std::size_t kind, Random& random) {
    switch (kind) {
    case 0: {
        const Vec3d radii = random.in_box({0.5, 0.5, 0.5}, {1, 1, 1});
        return scenes::random_polytope({.triangles = 60, .radii = radii, .seed = random.next()});
    }
    case 1:
        return box_of(random.in_box({0.3, 0.3, 0.3}, {0.8, 0.8, 0.8}));
    case 2:
        return scenes::bumpy_sphere({.triangles = 300, .amplitude = 0.35, .seed = random.next()});
    case 3: {
        const double phase = random.uniform(0, 3);
        return centred(scenes::torus_knot({.phase_radians = phase, .triangles = 900}), 0.3);
    }
    case 4:
        return centred(scenes::comb({.plates = 4, .plate_thickness = 0.2, .gap = 0.4}), 0.3);
    default: {
        const double thickness = random.uniform(0.01, 0.04);
        const double width = random.uniform(0.1, 0.4);
        return box_of({1, width, thickness});
    }
    }
}

Rigid random_turn(Random& random) {
    const Vec3d axis = random.direction();
    return rotation(axis, random.uniform(-3, 3));
}

Expected<bool> interfere(const PlanesPair& pair) {
    const auto found = collide(pair.body_a(), pair.body_b());
    if (!found) {
        return found.error();
    }
    return found->verdict != Verdict::Apart && found->verdict != Verdict::Touching;
}

/// B at the distance along the direction from A.
void place(PlanesPair& pair, Vec3d direction, double distance) {
    pair.pose_b.translation = pair.pose_a.translation + direction * distance;
}

/// The farthest distance, to 2^-40, at which B, coming in along the direction, begins to interfere.
Expected<double> distance_of_contact(PlanesPair& pair, Vec3d direction) {
    constexpr double step = 0.02; // nothing is thinner than two of these but for grazing ways
    double outside = 4;
    for (;; outside -= step) {
        place(pair, direction, outside - step);
        const auto inside = interfere(pair);
        if (!inside) {
            return inside.error();
        }
        if (*inside || outside < -4) {
            break;
        }
    }
    double inside = outside - step;
    while (outside - inside > 0x1p-40) {
        const double middle = (inside + outside) / 2;
        place(pair, direction, middle);
        const auto found = interfere(pair);
        if (!found) {
            return found.error();
        }
        (*found ? inside : outside) = middle;
    }
    return outside;
}

} // namespace

Expected<PlanesPair> planes_pair(std::size_t kind, std::size_t depth, std::uint64_t seed) {
    Random random(seed * 1000 + kind * 10 + depth);
    PlanesPair pair;
    pair.a = body_of_kind(kind, random);
    pair.b = body_of_kind(kind, random);
    pair.pose_a = random_turn(random);
    pair.pose_b = random_turn(random);
    const Vec3d direction = random.direction();
    const auto contact = distance_of_contact(pair, direction);
    if (!contact) {
        return contact.error();
    }
    const DepthClass& wanted = depth_classes[depth];
    place(pair, direction, *contact - random.uniform(wanted.least, wanted.most));
    const auto interferes = interfere(pair);
    const auto common = overlap(pair.body_a(), pair.body_b());
    if (!interferes || !common) {
        return interferes ? common.error() : interferes.error();
    }
    pair.interferes = *interferes;
    for (const OverlapRegion& region : common->regions) {
        pair.area += region.area_a + region.area_b;
    }
    return pair;
}

} // namespace impinge::bench
