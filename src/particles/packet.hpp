// SPDX-License-Identifier: Apache-2.0
//
// Four flights at once against one surface. What doubles with their bounds of error do not
// tell is left to first_meeting().
#pragma once

#include "particles/polynomial.hpp"

#include "impinge/colliders.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace impinge::inline v0::particles {

inline constexpr std::size_t packet_size = 4;
using Lane = std::array<double, packet_size>;

/// Flights as columns; lanes beyond the count repeat the last flight.
struct alignas(32) Packet {
    std::array<Lane, 3> position;
    std::array<Lane, 3> velocity;
    std::array<Lane, 3> acceleration; ///< half of it
    Lane duration;
    bool straight = true; ///< no acceleration anywhere

    explicit Packet(std::span<const Flight> flights);
};

/// One bit for each lane.
struct PacketAnswer {
    std::uint32_t met = 0;    ///< surely; `time` says when
    std::uint32_t unsure = 0; ///< ask first_meeting()
};

/// Whether the surface is one that meet() can do for these flights: the polynomial of a flight has
/// a degree of at most 2, and there is no outline.
bool suits(const Packet& packet, const ImplicitSurface& surface);

/// `time` is written where met. What is said of a flight does not depend on the others, if all are
/// straight or none is.
PacketAnswer meet(const Packet& packet, const ImplicitSurface& surface, Lane& time);

} // namespace impinge::inline v0::particles
