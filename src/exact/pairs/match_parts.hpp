// SPDX-License-Identifier: Apache-2.0
//
// Last stage of the broad phase, the candidate pairs: which triangles of A have boxes that overlap
// which boxes of B. A part of space that holds many boxes is halved at medians again and again, as
// by a k-d tree, until it holds few; those are compared sixteen at a time.
//
// Where halving no longer separates the boxes, the part is crowded, for one of these reasons:
//  - Codes are too coarse: something far away has stretched the region. The part becomes a region
//    of its own with codes computed anew from the coordinates. Sixteen bits of every axis are
//    gained each time, so any mixture of scales costs a few passes over what is crowded.
//  - All triangles share a corner, as in a fan. What two of them have in common beyond the corner
//    is seen in the directions in which they leave it: these have boxes of their own, on the unit
//    sphere. Between two surfaces the corner itself is a contact of every pair, so this helps only
//    who does not want them all.
//  - Triangles of both surfaces lie in one plane and overlap, as fans over one polygon do in as
//  many
//    pairs as there are. Who does not want them all takes one for each triangle.
//  - Triangles are long and thin or lie side by side askew to the axes. They are halved along the
//    normal of one of them, or cut into eighths, in each of which they have smaller boxes.
// If nothing helps, all boxes are compared.
//
// Pairs go to a sink as they are found; no list of them is kept.
#pragma once

#include "base/scratch_stack.hpp"
#include "exact/pairs/box_columns.hpp"
#include "exact/pairs/cell_bins.hpp"

#include <optional>

namespace impinge::inline v0 {

/// Who is told of the candidate pairs.
class CandidateSink {
  public:
    CandidateSink() = default;
    CandidateSink(const CandidateSink&) = delete;
    CandidateSink& operator=(const CandidateSink&) = delete;
    virtual ~CandidateSink() = default;

    /// With one list compared with itself, each pair comes in one of both orders. Some pairs come
    /// twice. Says whether more are wanted.
    virtual bool take(std::span<const Candidate> pairs) = 0;
};

/// Whether both lists are of one surface, in which a common corner is no contact.
enum class Surfaces : std::uint8_t { One, Two };

/// What is wanted where very many pairs say the same: triangles of two surfaces that have but a
/// corner in common, or overlap in one plane. All of them, or for each triangle one that meets it;
/// of those in one plane one with either normal that it overlaps, if any.
enum class LikePairs : std::uint8_t { All, OneOfEach };

struct Meshes {
    const WorldMesh& a;
    const WorldMesh& b;
    Surfaces surfaces = Surfaces::Two;
    LikePairs like_pairs = LikePairs::All;
};

constexpr Box3 everywhere{-1 * Box3{}.min, -1 * Box3{}.max};

/// What codes mean: places in a region, or directions in which triangles leave a common corner.
struct Frame {
    Quantiser quantiser;
    /// Boxes are of what triangles have in here; whatever two of them have in common is.
    Box3 clip = everywhere;
    std::optional<Vec3d> corner;
};

/// Boxes with codes of their own.
struct Region {
    Frame frame;
    std::vector<QuantisedTriangle> a;
    std::vector<QuantisedTriangle> b; ///< left empty if `same`
    bool same = false;
    unsigned cuts = 0; ///< how many bits of `earlier` are in use

    [[nodiscard]] BoxLists lists() const { return {a, same ? a : b, same}; }
};

/// A part of space with the boxes that reach into it.
struct Part {
    BoxLists boxes;
    Codes low; ///< codes of the part: the lowest corner of what two boxes share lies between
    Codes high;
    unsigned cuts = 0;  ///< how many bits of `earlier` are in use
    bool flush = false; ///< all lie in one plane, and the normals of a list point the same way
};

class PartMatcher {
  public:
    PartMatcher(const Meshes& meshes, CandidateSink& sink, const Context& context)
        : meshes_(meshes), sink_(sink), context_(context) {}

    void match(const Part& part, const Frame& frame);
    /// Large regions found on the way, which are worth all threads.
    [[nodiscard]] std::vector<Region> take_later() { return std::move(later_); }
    /// How many pairs of boxes were compared.
    [[nodiscard]] double box_tests() const { return box_tests_; }
    /// Whether pairs were left out that have but a corner in common, or overlap in one plane.
    [[nodiscard]] bool left_some_out() const { return left_some_out_; }

  private:
    /// sides(mesh, box) says on which sides of the cut a box stands.
    template <typename Sides>
    bool split(const Part& part, const Frame& frame, Part low, Part high, Sides sides);
    bool halve(const Part& part, const Frame& frame);
    void match_crowded(const Part& part, const Frame& frame);
    bool match_with_new_codes(const Part& part, const Frame& frame);
    void match_renewed(Region region);
    bool match_around_corner(const Part& part, const Frame& frame);
    void take_one_of_each(const BoxLists& fans);
    bool match_by_plane(const Part& part, const Frame& frame);
    bool match_flush(const Part& part, const Frame& frame);
    bool halve_along_normal(const Part& part, const Frame& frame);
    bool match_octants(const Part& part, const Frame& frame);
    void compare_all(const Part& part, const Frame& frame);
    void compare_in_blocks(const BoxLists& boxes);

    const Meshes& meshes_;
    CandidateSink& sink_;
    const Context& context_;
    bool stopped_ = false;
    double box_tests_ = 0;
    bool left_some_out_ = false;
    ScratchStack<QuantisedTriangle> scratch_;
    BoxColumns columns_;
    std::vector<Region> later_;
};

/// Which of `size` items is number i of a sample: one of each of `count` stretches of equal length,
/// anywhere in it. Even steps would see nothing but one column of bodies that are made of rows.
constexpr std::size_t sampled_place(std::size_t i, std::size_t count, std::size_t size) {
    const std::size_t begin = i * size / count;
    const std::size_t end = (i + 1) * size / count;
    const std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15U;
    return begin + static_cast<std::size_t>((mixed >> 33U) % (end - begin));
}

/// The cell as a part of its region.
inline Part part_of(const Cell& cell, unsigned cuts) {
    return {cell.boxes, cell.low, cell.high, cuts + 3};
}

} // namespace impinge::inline v0
