// SPDX-License-Identifier: Apache-2.0
//
// A triangle whose corners lie on one line, m between p and q, is a cap: a gap of no width closed
// where the triangle n on the other side of its long edge lacks the vertex m. Both are replaced:
//
//        d                        d
//       / \                      /|\      .
//      / n \         --->       / | \     .
//     p-----q                  /  |  \    .
//     p--m--q                 p---m---q
#include "convex/polytope/convexity.hpp"
#include "impinge/predicates.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace impinge::inline v0 {
namespace {

class CapFlipper {
  public:
    explicit CapFlipper(ClosedSurface& surface) : surface_(surface) {}

    Status flip_all() {
        for (std::uint32_t triangle = 0; triangle < surface_.triangles.size(); ++triangle) {
            if (Status status = flip_from(triangle); !status) {
                return status;
            }
        }
        return {};
    }

  private:
    /// Caps on the way across longer and longer edges come first. Each flip makes a triangle with
    /// area of a cap, or two caps of shorter edges of two that share their longest: it ends.
    Status flip_from(std::uint32_t start) {
        std::vector<std::uint32_t> open{start};
        while (!open.empty()) {
            const std::uint32_t cap = open.back();
            const std::optional<std::size_t> middle = middle_corner(cap);
            if (!middle) {
                open.pop_back();
                continue;
            }
            const std::uint32_t beyond = surface_.neighbours[cap][(*middle + 1) % 3];
            const std::optional<std::size_t> its_middle = middle_corner(beyond);
            const bool beyond_first =
                its_middle && surface_.neighbours[beyond][(*its_middle + 1) % 3] != cap;
            if (!beyond_first && !flip(cap, *middle, beyond)) {
                return Error{ErrorCode::InvalidArgument,
                             "triangle " + std::to_string(surface_.number_in_mesh[cap]) +
                                 " has no area"};
            }
            open.push_back(beyond);
        }
        return {};
    }

    /// Which corner lies between the others; none if the triangle has an area.
    [[nodiscard]] std::optional<std::size_t> middle_corner(std::uint32_t triangle) const {
        const TriangleIndices& corners = surface_.triangles[triangle];
        const auto position = [&](std::size_t i) { return surface_.positions[corners[i]]; };
        if (!collinear(position(0), position(1), position(2))) {
            return std::nullopt;
        }
        std::array<std::size_t, 3> order{0, 1, 2}; // along a line, also that of coordinates
        std::sort(order.begin(), order.end(),
                  [&](std::size_t i, std::size_t j) { return position(i) < position(j); });
        return order[1];
    }

    [[nodiscard]] std::size_t place_of(std::uint32_t triangle, std::uint32_t corner) const {
        const TriangleIndices& corners = surface_.triangles[triangle];
        return static_cast<std::size_t>(std::find(corners.begin(), corners.end(), corner) -
                                        corners.begin());
    }

    bool flip(std::uint32_t cap, std::size_t middle, std::uint32_t beyond) {
        const std::uint32_t m = surface_.triangles[cap][middle];
        const std::uint32_t p = surface_.triangles[cap][(middle + 1) % 3];
        const std::uint32_t q = surface_.triangles[cap][(middle + 2) % 3];
        const std::size_t place_of_q = place_of(beyond, q);
        const std::uint32_t d = surface_.triangles[beyond][(place_of_q + 2) % 3];
        if (d == m) {
            return false;
        }
        const std::uint32_t across_mp = surface_.neighbours[cap][middle];
        const std::uint32_t across_qm = surface_.neighbours[cap][(middle + 2) % 3];
        const std::uint32_t across_pd = surface_.neighbours[beyond][(place_of_q + 1) % 3];
        const std::uint32_t across_dq = surface_.neighbours[beyond][(place_of_q + 2) % 3];
        surface_.triangles[cap] = {m, p, d};
        surface_.neighbours[cap] = {across_mp, across_pd, beyond};
        surface_.triangles[beyond] = {m, d, q};
        surface_.neighbours[beyond] = {cap, across_dq, across_qm};
        surface_.neighbours[across_pd][place_of(across_pd, d)] = cap;
        surface_.neighbours[across_qm][place_of(across_qm, m)] = beyond;
        return true;
    }

    ClosedSurface& surface_;
};

} // namespace

Status flip_caps(ClosedSurface& surface) { return CapFlipper(surface).flip_all(); }

} // namespace impinge::inline v0
