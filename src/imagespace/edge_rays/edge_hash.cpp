// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/edge_hash.hpp"

#include "base/hash.hpp"

namespace impinge::inline v0::imagespace {
namespace {

std::uint64_t word(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
}

void add(Hasher& hasher, std::span<const std::uint32_t> list) {
    hasher.add(std::uint64_t{list.size()});
    for (const std::uint32_t number : list) {
        hasher.add(std::uint64_t{number});
    }
}

void add(Hasher& hasher, const EdgeRayPair& pair) {
    hasher.add(word(pair.a, pair.b));
    hasher.add(pair.interference.hash);
    hasher.add(static_cast<std::uint64_t>(pair.interference.certainty));
    hasher.add(pair.interference.pixel_size);
    hasher.add(std::uint64_t{pair.interference.partial ? 1U : 0U});
    hasher.add(pair.points_of_a);
    hasher.add(pair.points_of_b);
    hasher.add(static_cast<std::uint64_t>(pair.decided_by));
    hasher.add(std::uint64_t{pair.settled ? 1U : 0U});
}

void add(Hasher& hasher, const EdgePoint& point) {
    hasher.add(word(point.body, point.edge));
    hasher.add(word(point.corners[0], point.corners[1]));
    hasher.add(point.position);
    hasher.add(word(point.view, point.layer));
    hasher.add(word(point.x, point.y));
    hasher.add(word(point.first_penetrated, point.last_penetrated));
}

void add(Hasher& hasher, const EdgeCrossing& crossing) {
    hasher.add(word(crossing.body, crossing.edge));
    hasher.add(word(crossing.penetrated, crossing.triangle));
    hasher.add(crossing.position);
    hasher.add(crossing.normal);
}

void add(Hasher& hasher, const UnsoundBody& unsound) {
    hasher.add(word(unsound.body, static_cast<std::uint32_t>(unsound.fault)));
    hasher.add(unsound.rays);
}

template <typename T> void add_all(Hasher& hasher, const std::vector<T>& list) {
    hasher.add(std::uint64_t{list.size()});
    for (const T& one : list) {
        add(hasher, one);
    }
}

} // namespace

std::uint64_t hash_of(const EdgeRays& rays) {
    Hasher hasher;
    hasher.add(word(rays.interference ? 1 : 0, rays.partial ? 1 : 0));
    add(hasher, rays.penetrating_bodies);
    add(hasher, rays.penetrated_bodies);
    add_all(hasher, rays.pairs);
    add_all(hasher, rays.points);
    add(hasher, rays.penetrated);
    add_all(hasher, rays.crossings);
    add_all(hasher, rays.unsound);
    hasher.add(rays.pixel_size);
    hasher.add(rays.edge_offset);
    return hasher.digest();
}

} // namespace impinge::inline v0::imagespace
