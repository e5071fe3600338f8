// SPDX-License-Identifier: Apache-2.0
#include "mesh/chunk_pairing.hpp"

#include "base/clones.hpp"

#include <cstring>

namespace impinge::inline v0 {
namespace {

/// Spreads edges of different kinds over the slots.
constexpr std::uint32_t step_factor = 0x9E3779B9U;

constexpr std::size_t slot_lanes = 8;
using SlotLanes [[gnu::vector_size(slot_lanes * sizeof(std::uint32_t))]] = std::uint32_t;

/// Triangles whose slots are computed together: whole registers of corners.
constexpr std::size_t triangles_slotted_at_once = 128;

/// Where each edge waits, that from corner 0 to 1 first, and whether one of them begins where it
/// ends. Edges that run alike from vertices one after the other, as along a row, are in slots one
/// after the other: then they are not in each other's way, and near in memory. Two indices before
/// `corners` and one behind them are read, too.
IMPINGE_CLONES_OF_EIGHT bool find_slots(const std::uint32_t* corners, std::uint32_t mask,
                                        unsigned shift, std::uint32_t* slots) {
    constexpr std::uint32_t all = ~std::uint32_t{0};
    // The last corner of a triangle is followed by its first, two places before.
    constexpr std::array<SlotLanes, 3> is_last{{{0, 0, all, 0, 0, all, 0, 0},
                                                {all, 0, 0, all, 0, 0, all, 0},
                                                {0, all, 0, 0, all, 0, 0, all}}};
    SlotLanes without_length{};
    for (std::size_t i = 0; i < 3 * triangles_slotted_at_once; i += 3 * slot_lanes) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t* const at = corners + i + k * slot_lanes;
            SlotLanes from;
            SlotLanes next;
            SlotLanes first;
            std::memcpy(&from, at, sizeof from);
            std::memcpy(&next, at + 1, sizeof next);
            std::memcpy(&first, at - 2, sizeof first);
            const SlotLanes to = (first & is_last[k]) | (next & ~is_last[k]);
            const SlotLanes step = from - to; // the square is that of the reverse
            without_length |= step == 0;
            const SlotLanes middle = (from & to) + ((from ^ to) >> 1);
            const SlotLanes slot = (middle + (step * step * step_factor >> shift)) & mask;
            std::memcpy(slots + i + k * slot_lanes, &slot, sizeof slot);
        }
    }
    std::uint32_t any = 0;
    for (std::size_t lane = 0; lane < slot_lanes; ++lane) {
        any |= without_length[lane];
    }
    return any != 0;
}

CommonEdge common_edge(const TriangleIndices& a, const TriangleIndices& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (a[i] == b[(j + 1) % 3] && a[(i + 1) % 3] == b[j]) {
                return {i, j};
            }
        }
    }
    return {};
}

/// Whether every other triangle, from the first, has this edge in common with the next.
bool are_pairs(std::span<const TriangleIndices> triangles, CommonEdge common) {
    const std::size_t first_end = (common.first + 1) % 3;
    const std::size_t second_end = (common.second + 1) % 3;
    bool all = true;
    for (std::size_t i = 0; i < triangles.size(); i += 2) {
        all &= triangles[i][common.first] == triangles[i + 1][second_end];
        all &= triangles[i][first_end] == triangles[i + 1][common.second];
    }
    return all;
}

/// All bits, and so no label, where the edge is not paired.
std::uint32_t no_label_unless(bool paired) { return std::uint32_t{paired} - 1; }

} // namespace

void ChunkPairing::add(std::span<const TriangleIndices> triangles) {
    std::size_t done = 0;
    const auto to_do = [&] { return triangles.size() - done; };
    if (to_do() > 0) {
        add_one(triangles[done++]); // so that others have a corner before them
    }
    std::array<std::uint32_t, 3 * triangles_slotted_at_once> slots;
    while (to_do() > triangles_slotted_at_once) {
        const auto some = triangles.subspan(done, triangles_slotted_at_once);
        const CommonEdge common = common_edge(some[0], some[1]);
        if (find_slots(some.front().data(), mask(), 32 - slot_bits_, slots.data())) {
            for (const TriangleIndices& triangle : some) {
                add_one(triangle);
            }
        } else if (common.first < 3 && are_pairs(some, common)) {
            add_pairs(some, common, slots.data());
        } else {
            add_plain(some, slots.data());
        }
        done += some.size();
    }
    while (to_do() > 0) {
        add_one(triangles[done++]);
    }
}

Leftovers ChunkPairing::take() {
    const std::vector<std::uint32_t> numbers = labels_.numbers();
    for (std::size_t slot = 0; slot < waiting_.size(); ++slot) {
        if (waiting_[slot] != no_edge) {
            spilled_.push_back({waiting_[slot], own_labels_[slot]});
        }
    }
    for (WaitingEdge& edge : spilled_) {
        edge.label = numbers[edge.label];
    }
    return {std::move(spilled_), labels_.set_count()};
}

std::uint32_t ChunkPairing::slot_of(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t step = from - to;
    const std::uint32_t middle = (from & to) + ((from ^ to) >> 1);
    return (middle + (step * step * step_factor >> (32 - slot_bits_))) & mask();
}

std::uint32_t ChunkPairing::united_label(std::span<const std::uint32_t> labels) {
    std::uint32_t label = none;
    for (const std::uint32_t other : labels) {
        if (other != none && other != label) {
            label = label == none ? other : labels_.unite(label, other);
        }
    }
    return label;
}

/// Puts edges of triangles that belong together each into its slot, or takes out its partner;
/// mostly without a branch: whether an edge finds its partner is hard to foretell.
template <std::size_t count>
void ChunkPairing::add_edges(const Table& table, const std::array<DirectedEdge, count>& edges,
                             const std::array<std::uint32_t, count>& slots) {
    const auto [waiting, own_labels] = table;
    std::array<std::uint32_t, count> found;
    unsigned taken = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const DirectedEdge there = waiting[slots[i]];
        const bool paired = there == reversed(edges[i]);
        found[i] = own_labels[slots[i]] | no_label_unless(paired);
        if (!paired && there != no_edge) [[unlikely]] {
            taken |= 1U << i;
            continue;
        }
        waiting[slots[i]] = edges[i] | -DirectedEdge{paired};
    }
    std::uint32_t label = found[0];
    for (std::size_t i = 1; i < count; ++i) {
        label = std::min(label, found[i]);
    }
    bool alike = true;
    for (std::size_t i = 0; i < count; ++i) {
        alike &= found[i] == label || found[i] == none;
    }
    if (!alike) [[unlikely]] {
        label = united_label(found);
    }
    if (label == none) [[unlikely]] {
        label = labels_.add();
    }
    if (taken != 0) [[unlikely]] {
        for (std::size_t i = 0; i < count; ++i) {
            if ((taken >> i & 1) != 0) {
                spilled_.push_back({edges[i], label});
            } else {
                own_labels[slots[i]] = label;
            }
        }
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        own_labels[slots[i]] = label;
    }
}

/// Of triangles whose edges all have a length.
void ChunkPairing::add_plain(std::span<const TriangleIndices> triangles,
                             const std::uint32_t* slots) {
    const Table table{waiting_.data(), own_labels_.data()};
    for (const TriangleIndices& triangle : triangles) {
        const auto [a, b, c] = triangle;
        add_edges<3>(table, {directed(a, b), directed(b, c), directed(c, a)},
                     {slots[0], slots[1], slots[2]});
        slots += 3;
    }
}

/// Two triangles at a time: the edge between them need not wait.
void ChunkPairing::add_pairs(std::span<const TriangleIndices> triangles, CommonEdge common,
                             const std::uint32_t* slots) {
    const Table table{waiting_.data(), own_labels_.data()};
    const std::size_t i = common.first;
    const std::size_t i1 = (i + 1) % 3;
    const std::size_t i2 = (i + 2) % 3;
    const std::size_t j1 = (common.second + 1) % 3;
    const std::size_t j2 = (common.second + 2) % 3;
    for (std::size_t k = 0; k < triangles.size(); k += 2, slots += 6) {
        const std::uint32_t a = triangles[k][i];
        const std::uint32_t b = triangles[k][i1];
        const std::uint32_t c = triangles[k][i2];
        const std::uint32_t d = triangles[k + 1][j2];
        if (c == d) [[unlikely]] {
            add_one(triangles[k]);
            add_one(triangles[k + 1]);
            continue;
        }
        add_edges<4>(table, {directed(b, c), directed(c, a), directed(a, d), directed(d, b)},
                     {slots[i1], slots[i2], slots[3 + j1], slots[3 + j2]});
    }
}

/// Any triangle.
void ChunkPairing::add_one(const TriangleIndices& triangle) {
    const auto [a, b, c] = triangle;
    if (a == b || b == c || c == a) {
        leave_over(triangle);
        return;
    }
    const std::array<DirectedEdge, 3> edges{directed(a, b), directed(b, c), directed(c, a)};
    const std::array<std::uint32_t, 3> places{slot_of(a, b), slot_of(b, c), slot_of(c, a)};
    std::array<std::uint32_t, 3> found{none, none, none};
    for (std::size_t i = 0; i < 3; ++i) {
        if (waiting_[places[i]] == reversed(edges[i])) {
            found[i] = own_labels_[places[i]];
            waiting_[places[i]] = no_edge;
        }
    }
    std::uint32_t label = united_label(found);
    if (label == none) {
        label = labels_.add();
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (found[i] != none) {
            continue;
        }
        if (waiting_[places[i]] == no_edge) {
            waiting_[places[i]] = edges[i];
            own_labels_[places[i]] = label;
        } else {
            spilled_.push_back({edges[i], label});
        }
    }
}

/// A triangle that may run through one of its edges both ways.
void ChunkPairing::leave_over(const TriangleIndices& triangle) {
    const std::uint32_t label = labels_.add();
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t from = triangle[i];
        const std::uint32_t to = triangle[(i + 1) % 3];
        if (from != to) {
            spilled_.push_back({directed(from, to), label});
        }
    }
}

} // namespace impinge::inline v0
