// SPDX-License-Identifier: Apache-2.0
//
// What holds a sheet of cloth together, and how it tears. Threads run along the edges of its
// triangles and across from triangle to neighbour; their lengths at rest are distances in the
// material, in which every vertex has a place. So nothing is kept that a tear would have to mend:
// threads and masses are made anew from the triangles.
#pragma once

#include "scenes/motion/moving_scene.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::scenes {

struct SheetRules {
    double weight = 0.2;                ///< kilograms a square metre
    double stretch_compliance = 2.5e-3; ///< metres a newton, of a thread along an edge
    double bend_compliance = 5e-2;      ///< of a thread across an edge
    double tears_at = 1.5;              ///< length by length at rest
    double shortest_torn = 0;           ///< threads shorter than this at rest do not tear
};

using MaterialPoint = std::array<double, 2>;

class Sheet {
  public:
    Sheet() = default;
    Sheet(const SheetRules& rules, std::vector<MaterialPoint> material, std::vector<bool> fixed)
        : rules_(rules), material_(std::move(material)), fixed_(std::move(fixed)) {}

    /// Threads, and masses of the body's vertices.
    void weave(SceneBody& cloth);
    /// One sweep over all threads, for one sub-step: then forces are those of springs, however many
    /// sub-steps there are (extended position based dynamics: Macklin et al. 2016, and 2019 on
    /// small steps).
    void hold(SceneBody& cloth, double step_seconds) const;
    /// Cuts threads that are stretched too far: an edge is cut in two, its triangles with it, and
    /// the two halves part; where two cuts meet, the vertex between them is doubled. Returns how
    /// many edges were cut.
    std::size_t tear(SceneBody& cloth);

  private:
    struct Thread {
        std::uint32_t a;
        std::uint32_t b;
        double rest;
        double compliance;
    };
    struct Edge {
        std::uint32_t a; ///< a < b
        std::uint32_t b;
        std::array<std::uint32_t, 2> triangles; ///< the second is `no_triangle` at a border
    };

    [[nodiscard]] double rest_length(std::uint32_t a, std::uint32_t b) const;
    std::uint32_t copy_vertex(SceneBody& cloth, std::uint32_t vertex);
    std::uint32_t add_middle(SceneBody& cloth, std::uint32_t near, std::uint32_t far);
    void cut(SceneBody& cloth, const Edge& edge);
    void part_fans(SceneBody& cloth, const std::vector<std::uint32_t>& vertices);

    SheetRules rules_;
    std::vector<MaterialPoint> material_;
    std::vector<bool> fixed_;
    std::vector<Edge> edges_;
    std::vector<Thread> threads_;
};

} // namespace impinge::scenes
