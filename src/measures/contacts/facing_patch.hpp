// SPDX-License-Identifier: Apache-2.0
//
// Triangles seen along the axis of a contact: which of them lies above or below a point?
#pragma once

#include "geometry/bvh.hpp"
#include "measures/contacts/contact_draft.hpp"

#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

class FacingPatch {
  public:
    /// `sources` name the triangles of the body; `reach` is what counts as no distance.
    FacingPatch(std::vector<Triangle> triangles, std::vector<std::uint32_t> sources,
                const ContactFrame& frame, double reach, const Context& context);

    /// A point of a triangle straight above or below a place.
    struct Hit {
        Vec3d point{};
        double height = 0; ///< along the axis
        std::uint32_t source = 0;
    };
    /// The nearest at or above a height, and at or below it.
    [[nodiscard]] std::optional<Hit> first_above(Vec2d at, double height) const;
    [[nodiscard]] std::optional<Hit> first_below(Vec2d at, double height) const;
    [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }

  private:
    template <typename Visit> void visit_hits(Vec2d at, Visit visit) const;

    std::vector<Triangle> triangles_;
    std::vector<std::uint32_t> sources_;
    std::vector<Triangle> in_frame_;
    double reach_;
    Bvh tree_;
};

} // namespace impinge::inline v0
