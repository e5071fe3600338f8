// SPDX-License-Identifier: Apache-2.0
//
// The edges of some consecutive triangles paired with each other. A directed edge waits in a small
// table until one that runs the other way comes along; both are then done with. Lists of triangles
// are mostly ordered so that few edges wait at a time. A triangle takes over the label of one that
// it is paired with; where labels meet they are united, so that nothing is kept of triangles.
#pragma once

#include "impinge/mesh.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Where it comes from above where it goes.
using DirectedEdge = std::uint64_t;
inline constexpr DirectedEdge no_edge = ~DirectedEdge{0};

inline DirectedEdge directed(std::uint32_t from, std::uint32_t to) {
    return DirectedEdge{from} << 32 | to;
}
inline DirectedEdge reversed(DirectedEdge edge) { return std::rotl(edge, 32); }

struct WaitingEdge {
    DirectedEdge edge = no_edge;
    std::uint32_t label = 0;
};

/// What a chunk leaves over: edges without a partner; labels count from 0.
struct Leftovers {
    std::vector<WaitingEdge> edges;
    std::size_t labels = 0;
};

/// Which edge of a triangle the next one has, too, counted in each; 3 if there is none.
struct CommonEdge {
    std::size_t first = 3;
    std::size_t second = 3;
};

class ChunkPairing {
  public:
    /// As many slots as triangles: far more than edges wait at a time in a list with some order.
    explicit ChunkPairing(std::size_t triangles)
        : slot_bits_(static_cast<unsigned>(std::bit_width(triangles))),
          waiting_(std::size_t{1} << slot_bits_, no_edge), own_labels_(waiting_.size(), 0) {}

    /// A directed edge is taken out by its partner or waits, and is left over if its slot is taken.
    void add(std::span<const TriangleIndices> triangles);
    /// Labels of one set get one number.
    Leftovers take();

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Union-find over labels, which are made on the way.
    class Labels {
      public:
        std::uint32_t add() {
            parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
            return parents_.back();
        }
        std::uint32_t root(std::uint32_t label) {
            while (parents_[label] != label) {
                parents_[label] = parents_[parents_[label]];
                label = parents_[label];
            }
            return label;
        }
        std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
            const std::uint32_t root_a = root(a);
            const std::uint32_t root_b = root(b);
            return parents_[std::max(root_a, root_b)] = std::min(root_a, root_b);
        }
        /// For each label the number of its set, in the order of their smallest.
        std::vector<std::uint32_t> numbers() {
            std::vector<std::uint32_t> found(parents_.size());
            sets_ = 0;
            for (std::uint32_t label = 0; label < found.size(); ++label) {
                const std::uint32_t smallest = root(label);
                found[label] = smallest == label ? sets_++ : found[smallest];
            }
            return found;
        }
        [[nodiscard]] std::size_t set_count() const { return sets_; }

      private:
        std::vector<std::uint32_t> parents_;
        std::uint32_t sets_ = 0;
    };

    [[nodiscard]] std::uint32_t mask() const {
        return static_cast<std::uint32_t>(waiting_.size() - 1);
    }
    [[nodiscard]] std::uint32_t slot_of(std::uint32_t from, std::uint32_t to) const;
    std::uint32_t united_label(std::span<const std::uint32_t> labels);

    /// For loops that would look up both arrays again after every store.
    struct Table {
        DirectedEdge* waiting;
        std::uint32_t* own_labels;
    };
    template <std::size_t count>
    void add_edges(const Table& table, const std::array<DirectedEdge, count>& edges,
                   const std::array<std::uint32_t, count>& slots);
    void add_plain(std::span<const TriangleIndices> triangles, const std::uint32_t* slots);
    void add_pairs(std::span<const TriangleIndices> triangles, CommonEdge common,
                   const std::uint32_t* slots);
    void add_one(const TriangleIndices& triangle);
    void leave_over(const TriangleIndices& triangle);

    unsigned slot_bits_; // 1 or more, and far less than 32
    Labels labels_;
    std::vector<DirectedEdge> waiting_;
    std::vector<std::uint32_t> own_labels_;
    std::vector<WaitingEdge> spilled_;
};

} // namespace impinge::inline v0
