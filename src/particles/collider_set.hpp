// SPDX-License-Identifier: Apache-2.0
//
// All colliders of a system, in trees, and the first of them that a flight meets.
#pragma once

#include "geometry/bvh.hpp"
#include "particles/packet.hpp"
#include "particles/polynomial.hpp"

#include "impinge/colliders.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::particles {

struct Hit {
    double time = 0; ///< since the start of the flight
    std::uint32_t collider = 0;
    std::uint32_t triangle = 0;
    Vec3d position{}; ///< moved onto the surface
    Vec3d normal{};   ///< of length 1, to the side from which the particle came
    Vec3d velocity{}; ///< relative to the collider
};

class ColliderSet {
  public:
    ColliderSet() = default;
    explicit ColliderSet(std::span<const Collider> colliders);

    [[nodiscard]] std::span<const Collider> list() const { return colliders_; }

    /// The flight starts `at`, a time of the world; after a bounce, where `from` was.
    [[nodiscard]] std::optional<Hit> first_hit(const Flight& flight, double at,
                                               const Hit* from = nullptr) const;

    /// The same of up to packet_size flights, none of which bounced, all with the same
    /// acceleration; only those of which something comes in the time asked about: that hit after
    /// `from`, or bounce, and not after `to`.
    struct Window {
        double from = -std::numeric_limits<double>::infinity();
        double to = std::numeric_limits<double>::infinity();
    };
    void first_hits(std::span<const Flight> flights, std::span<const double> at,
                    const Window& window, std::span<std::optional<Hit>> hits) const;

    /// The same as if there were no other collider: of what meets this one first, the same bits.
    [[nodiscard]] std::optional<Hit> first_hit_on(std::uint32_t collider, const Flight& flight,
                                                  double at) const;

    [[nodiscard]] std::span<const std::optional<Box3>> boxes() const { return boxes_; }
    [[nodiscard]] const Bvh& mesh_tree(std::uint32_t collider) const { return meshes_[collider]; }

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct Best {
        double time = 0;
        std::uint32_t collider = none;
        std::uint32_t triangle = none;

        void take(double other, std::uint32_t index, std::uint32_t part);
    };
    /// How many colliders are tried one after the other before a tree pays.
    static constexpr std::size_t few = 8;

    using BestOfPacket = std::array<Best, packet_size>;
    void try_packet(std::uint32_t index, const Packet& packet, std::span<const Flight> flights,
                    std::span<const double> at, BestOfPacket& best) const;
    void try_collider(std::uint32_t index, const Flight& flight, double at, const Hit* from,
                      Best& best) const;
    [[nodiscard]] Hit hit_of(const Best& best, const Flight& flight, double at) const;

    std::vector<Collider> colliders_;
    std::vector<std::optional<Box3>> boxes_;
    std::vector<std::optional<SurfaceTerms>> terms_; ///< of implicit surfaces that do not move
    std::vector<Bvh> meshes_;                        ///< empty trees for what is no mesh
    Bvh still_;                                      ///< of those that have a box and do not move
    std::vector<std::uint32_t> in_still_;
    std::vector<std::uint32_t> others_;
};

} // namespace impinge::inline v0::particles
