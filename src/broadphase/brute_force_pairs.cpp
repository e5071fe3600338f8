// SPDX-License-Identifier: Apache-2.0
#include "broadphase/brute_force_pairs.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t rows_per_chunk = 128;

/// Boxes that can be in a pair at all, the moving ones first.
struct Members {
    std::vector<Box3> boxes;
    std::vector<std::uint32_t> numbers;
    std::size_t moving = 0;
};

Members members_of(const BatchBoxes& all) {
    Members members;
    for (const Mobility mobility : {Mobility::Moving, Mobility::Stationary}) {
        for (std::size_t i = 0; i < all.boxes.size(); ++i) {
            if (all.mobility[i] == mobility && !is_empty(all.boxes[i])) {
                members.boxes.push_back(all.boxes[i]);
                members.numbers.push_back(static_cast<std::uint32_t>(i));
            }
        }
        if (mobility == Mobility::Moving) {
            members.moving = members.boxes.size();
        }
    }
    return members;
}

} // namespace

FoundBoxPairs brute_force_pairs(const BatchBoxes& boxes, const Context& context) {
    const Members members = members_of(boxes);
    const std::size_t count = members.boxes.size();
    const auto pairs_of_chunk = [&](const Chunk& chunk) {
        std::vector<BoxPair> pairs;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Box3 box = members.boxes[i];
            for (std::size_t j = i + 1; j < count; ++j) {
                if (boxes_overlap(box, members.boxes[j])) {
                    pairs.push_back(ordered_pair(members.numbers[i], members.numbers[j]));
                }
            }
        }
        return pairs;
    };
    FoundBoxPairs found{
        gather_chunks<BoxPair>(context, members.moving, rows_per_chunk, pairs_of_chunk),
        members.moving * (members.moving - 1) / 2 + members.moving * (count - members.moving)};
    std::sort(found.pairs.begin(), found.pairs.end());
    return found;
}

} // namespace impinge::inline v0
