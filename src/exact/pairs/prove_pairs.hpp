// SPDX-License-Identifier: Apache-2.0
//
// Narrow phase: candidate pairs are classified by exact predicates. Nearly all that are apart are
// dismissed before: all corners of one lie on one side of the other's plane, by more than rounding
// could have moved them.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "exact/pairs/match_parts.hpp"
#include "impinge/predicates.hpp"

#include <array>
#include <atomic>

namespace impinge::inline v0 {

/// The plane of one triangle, asked for the sides of many points.
class PlaneFilter {
  public:
    /// No point that is asked for is farther from the triangle than `reach` along any axis.
    PlaneFilter(const Triangle& triangle, double reach);

    struct Certain {
        bool above;
        bool below;
    };
    [[nodiscard]] Certain certain(const Vec3d& p) const {
        const double volume = dot(normal_, p - origin_);
        return {volume > uncertain_, volume < -uncertain_};
    }
    /// The side of the plane on which the point lies, as orient3d says it; 0 if that is not
    /// certain.
    [[nodiscard]] Sign side(const Vec3d& p) const {
        const Certain on = certain(p);
        return (on.above ? 1 : 0) - (on.below ? 1 : 0);
    }
    [[nodiscard]] std::array<Sign, 3> sides(const Vec3d& p, const Vec3d& q, const Vec3d& r) const {
        return {side(p), side(q), side(r)};
    }

  private:
    Vec3d origin_;
    Vec3d normal_;
    double uncertain_ = 0;
};

/// What a search with several threads shares.
struct SharedSearch {
    Meshes meshes;
    Stop stop = Stop::Never;
    /// For find_own_pairs: the triangles of B that those of A are. Empty otherwise.
    std::span<const std::uint32_t> own;
    double reach = 0;
    std::atomic<bool> settled{false};
};

/// Proves candidates as they come.
class PairProver final : public CandidateSink {
  public:
    PairProver(SharedSearch& search, const Context& context);

    bool take(std::span<const Candidate> pairs) override;

    FoundPairs found;

  private:
    void prove(const Candidate& pair);
    PairKind kind_of(std::uint32_t b);
    PairKind kind_of_neighbour(std::uint32_t b);
    [[nodiscard]] PairKind kind_of_near_neighbour(const Triangle& other) const;
    template <typename Classify>
    PairKind exact_kind(const Triangle& other, Classify classify) const;
    [[nodiscard]] bool wanted() const;

    SharedSearch& search_;
    const Context& context_;
    std::uint32_t a_ = 0;
    TriangleIndices corners_; // of the triangle a_ of A
    Triangle triangle_;
    PlaneFilter plane_;
    double size_ = 0; // its largest coordinate
};

} // namespace impinge::inline v0
