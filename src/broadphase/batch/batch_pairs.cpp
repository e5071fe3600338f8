// SPDX-License-Identifier: Apache-2.0
//
// Boxes that fit into two cells along each axis are small: two of them overlap only if they begin
// in the same cell or in neighbouring ones. The others are large; each of them looks through all
// cells it reaches, and among themselves they are cut into cells of their own.
#include "broadphase/batch/batch_pairs.hpp"

#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "broadphase/batch/cell_rows.hpp"
#include "broadphase/found_pairs.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t boxes_at_once = 1 << 12;
/// Fewer are compared one with another.
constexpr std::size_t few = 24;

/// What is compared, and what counts as a pair of it.
class Comparison {
  public:
    explicit Comparison(const BatchBoxes& boxes) : boxes_(boxes) {}

    [[nodiscard]] const Box3& box(std::uint32_t index) const { return boxes_.boxes[index]; }
    void compare(std::uint32_t i, std::uint32_t j, std::vector<BoxPair>& pairs) const {
        if (boxes_overlap(boxes_.boxes[i], boxes_.boxes[j]) &&
            (boxes_.mobility[i] == Mobility::Moving || boxes_.mobility[j] == Mobility::Moving)) {
            pairs.push_back({std::min(i, j), std::max(i, j)});
        }
    }
    void compare_all(std::span<const std::uint32_t> members, FoundBoxPairs& found) const {
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                compare(members[i], members[j], found.pairs);
            }
        }
        found.tests += members.size() * (members.size() - 1) / 2;
    }

  private:
    const BatchBoxes& boxes_;
};

/// The exact look: every run of a box that the floats say overlaps something.
void pairs_of_hit(const Comparison& comparison, const CellRows& rows, const RowSteps& steps,
                  const RowHit& hit, std::vector<std::uint32_t>& places, FoundBoxPairs& found) {
    const std::uint64_t cell = rows.cell(hit.at);
    places.clear();
    find_in_run(rows, hit.at, hit.at + 1, cell + 1, places);
    for (std::size_t r = 0; r < steps.count; ++r) {
        find_in_run(rows, hit.at, hit.row_first[r], cell + steps.steps[r] + 1, places);
    }
    for (const std::uint32_t place : places) {
        comparison.compare(rows.index(hit.at), rows.index(place), found.pairs);
    }
}

/// The boxes that are not empty.
void list_members(std::span<const Box3> boxes, std::vector<std::uint32_t>& members) {
    members.resize(boxes.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        members[count] = static_cast<std::uint32_t>(i);
        count += is_empty(boxes[i]) ? 0 : 1;
    }
    members.resize(count);
}

} // namespace

/// How boxes are spread changes little from call to call, so cells are used for some calls before
/// they are chosen anew. That changes the time a call takes, and nothing else.
class KeptCells {
  public:
    const Cells& cells_for(const BatchBoxes& boxes, std::span<const std::uint32_t> members,
                           unsigned bits) {
        constexpr unsigned most_calls = 16;
        constexpr std::uint64_t most_tests = 160; // per box
        const bool crowded = tests_ > most_tests * members.size();
        if (calls_ == most_calls || bits != bits_ || tests_ > 2 * first_tests_ ||
            (crowded && !crowded_)) {
            crowded_ = crowded;
            cells_ = Cells::around({boxes.boxes, members, bits, crowded});
            bits_ = bits;
            calls_ = 0;
        }
        return cells_;
    }
    void used(std::uint64_t tests) {
        tests_ = tests;
        first_tests_ = calls_ == 0 ? tests : first_tests_;
        ++calls_;
    }

  private:
    Cells cells_;
    unsigned bits_ = 0;
    unsigned calls_ = 0;
    bool crowded_ = false;
    std::uint64_t tests_ = 0;
    std::uint64_t first_tests_ = 0;
};

struct BatchPairs::Buffers {
    std::vector<std::uint32_t> members;
    std::vector<std::uint32_t> large;
    std::vector<std::uint64_t> spare;
    std::vector<std::uint64_t> sorted;
    std::vector<FloatBox> rounded; // all boxes, in their own order
    CellRows rows;
    FoundBoxPairs found;
    KeptCells kept;

    void find_among(const Comparison& comparison, const BatchBoxes& boxes, const Context& context);
    void sort_by_cell(const Comparison& comparison, const Cells& cells, const Context& context);
    void find_small_pairs(const Comparison& comparison, const Cells& cells, const Context& context);
    void find_large_pairs(const Comparison& comparison, const Cells& cells, const Context& context);
    void sort_pairs(std::size_t box_count, const Context& context);
};

/// Small boxes into `rows`, the others into `large`.
void BatchPairs::Buffers::sort_by_cell(const Comparison& comparison, const Cells& cells,
                                       const Context& context) {
    constexpr std::uint64_t is_large = ~std::uint64_t{0};
    rows.numbers.resize(members.size());
    for_each_chunk(context, members.size(), boxes_at_once, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Box3& box = comparison.box(members[i]);
            const Cells::Place from = cells.place_of(box.min);
            const Cells::Place to = cells.place_of(box.max);
            const bool small = (to.fine - from.fine <= 1) & (to.middle - from.middle <= 1) &
                               (to.outer - from.outer <= 1);
            rows.numbers[i] =
                small ? cells.number_of(from) << rows.index_bits | members[i] : is_large;
        }
    });
    large.clear();
    std::size_t small_count = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (rows.numbers[i] == is_large) {
            large.push_back(members[i]);
        } else {
            rows.numbers[small_count++] = rows.numbers[i];
        }
    }
    rows.numbers.resize(small_count);
    rows.count = small_count;
    radix_sort(rows.numbers, spare, {rows.index_bits, cells.bits()}, context);
    rows.pad();
    for_each_chunk(context, rows.count, boxes_at_once, [&](const Chunk& chunk) {
        for (std::size_t at = chunk.begin; at < chunk.end; ++at) {
            const FloatBox& box = rounded[rows.index(at)];
            for (std::size_t column = 0; column < box.size(); ++column) {
                rows.columns[column][at] = box[column];
            }
        }
    });
}

void BatchPairs::Buffers::find_small_pairs(const Comparison& comparison, const Cells& cells,
                                           const Context& context) {
    const RowSteps steps = row_steps(cells);
    std::vector<FoundBoxPairs> parts(chunk_count(rows.count, boxes_at_once));
    for_each_chunk(context, rows.count, boxes_at_once, [&](const Chunk& chunk) {
        FoundBoxPairs& part = parts[chunk.index];
        std::vector<RowHit> hits;
        part.tests = find_row_hits(rows, steps, chunk.begin, chunk.end, hits);
        std::vector<std::uint32_t> places;
        for (const RowHit& hit : hits) {
            pairs_of_hit(comparison, rows, steps, hit, places, part);
        }
    });
    for (const FoundBoxPairs& part : parts) {
        found.pairs.insert(found.pairs.end(), part.pairs.begin(), part.pairs.end());
        found.tests += part.tests;
    }
}

/// Each large box with the small ones that begin in a cell it reaches, or one before.
void BatchPairs::Buffers::find_large_pairs(const Comparison& comparison, const Cells& cells,
                                           const Context& context) {
    const auto look = [&](std::uint32_t index, FoundBoxPairs& part) {
        const Cells::Place from = cells.place_of(comparison.box(index).min);
        const Cells::Place to = cells.place_of(comparison.box(index).max);
        std::size_t at = 0;
        for (std::uint32_t outer = from.outer - 1; outer <= to.outer; ++outer) {
            for (std::uint32_t middle = from.middle - 1; middle <= to.middle; ++middle) {
                const std::uint64_t first = cells.number_of({from.fine - 1, middle, outer});
                const std::uint64_t last = cells.number_of({to.fine, middle, outer});
                at = rows.first_from(first, at);
                for (; rows.cell(at) <= last; ++at) {
                    comparison.compare(index, rows.index(at), part.pairs);
                    ++part.tests;
                }
                const Cells::Place next = cells.place_of_number(rows.cell(at));
                if (next.outer > outer) { // the rest of the layer is empty
                    outer = std::min(next.outer, to.outer + 1) - 1;
                    break;
                }
                middle = std::max(middle, next.middle - 1);
            }
        }
    };
    constexpr std::size_t large_per_chunk = 16;
    std::vector<FoundBoxPairs> parts(chunk_count(large.size(), large_per_chunk));
    for_each_chunk(context, large.size(), large_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            look(large[i], parts[chunk.index]);
        }
    });
    for (const FoundBoxPairs& part : parts) {
        found.pairs.insert(found.pairs.end(), part.pairs.begin(), part.pairs.end());
        found.tests += part.tests;
    }
}

void BatchPairs::Buffers::find_among(const Comparison& comparison, const BatchBoxes& boxes,
                                     const Context& context) {
    const unsigned bits = 62 - rows.index_bits; // and room for neighbours beyond the last cell
    for (unsigned round = 0; members.size() > few; ++round) {
        const Cells cells = round == 0 ? kept.cells_for(boxes, members, bits)
                                       : Cells::around({boxes.boxes, members, bits});
        sort_by_cell(comparison, cells, context);
        find_small_pairs(comparison, cells, context);
        find_large_pairs(comparison, cells, context);
        if (large.size() == members.size()) { // no cell is large enough for any
            break;
        }
        std::swap(members, large);
    }
    comparison.compare_all(members, found);
}

void BatchPairs::Buffers::sort_pairs(std::size_t box_count, const Context& context) {
    const auto bits = static_cast<unsigned>(std::bit_width(box_count));
    sorted.resize(found.pairs.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        sorted[i] = std::uint64_t{found.pairs[i].a} << bits | found.pairs[i].b;
    }
    radix_sort(sorted, spare, {0, 2 * bits}, context);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        found.pairs[i] = {static_cast<std::uint32_t>(sorted[i] >> bits),
                          static_cast<std::uint32_t>(sorted[i] & ((std::uint64_t{1} << bits) - 1))};
    }
}

BatchPairs::BatchPairs() : buffers_(std::make_unique<Buffers>()) {}
BatchPairs::BatchPairs(BatchPairs&&) noexcept = default;
BatchPairs& BatchPairs::operator=(BatchPairs&&) noexcept = default;
BatchPairs::~BatchPairs() = default;

std::span<const BoxPair> BatchPairs::find(const BatchBoxes& boxes, const Context& context) {
    const Context uninterrupted(context.threads()); // it is quick, and half of it is worth nothing
    Buffers& buffers = *buffers_;
    buffers.found.pairs.clear();
    buffers.found.tests = 0;
    buffers.rows.index_bits = static_cast<unsigned>(std::bit_width(boxes.boxes.size()));
    list_members(boxes.boxes, buffers.members);
    buffers.rounded.resize(boxes.boxes.size());
    for_each_chunk(uninterrupted, boxes.boxes.size(), boxes_at_once, [&](const Chunk& chunk) {
        const std::size_t count = chunk.end - chunk.begin;
        round_outwards(boxes.boxes.subspan(chunk.begin, count),
                       std::span(buffers.rounded).subspan(chunk.begin, count));
    });
    buffers.find_among(Comparison(boxes), boxes, uninterrupted);
    buffers.kept.used(buffers.found.tests);
    buffers.sort_pairs(boxes.boxes.size(), uninterrupted);
    return buffers.found.pairs;
}

std::uint64_t BatchPairs::tests() const { return buffers_->found.tests; }

} // namespace impinge::inline v0
