// SPDX-License-Identifier: Apache-2.0
//
// The contacts of one frame: which bodies meet, and in which pairs of triangles. Scenes that move
// know their contacts through a ContactFinder alone, so that any method can be put in its place.
#pragma once

#include "impinge/assembly.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace impinge::scenes {

/// Two bodies that are not apart.
struct BodyContacts {
    std::uint32_t a = 0;
    std::uint32_t b = 0; ///< a < b
    Verdict verdict = Verdict::Touching;
    std::vector<TrianglePair> pairs; ///< sorted, each once
};

struct FrameContacts {
    std::vector<BodyContacts> bodies; ///< sorted by (a, b)
    std::uint64_t candidates = 0;     ///< pairs of bodies that were looked at closely
    double milliseconds = 0;          ///< wall-clock time; no part of the answer
    bool partial = false;             ///< cancelled

    [[nodiscard]] std::uint64_t triangle_pairs() const;
    [[nodiscard]] std::uint64_t count(Verdict verdict) const;
};

/// Which pairs of bodies matter; called with a < b, from any thread.
using PairMatters = std::function<bool(std::uint32_t a, std::uint32_t b)>;

/// Every pair that matters and is not apart, with all its pairs of triangles.
using ContactFinder = std::function<Expected<FrameContacts>(
    std::span<const Body> bodies, const PairMatters& matters, const Context& context)>;

/// By check_all(): exact and complete. Open meshes are surfaces.
Expected<FrameContacts> exact_contacts(std::span<const Body> bodies, const PairMatters& matters,
                                       const Context& context = {});

} // namespace impinge::scenes
