// SPDX-License-Identifier: Apache-2.0
//
// Digests of answers: what was decided and found, not how long it took.
#pragma once

#include "base/hash.hpp"
#include "impinge/self_intersections.hpp"

#include <span>

namespace impinge::inline v0 {

inline void add_to_hash(Hasher& hasher, std::span<const TrianglePair> pairs,
                        std::span<const ContactSegment> segments,
                        std::span<const ContactCurve> curves) {
    hasher.add(std::uint64_t{pairs.size()});
    for (const TrianglePair& pair : pairs) {
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
        hasher.add(static_cast<std::uint64_t>(pair.kind));
    }
    hasher.add(std::uint64_t{segments.size()});
    for (const ContactSegment& segment : segments) {
        hasher.add(segment.start);
        hasher.add(segment.end);
    }
    hasher.add(std::uint64_t{curves.size()});
    for (const ContactCurve& curve : curves) {
        hasher.add(std::uint64_t{curve.points.size() * 2 + (curve.closed ? 1 : 0)});
        for (const Vec3d& point : curve.points) {
            hasher.add(point);
        }
    }
}

inline std::uint64_t hash_of(const Interference& result) {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(result.verdict));
    hasher.add(static_cast<std::uint64_t>(result.compared));
    if (result.decision == Decision::ContainmentOpen) { // the others leave digests as they were
        hasher.add(static_cast<std::uint64_t>(result.decision));
    }
    add_to_hash(hasher, result.pairs, result.segments, result.curves);
    return hasher.digest();
}

inline std::uint64_t hash_of(const SelfIntersections& result) {
    Hasher hasher;
    add_to_hash(hasher, result.pairs, result.segments, result.curves);
    return hasher.digest();
}

/// Which pair was found first may differ between runs; whether there is one does not.
inline std::uint64_t hash_of_verdict(const SelfIntersections& result) {
    Hasher hasher;
    hasher.add(std::uint64_t{result.pairs.empty() ? 0U : 1U});
    return hasher.digest();
}

} // namespace impinge::inline v0
