// SPDX-License-Identifier: Apache-2.0
//
// Boxes of many bodies, frame after frame -> the pairs that overlap, and which of them are new or
// gone. Follows Cohen, Lin, Manocha and Ponamgi 1995, section 4: endpoints of boxes are kept sorted
// on three axes, and what changes is read off the swaps. All methods give the same pairs; they
// differ in time.
//
//     void print_new_pairs(impinge::BroadPhase& boxes, std::uint32_t moved,
//                          const impinge::Box3& to) {
//         boxes.move(moved, to);
//         for (const impinge::BoxPair& pair : boxes.update().added) {
//             std::printf("%u and %u overlap now\n", pair.a, pair.b);
//         }
//     }
//
// Thread rule: one thread at a time per BroadPhase; update() itself uses the threads of its
// context.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/export.h"
#include "impinge/vec3.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

enum class BroadPhaseMethod : std::uint8_t {
    Auto,           ///< picks one of the others before each update, by number, motion and history
    SweepInsertion, ///< sorted endpoints on three axes, insertion sort: many bodies move a little
    SweepBubble,    ///< the same, only the neighbours of what moved are compared: few bodies move
    IntervalTree,   ///< two axes by a sweep over an interval tree (section 4.3), from scratch
    Batch,          ///< cells and SIMD, from scratch: large numbers, teleports, first frames
    BruteForce,     ///< every pair
};

IMPINGE_API const char* to_string(BroadPhaseMethod method); ///< "auto", "sweep-insertion", ...

/// Stationary bodies are not paired with each other.
enum class Mobility : std::uint8_t { Moving, Stationary };

/// Two boxes, a < b.
struct BoxPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

struct BroadPhaseOptions {
    BroadPhaseMethod method = BroadPhaseMethod::Auto;
    /// Boxes are grown by this on all sides before they are compared (>= 0, finite): pairs whose
    /// boxes come within twice this are found. The delta of the paper.
    double tolerance = 0;
};

struct BroadPhaseUpdate {
    std::span<const BoxPair> pairs;   ///< all overlapping pairs, sorted
    std::span<const BoxPair> added;   ///< not among those of the update before, sorted
    std::span<const BoxPair> removed; ///< no longer there, sorted; also of removed boxes
    BroadPhaseMethod method = BroadPhaseMethod::BruteForce; ///< used for this update
    std::string_view reason;                                ///< why it was picked, in words
    std::uint64_t swaps = 0; ///< of endpoints, in the three lists; 0 for methods without lists
    std::uint64_t tests = 0; ///< box against box; 0 where the swaps told everything
    bool partial = false;    ///< brute force, cancelled: pairs are missing until the next update
};

class BroadPhase {
  public:
    explicit IMPINGE_API BroadPhase(const BroadPhaseOptions& options = {});
    IMPINGE_API BroadPhase(BroadPhase&&) noexcept;
    IMPINGE_API BroadPhase& operator=(BroadPhase&&) noexcept;
    IMPINGE_API ~BroadPhase();

    /// A new box; the number that names it from now on, the smallest that is free. Boxes are
    /// closed: sharing a point is an overlap. An empty box overlaps nothing; a box with an infinite
    /// side is allowed, NaN counts as empty.
    IMPINGE_API std::uint32_t insert(const Box3& box, Mobility mobility = Mobility::Moving);
    // Numbers that name no box (any more) are ignored by all of these.
    IMPINGE_API void remove(std::uint32_t box);
    IMPINGE_API void move(std::uint32_t box, const Box3& to);
    /// The same for the boxes 0 .. boxes.size() - 1 at once: one copy.
    IMPINGE_API void move_all(std::span<const Box3> boxes);
    IMPINGE_API void set_mobility(std::uint32_t box, Mobility mobility);
    IMPINGE_API void set_method(BroadPhaseMethod method);

    /// What overlaps now. The spans hold until the next call of anything but a const function.
    /// The same for any number of threads, and any method.
    IMPINGE_API BroadPhaseUpdate update(const Context& context = {});

    [[nodiscard]] IMPINGE_API std::size_t size() const; ///< boxes there are

    struct Data;

  private:
    std::unique_ptr<Data> data_;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
