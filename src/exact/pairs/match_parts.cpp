// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/match_parts.hpp"

#include "exact/pairs/crowded_parts.hpp"
#include "exact/pairs/flush_parts.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
namespace {

constexpr double pairs_per_leaf = 16384;
constexpr std::size_t samples_per_list = 48;
constexpr double worth_cutting = 0.8; ///< of the work that is left after a cut
constexpr unsigned most_cuts = 4000;  ///< doubles have no more scales; a bound for the stack

/// Some of the boxes, spread over the list.
struct Sample {
    std::array<QuantisedTriangle, samples_per_list> boxes;
    std::size_t count = 0;

    explicit Sample(std::span<const QuantisedTriangle> list) {
        count = std::min(list.size(), samples_per_list);
        for (std::size_t i = 0; i < count; ++i) {
            boxes[i] = list[sampled_place(i, count, list.size())];
        }
    }
    [[nodiscard]] std::span<const QuantisedTriangle> all() const { return {boxes.data(), count}; }
};

/// Divides codes below `at` from the others.
struct Cut {
    std::size_t axis = 0;
    int at = 0;
    double work = 2; ///< what is left of the work, about
};

/// The middle one of the box centres along the axis: halves the boxes however they crowd.
Cut median_cut(const Sample& a, const Sample& b, std::size_t axis) {
    std::array<int, 2 * samples_per_list> centres{};
    std::size_t count = 0;
    for (const Sample* sample : {&a, &b}) {
        for (const QuantisedTriangle& box : sample->all()) {
            centres[count++] = (box.low[axis] + box.high[axis] + 1) >> 1;
        }
    }
    const auto middle = centres.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(centres.begin(), middle, centres.begin() + static_cast<std::ptrdiff_t>(count));
    Cut cut{axis, *middle};
    const auto sides = [&](const Sample& sample) {
        std::array<double, 2> shares{};
        for (const QuantisedTriangle& box : sample.all()) {
            shares[0] += box.low[axis] < cut.at ? 1 : 0;
            shares[1] += box.high[axis] >= cut.at ? 1 : 0;
        }
        return shares;
    };
    const auto of_a = sides(a);
    const auto of_b = sides(b);
    cut.work = (of_a[0] * of_b[0] + of_a[1] * of_b[1]) / static_cast<double>(a.count * b.count);
    return cut;
}

/// Leaves the samples behind: the recursion that follows goes deep.
Cut best_cut(const BoxLists& boxes) {
    const Sample a(boxes.a);
    const Sample b(boxes.b);
    Cut best;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Cut cut = median_cut(a, b, axis);
        best = cut.work < best.work ? cut : best;
    }
    return best;
}

/// Which share of the pairs of boxes overlap, from a sample. 0 if there are too few pairs for
/// anything to be worth more than comparing them.
double overlapping_share(const BoxLists& boxes) {
    constexpr double worth_looking = 1024;
    if (boxes.work() < worth_looking) {
        return 0;
    }
    constexpr std::size_t tried = 8;
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < tried; ++i) {
        const QuantisedTriangle& s = boxes.a[i * boxes.a.size() / tried];
        for (std::size_t j = 0; j < tried; ++j) {
            const QuantisedTriangle& t = boxes.b[(2 * j + 1) * boxes.b.size() / (2 * tried)];
            overlapping += all_at_most(s.low, t.high) && all_at_most(t.low, s.high) ? 1 : 0;
        }
    }
    return static_cast<double>(overlapping) / (tried * tried);
}

/// Whether boxes are hardly wider than a code along some axis, so that codes are what makes them
/// overlap.
bool boxes_are_thin(const BoxLists& boxes, const Frame& frame) {
    constexpr std::size_t tried = 8;
    std::array<int, 3> codes{};
    for (std::size_t i = 0; i < tried; ++i) {
        for (const auto& list : {boxes.a, boxes.b}) {
            const QuantisedTriangle& box = list[i * list.size() / tried];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                codes[axis] += box.high[axis] - box.low[axis] + 1;
            }
        }
    }
    constexpr int thin = 3;
    for (int axis = 0; axis < 3; ++axis) {
        if (!frame.quantiser.is_flat(axis) &&
            codes[static_cast<std::size_t>(axis)] <= thin * 2 * static_cast<int>(tried)) {
            return true;
        }
    }
    return false;
}

/// Whether to prove so many candidates costs more than new codes, which may leave fewer: because
/// they are finer, or because triangles are clipped.
bool are_worth_new_codes(std::size_t candidates, const BoxLists& boxes, const Frame& frame) {
    constexpr std::size_t many = 3; // of each box
    constexpr std::size_t very_many = 8;
    return candidates > many * boxes.size() &&
           (boxes_are_thin(boxes, frame) ||
            (!frame.corner && candidates > very_many * boxes.size()));
}

/// The boxes of a list on either side of a cut: those below from the front, those above from the
/// back of one piece of memory.
struct Dealt {
    std::span<const QuantisedTriangle> below;
    std::span<const QuantisedTriangle> above;
};

/// sides(box) says where a box stands: bit 0 below, bit 1 above.
template <typename Sides>
Dealt deal(std::span<const QuantisedTriangle> list, std::uint32_t bit,
           ScratchStack<QuantisedTriangle>& scratch, Sides sides) {
    const std::span<QuantisedTriangle> room = scratch.take(2 * list.size());
    std::size_t front = 0;
    std::size_t back = room.size();
    for (const QuantisedTriangle& box : list) {
        const unsigned on = sides(box);
        if ((on & 1) != 0) {
            room[front++] = box;
        }
        if ((on & 2) != 0) {
            room[--back] = box;
            room[back].earlier |= (on & 1) != 0 ? bit : 0;
        }
    }
    return {room.first(front), room.subspan(back)};
}

/// What is not marked goes below, what is above.
Dealt deal_by_mark(std::span<const QuantisedTriangle> list, std::span<const std::uint8_t> marks,
                   ScratchStack<QuantisedTriangle>& scratch) {
    std::size_t i = 0;
    return deal(list, 0, scratch,
                [&](const QuantisedTriangle&) { return marks[i++] == 0 ? 1U : 2U; });
}

/// A list sorted by how its triangles lie to a plane.
struct ByPlane {
    std::span<const QuantisedTriangle> along; ///< in it, with the same normal
    std::span<const QuantisedTriangle> against;
    std::span<const QuantisedTriangle> rest;

    /// Both that are in it, which lie one behind the other.
    [[nodiscard]] std::span<const QuantisedTriangle> in_plane() const {
        return {along.data(), along.size() + against.size()};
    }
};

ByPlane by_plane(std::span<const QuantisedTriangle> list, const WorldMesh& mesh,
                 const Triangle& plane, ScratchStack<QuantisedTriangle>& scratch) {
    std::vector<Sign> sides;
    sides.reserve(list.size());
    for (const QuantisedTriangle& box : list) {
        sides.push_back(side_in_plane(plane, mesh.triangle(box.index)));
    }
    const std::span<QuantisedTriangle> room = scratch.take(list.size());
    std::size_t count = 0;
    const auto put = [&](Sign side) {
        const std::size_t first = count;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (sides[i] == side) {
                room[count++] = list[i];
            }
        }
        return room.subspan(first, count - first);
    };
    ByPlane sorted;
    sorted.along = put(1);
    sorted.against = put(-1);
    sorted.rest = put(0);
    return sorted;
}

} // namespace

template <typename Sides>
bool PartMatcher::split(const Part& part, const Frame& frame, Part low, Part high, Sides sides) {
    const ScratchStack<QuantisedTriangle>::Mark mark(scratch_);
    // Without a bit that is left some pairs are found on both sides.
    const std::uint32_t bit = part.cuts < 32 ? std::uint32_t{1} << part.cuts : 0;
    low.cuts = high.cuts = part.cuts + 1;
    const auto deal_list = [&](std::span<const QuantisedTriangle> list, const WorldMesh& mesh) {
        return deal(list, bit, scratch_,
                    [&](const QuantisedTriangle& box) { return sides(mesh, box); });
    };
    const bool same = part.boxes.same;
    const Dealt a = deal_list(part.boxes.a, meshes_.a);
    const Dealt b = same ? a : deal_list(part.boxes.b, meshes_.b);
    low.boxes = {a.below, b.below, same};
    high.boxes = {a.above, b.above, same};
    if (low.boxes.work() + high.boxes.work() > 0.5 * (1 + worth_cutting) * part.boxes.work()) {
        return false; // the sample was not like the rest
    }
    match(low, frame);
    match(high, frame);
    return true;
}

bool PartMatcher::halve(const Part& part, const Frame& frame) {
    const Cut best = best_cut(part.boxes);
    if (best.work > worth_cutting) {
        return false;
    }
    Part low{{}, part.low, part.high, 0, part.flush};
    Part high = low;
    // A cut outside the part leaves one half that owns nothing, which is harmless.
    low.high[best.axis] = static_cast<Code>(std::min<int>(best.at - 1, part.high[best.axis]));
    high.low[best.axis] = static_cast<Code>(std::max<int>(best.at, part.low[best.axis]));
    return split(part, frame, low, high, [&](const WorldMesh&, const QuantisedTriangle& box) {
        return (box.low[best.axis] < best.at ? 1U : 0U) |
               (box.high[best.axis] >= best.at ? 2U : 0U);
    });
}

void PartMatcher::match(const Part& part, const Frame& frame) {
    stopped_ = stopped_ || context_.cancelled();
    if (part.boxes.a.empty() || part.boxes.b.empty() || stopped_) {
        return;
    }
    const double share = frame.corner ? 0 : overlapping_share(part.boxes);
    constexpr double maybe_flush = 1.0 / 16;
    if (share > maybe_flush && meshes_.like_pairs == LikePairs::OneOfEach &&
        (part.flush ? match_flush(part, frame) : match_by_plane(part, frame))) {
        return;
    }
    // Proving all these pairs costs more than to look for a cut that separates the triangles.
    const bool dense = share > 0.5;
    if (part.boxes.work() <= pairs_per_leaf) {
        if (!dense || !halve_along_normal(part, frame)) {
            compare_all(part, frame);
        }
    } else if (part.cuts > most_cuts) {
        compare_in_blocks(part.boxes);
    } else if (!halve(part, frame)) {
        match_crowded(part, frame);
    }
}

void PartMatcher::match_crowded(const Part& part, const Frame& frame) {
    const bool places = !frame.corner.has_value();
    const bool fans =
        meshes_.surfaces == Surfaces::One || meshes_.like_pairs == LikePairs::OneOfEach;
    if (places && fans && match_around_corner(part, frame)) {
        return;
    }
    if (codes_are_coarse(part, frame) && match_with_new_codes(part, frame)) {
        return;
    }
    if (!places || !(halve_along_normal(part, frame) || match_octants(part, frame))) {
        compare_in_blocks(part.boxes);
    }
}

bool PartMatcher::match_with_new_codes(const Part& part, const Frame& frame) {
    Region region = renewed(meshes_, part, frame, context_);
    if (!is_much_smaller(region.frame, frame)) {
        return false;
    }
    match_renewed(std::move(region));
    return true;
}

void PartMatcher::match_renewed(Region region) {
    constexpr std::size_t worth_all_threads = 1 << 15;
    if (region.lists().size() > worth_all_threads) {
        later_.push_back(std::move(region));
        return;
    }
    const CellBins cells(region.lists(), region.cuts, context_);
    for (std::size_t i = 0; i < cells.size() && !stopped_; ++i) {
        match(part_of(cells[i], region.cuts), region.frame);
    }
}

bool PartMatcher::match_around_corner(const Part& part, const Frame& frame) {
    const auto corner = common_corner(meshes_, part.boxes);
    if (!corner) {
        return false;
    }
    const ScratchStack<QuantisedTriangle>::Mark mark(scratch_);
    const auto deal_at = [&](std::span<const QuantisedTriangle> list, const WorldMesh& mesh) {
        return deal(list, 0, scratch_, [&](const QuantisedTriangle& box) {
            return has_corner(mesh.triangle(box.index), *corner) ? 1U : 2U;
        });
    };
    const bool same = part.boxes.same;
    const Dealt a = deal_at(part.boxes.a, meshes_.a);
    const Dealt b = same ? a : deal_at(part.boxes.b, meshes_.b);
    Part fan = part;
    fan.boxes = {a.below, b.below, same};
    constexpr double worth_sorting_out = 0.02; // what is left is easier to part without them
    if (fan.boxes.work() < worth_sorting_out * part.boxes.work()) {
        return false;
    }
    if (meshes_.surfaces == Surfaces::Two) {
        take_one_of_each(fan.boxes);
    }
    match_renewed(renewed_directions(meshes_, fan, *corner, context_));
    Part rest = part;
    rest.boxes = {a.below, b.above, false};
    match(rest, frame);
    rest.boxes = same ? BoxLists{a.above, a.above, true} : BoxLists{a.above, part.boxes.b, false};
    match(rest, frame);
    return true;
}

/// Every triangle of a fan with the first of the other.
void PartMatcher::take_one_of_each(const BoxLists& fans) {
    std::vector<Candidate> pairs;
    for (const QuantisedTriangle& s : fans.a) {
        pairs.push_back({s.index, fans.b.front().index});
    }
    for (const QuantisedTriangle& t : fans.b) {
        pairs.push_back({fans.a.front().index, t.index});
    }
    left_some_out_ = true;
    stopped_ = !sink_.take(pairs);
}

/// Sorts out what lies in one plane, if both lists have much there.
bool PartMatcher::match_by_plane(const Part& part, const Frame& frame) {
    const auto plane = common_plane(meshes_, part.boxes);
    if (!plane) {
        return false;
    }
    const ScratchStack<QuantisedTriangle>::Mark mark(scratch_);
    const ByPlane a = by_plane(part.boxes.a, meshes_.a, *plane, scratch_);
    const ByPlane b = by_plane(part.boxes.b, meshes_.b, *plane, scratch_);
    const BoxLists in_plane{a.in_plane(), b.in_plane()};
    if (in_plane.work() < (1 - worth_cutting) * part.boxes.work()) {
        return false;
    }
    Part next = part;
    next.boxes = {in_plane.a, b.rest};
    match(next, frame);
    next.boxes = {a.rest, part.boxes.b};
    match(next, frame);
    next.flush = true;
    for (const auto& of_a : {a.along, a.against}) {
        for (const auto& of_b : {b.along, b.against}) {
            next.boxes = {of_a, of_b};
            match(next, frame);
        }
    }
    return true;
}

/// One pair of each triangle that overlaps another, then whatever the others meet. Those that are
/// in a pair are not compared with each other.
bool PartMatcher::match_flush(const Part& part, const Frame& frame) {
    const auto flush = some_flush_pairs(meshes_, part.boxes);
    if (!flush) {
        return false;
    }
    const ScratchStack<QuantisedTriangle>::Mark mark(scratch_);
    const Dealt a = deal_by_mark(part.boxes.a, flush->met_a, scratch_);
    const Dealt b = deal_by_mark(part.boxes.b, flush->met_b, scratch_);
    const BoxLists without_pair{a.below, part.boxes.b};
    const BoxLists with_pair{a.above, b.below};
    if (without_pair.work() + with_pair.work() > 0.5 * (1 + worth_cutting) * part.boxes.work()) {
        return false;
    }
    stopped_ = !sink_.take(flush->pairs);
    left_some_out_ = true;
    Part rest = part;
    for (const BoxLists& lists : {without_pair, with_pair}) {
        rest.boxes = lists;
        match(rest, frame);
    }
    return true;
}

bool PartMatcher::halve_along_normal(const Part& part, const Frame& frame) {
    const auto cut = cut_along_normal(meshes_, part.boxes);
    if (!cut || cut->work > worth_cutting) {
        return false;
    }
    const Part half{{}, part.low, part.high, 0, part.flush};
    return split(part, frame, half, half, [&](const WorldMesh& mesh, const QuantisedTriangle& box) {
        return cut->sides(mesh.triangle(box.index));
    });
}

bool PartMatcher::match_octants(const Part& part, const Frame& frame) {
    constexpr std::size_t worth_cutting_up = 1024; // comparing fewer costs less than clipping them
    if (part.boxes.size() < worth_cutting_up) {
        return false;
    }
    std::vector<Region> regions = octants(meshes_, part, frame, context_);
    double work = 0;
    for (const Region& region : regions) {
        work += region.lists().work();
    }
    if (work > 0.5 * (1 + worth_cutting) * part.boxes.work()) {
        return false;
    }
    for (Region& region : regions) {
        match_renewed(std::move(region));
    }
    return true;
}

void PartMatcher::compare_all(const Part& part, const Frame& frame) {
    const BoxLists& boxes = part.boxes;
    box_tests_ += boxes.work();
    columns_.fill(boxes.b);
    const auto found =
        boxes.same ? columns_.overlapping_own(boxes.a) : columns_.overlapping(boxes.a);
    if (part.cuts <= most_cuts && are_worth_new_codes(found.size(), boxes, frame) &&
        match_with_new_codes(part, frame)) {
        return;
    }
    if (!found.empty()) {
        stopped_ = !sink_.take(found);
    }
}

void PartMatcher::compare_in_blocks(const BoxLists& boxes) {
    constexpr std::size_t block = 128;
    for (std::size_t begin = 0; begin < boxes.b.size() && !stopped_; begin += block) {
        const std::size_t end = std::min(boxes.b.size(), begin + block);
        columns_.fill(boxes.b.subspan(begin, end - begin));
        const std::size_t rows = boxes.same ? end : boxes.a.size();
        for (std::size_t i = 0; i < rows && !stopped_; i += block) {
            const auto row = boxes.a.subspan(i, std::min(block, rows - i));
            box_tests_ += static_cast<double>(row.size() * (end - begin));
            const auto found = boxes.same && i == begin ? columns_.overlapping_own(row)
                                                        : columns_.overlapping(row);
            if (!found.empty()) {
                stopped_ = !sink_.take(found);
            }
            stopped_ = stopped_ || context_.cancelled();
        }
    }
}

} // namespace impinge::inline v0
