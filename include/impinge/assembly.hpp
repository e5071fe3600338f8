// SPDX-License-Identifier: Apache-2.0
//
// Every pair of many bodies at once: a sweep over their boxes finds the pairs that can meet, and
// only those are looked at closely.
//
//     std::size_t clashes(std::span<const impinge::Body> parts) {
//         const auto check = impinge::check_all(parts);
//         if (!check) {
//             std::puts(check.error().message.c_str());
//             return parts.size();
//         }
//         return static_cast<std::size_t>(
//             std::ranges::count_if(check->pairs, [](const auto& pair) {
//                 return pair.interference.verdict != impinge::Verdict::Apart;
//             }));
//     }
//
// Thread rule: as in collide.hpp.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/export.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What is asked about a pair of bodies.
struct PairWish {
    bool check = true;
    /// If positive: report the distance when the surfaces are no farther apart than this.
    double clearance = 0;
};

/// What is asked about the pairs of an assembly. By default: all are checked, no clearance.
struct PairWishes {
    /// Called with a < b, from any thread, and perhaps more than once for a pair; it must always
    /// say the same. Empty: every pair is checked, with `largest_clearance`.
    std::function<PairWish(std::uint32_t a, std::uint32_t b)> of{};
    /// At least the largest clearance that `of` ever returns; a larger one is refused.
    double largest_clearance = 0;
};

struct AssemblyOptions {
    Detail detail = Detail::Verdict;
    PairWishes wishes{};
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids; ///< of all bodies
};

struct AssemblyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0; ///< a < b
    /// What collide() says, bit for bit.
    Interference interference;
    double clearance = 0; ///< as wished for
    /// What within() says: the nearest points of the two surfaces, if they come within the
    /// clearance wished for. The distance is 0 only if the surfaces meet: a solid inside another
    /// interferes, and still has a distance to its wall. If the call was cancelled, a distance
    /// marked `partial` is an upper bound, perhaps infinite.
    std::optional<Distance> nearest;
};

struct AssemblyCheck {
    /// The pairs whose boxes come within the clearance wished for (or overlap), sorted by (a, b).
    /// All other pairs that were wished for are apart, and farther than their clearance. If the
    /// call was cancelled, pairs that were not looked at are listed with a `partial` interference;
    /// if that happened before the boxes were swept, nothing is listed and nothing is examined.
    std::vector<AssemblyPair> pairs;
    std::uint64_t wished_pairs = 0; ///< all that were asked about, also those apart by their boxes
    std::uint64_t examined_pairs = 0; ///< of those, how many are settled; fewer only if partial
    /// Pairs that may interfere though their verdict does not say so: those listed whose `decision`
    /// is not Final, or all that were wished for if the call was cancelled before the boxes were
    /// swept. Only if this is 0 are bodies free of each other where no verdict says more.
    std::uint64_t undecided_pairs = 0;
    bool partial = false;
    /// Digest of all answers, pairs apart by their boxes included: equal for any number of threads.
    std::uint64_t hash = 0;
};

/// Checks all pairs. Many small pairs run side by side, large ones with all threads inside; meshes
/// are examined at most once, however many bodies share one, and only if a verdict hangs on it.
/// The cost is that of one pass over all vertices, a sort of the boxes, and the queries on the
/// pairs listed; `wishes.of`, if given, is called for every pair there is.
///
/// Fails as collide() does; the message then names the bodies by their index.
IMPINGE_API Expected<AssemblyCheck> check_all(std::span<const Body> bodies,
                                              const AssemblyOptions& options = {},
                                              const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
