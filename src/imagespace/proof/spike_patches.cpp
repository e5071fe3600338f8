// SPDX-License-Identifier: Apache-2.0
#include "imagespace/proof/spike_patches.hpp"

#include "base/disjoint_sets.hpp"

#include <algorithm>
#include <optional>

namespace impinge::inline v0::imagespace {
namespace {

class Rims {
  public:
    Rims(const Surface& surface, std::vector<std::uint8_t>& thin, double reach)
        : surface_(surface), thin_(thin), reach_(reach), is_thin_corner_(surface.positions.size()),
          begins_at_(thin.size(), none) {
        for (std::size_t i = 0; i < thin.size(); ++i) {
            for (const std::uint32_t corner : surface.triangles[i]) {
                is_thin_corner_[corner] = is_thin_corner_[corner] != 0 || thin[i] != 0 ? 1 : 0;
            }
        }
    }

    void take_in(const EdgeTable& edges) {
        constexpr int most_rounds = 16; // each goes one triangle farther
        bool grows = true;
        for (int round = 0; round < most_rounds && grows; ++round) {
            grows = false;
            edges.for_each_edge([&](const EdgeFaces& edge) {
                for (const std::uint64_t from : edge.forward) {
                    for (const std::uint64_t to : edge.backward) {
                        grows = cross_edge(edge, triangle_at(from), triangle_at(to)) ||
                                cross_edge(edge, triangle_at(to), triangle_at(from)) || grows;
                    }
                }
            });
        }
    }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    bool cross_edge(const EdgeFaces& edge, std::uint32_t from, std::uint32_t to) {
        if (thin_[from] == 0 || thin_[to] != 0) {
            return false;
        }
        const std::uint32_t begin = begins_at_[from] == none ? edge.smaller : begins_at_[from];
        const Vec3d place = surface_.positions[begin];
        const bool near = std::ranges::all_of(surface_.triangles[to], [&](std::uint32_t corner) {
            return is_thin_corner_[corner] != 0 ||
                   length(surface_.positions[corner] - place) <= reach_;
        });
        if (near) {
            thin_[to] = 1;
            begins_at_[to] = begin;
        }
        return near;
    }

    const Surface& surface_;
    std::vector<std::uint8_t>& thin_;
    double reach_;
    std::vector<std::uint8_t> is_thin_corner_;
    std::vector<std::uint32_t> begins_at_; ///< a vertex; none for what is thin itself
};

double diagonal(const Surface& surface, std::span<const std::uint32_t> triangles) {
    Box3 box;
    for (const std::uint32_t triangle : triangles) {
        for (const std::uint32_t corner : surface.triangles[triangle]) {
            box = extend(box, surface.positions[corner]);
        }
    }
    return length(extent(box));
}

} // namespace

void take_in_rims(std::vector<std::uint8_t>& thin, const Surface& surface, const EdgeTable& edges,
                  double reach) {
    Rims(surface, thin, reach).take_in(edges);
}

std::vector<std::vector<std::uint32_t>> connected_patches(const std::vector<std::uint8_t>& thin,
                                                          const Surface& surface,
                                                          const EdgeTable& edges,
                                                          double least_length) {
    DisjointSets patches(thin.size());
    edges.for_each_edge([&](const EdgeFaces& edge) {
        std::optional<std::uint32_t> first;
        for (const auto entries : {edge.forward, edge.backward}) {
            for (const std::uint64_t entry : entries) {
                if (thin[triangle_at(entry)] != 0) {
                    first = first.value_or(triangle_at(entry));
                    patches.unite(*first, triangle_at(entry));
                }
            }
        }
    });
    std::vector<std::vector<std::uint32_t>> spikes;
    std::vector<std::size_t> place(thin.size());
    for (std::uint32_t i = 0; i < thin.size(); ++i) {
        if (thin[i] != 0) {
            const std::uint32_t root = patches.root(i);
            if (root == i) {
                place[root] = spikes.size();
                spikes.emplace_back();
            }
            spikes[place[root]].push_back(i);
        }
    }
    std::erase_if(spikes, [&](const std::vector<std::uint32_t>& spike) {
        return diagonal(surface, spike) < least_length;
    });
    return spikes;
}

} // namespace impinge::inline v0::imagespace
