// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/triangle_blocks.hpp"

#include "exact/shared_facts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t too_few_for_blocks = 4096;
constexpr int bits_of_codes = 16;

/// Where most of the triangles are: a few far away must not stretch the grid until one cell holds
/// all others. What lies outside has the codes of outside.
Box3 box_of_most(const WorldMesh& mesh) {
    constexpr std::size_t samples = 1024;
    constexpr std::size_t strays = samples / 64; // at each end
    const std::size_t count = std::min(samples, mesh.triangles.size());
    Box3 box = mesh.box;
    std::vector<double> places(count);
    for (int axis = 0; axis < 3 && count == samples; ++axis) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t triangle = i * mesh.triangles.size() / count;
            places[i] = mesh.vertices[mesh.triangles[triangle][0]][axis];
        }
        std::nth_element(places.begin(), places.begin() + strays, places.end());
        const double low = places[strays];
        std::nth_element(places.begin(), places.end() - 1 - strays, places.end());
        const double high = places[count - 1 - strays];
        box.min[axis] = std::max(box.min[axis], low - (high - low));
        box.max[axis] = std::min(box.max[axis], high + (high - low));
    }
    return box;
}

/// How many bits of the codes name a cell along each axis: cells as nearly cubes as that allows,
/// and so many that those which a surface passes through hold some tens of triangles each.
std::array<int, 3> bits_of_cells(const Box3& region, std::size_t triangles) {
    constexpr std::size_t triangles_per_cell = 4;
    constexpr int most_bits = 20;
    constexpr int most_of_an_axis = 10;
    const int wanted =
        std::min(most_bits, static_cast<int>(std::bit_width(triangles / triangles_per_cell)) - 1);
    std::array<int, 3> bits{};
    Vec3d side = region.max - region.min;
    for (int i = 0; i < wanted; ++i) {
        int longest = 0;
        for (int axis = 1; axis < 3; ++axis) {
            longest = side[axis] > side[longest] ? axis : longest;
        }
        if (bits[static_cast<std::size_t>(longest)] == most_of_an_axis) {
            break;
        }
        ++bits[static_cast<std::size_t>(longest)];
        side[longest] /= 2;
    }
    return bits;
}

/// A cell on the way to a block.
struct FillingCell {
    Codes low;
    Codes high;
    std::uint32_t count; ///< later the place of the next triangle
};
constexpr FillingCell empty_cell{highest_codes, lowest_codes, 0};

/// Which cell the lowest corner of a box lies in.
class CellNumbers {
  public:
    explicit CellNumbers(const std::array<int, 3>& bits) : bits_(bits) {}

    [[nodiscard]] std::size_t count() const {
        return std::size_t{1} << (bits_[0] + bits_[1] + bits_[2]);
    }
    [[nodiscard]] std::uint32_t operator()(Codes low) const {
        return ((along(low, 2) << bits_[1] | along(low, 1)) << bits_[0]) | along(low, 0);
    }

  private:
    [[nodiscard]] std::uint32_t along(Codes low, std::size_t axis) const {
        return static_cast<std::uint32_t>(cell_of(low[axis], bits_of_codes - bits_[axis]));
    }

    std::array<int, 3> bits_;
};

} // namespace

TriangleBlocks::TriangleBlocks(const WorldMesh& mesh, const Context& context)
    : quantiser_(box_of_most(mesh)),
      triangles_(make_kept_array<std::uint32_t>(mesh.triangles.size())) {
    const QuantisedMesh coded(mesh, quantiser_, QuantisedMesh::Runs::All, context);
    if (context.cancelled()) {
        return; // some codes are not there
    }
    const CellNumbers number(bits_of_cells(quantiser_.region(), mesh.triangles.size()));
    const auto cells = make_kept_array<FillingCell>(number.count());
    std::fill_n(cells.get(), number.count(), empty_cell);
    const auto cell_of_triangle = make_kept_array<std::uint32_t>(coded.size());
    // Most triangles follow others of their cell: those are put together before they are added.
    FillingCell run = empty_cell;
    std::uint32_t place = 0;
    const auto add_run = [&] {
        FillingCell& cell = cells[place];
        cell = {lowest(cell.low, run.low), highest(cell.high, run.high), cell.count + run.count};
    };
    for (std::size_t i = 0; i < coded.size(); ++i) {
        const QuantisedTriangle triangle = coded[i];
        const std::uint32_t next = number(triangle.low);
        cell_of_triangle[i] = next;
        if (next != place) {
            add_run();
            run = empty_cell;
            place = next;
        }
        run = {lowest(run.low, triangle.low), highest(run.high, triangle.high), run.count + 1};
    }
    add_run();
    std::uint32_t begin = 0;
    for (FillingCell& cell : std::span(cells.get(), number.count())) {
        if (cell.count > 0) {
            blocks_.push_back({cell.low, cell.high, begin, begin + cell.count});
        }
        begin += std::exchange(cell.count, begin);
    }
    for (std::uint32_t i = 0; i < coded.size(); ++i) {
        triangles_[cells[cell_of_triangle[i]].count++] = i;
    }
}

std::optional<std::vector<std::uint32_t>> TriangleBlocks::reaching(const Box3& region,
                                                                   std::size_t most) const {
    const Codes low = quantiser_(region.min); // codes never decrease with the coordinate
    const Codes high = quantiser_(region.max);
    std::vector<const Block*> met;
    std::size_t count = 0;
    for (const Block& block : blocks_) {
        if (all_at_most(block.low, high) && all_at_most(low, block.high)) {
            met.push_back(&block);
            count += block.end - block.begin;
        }
    }
    if (count > most) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> listed;
    listed.reserve(count);
    for (const Block* block : met) {
        listed.insert(listed.end(), triangles_.get() + block->begin, triangles_.get() + block->end);
    }
    return listed;
}

namespace {

/// Whether the region leaves out at least half of the mesh's box: otherwise most triangles may
/// reach into it, and nothing is to be saved.
bool leaves_out_much(const Box3& region, const Box3& box) {
    const Box3 common = intersection(region, box);
    if (is_empty(common)) {
        return true;
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (common.max[axis] - common.min[axis] < (box.max[axis] - box.min[axis]) / 2) {
            return true;
        }
    }
    return false;
}

} // namespace

const TriangleBlocks* SharedBlocks::get(const WorldMesh& mesh, const Box3& region,
                                        const Context& context) const {
    if (mesh.triangles.size() < too_few_for_blocks || !leaves_out_much(region, mesh.box)) {
        return nullptr;
    }
    if (state_.load(std::memory_order_acquire) == State::Made) {
        return blocks_.get();
    }
    State none = State::None;
    if (asked_.fetch_add(1, std::memory_order_relaxed) == 0 ||
        !state_.compare_exchange_strong(none, State::InTheMaking, std::memory_order_acq_rel)) {
        return nullptr;
    }
    std::unique_ptr<const TriangleBlocks> made;
    try {
        made = std::make_unique<const TriangleBlocks>(mesh, context);
    } catch (...) {
        state_.store(State::None, std::memory_order_release);
        throw;
    }
    if (context.cancelled()) {
        state_.store(State::None, std::memory_order_release);
        return nullptr;
    }
    blocks_ = std::move(made);
    state_.store(State::Made, std::memory_order_release);
    return blocks_.get();
}

std::optional<std::vector<std::uint32_t>>
triangles_reaching(const WorldMesh& mesh, const Box3& region, const Context& context) {
    if (!mesh.shared || context.cancelled()) {
        return std::nullopt;
    }
    const TriangleBlocks* const blocks = mesh.shared->blocks.get(mesh, region, context);
    return blocks != nullptr ? blocks->reaching(region, mesh.triangles.size() / 2) : std::nullopt;
}

} // namespace impinge::inline v0
