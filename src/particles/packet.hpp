// SPDX-License-Identifier: Apache-2.0
//
// Several flights at once against one surface. What doubles with their bounds of error do not
// tell is left to first_meeting().
#pragma once

#include "particles/polynomial.hpp"

#include "impinge/colliders.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::particles {

inline constexpr std::size_t packet_size = 16;
using Lane = std::array<double, packet_size>;

/// Flights as columns; lanes beyond the count repeat the last flight.
struct alignas(64) Packet {
    std::array<Lane, 3> position;
    std::array<Lane, 3> velocity;
    std::array<Lane, 3> acceleration; ///< half of it
    Lane duration;
    // Bounds of the sums of the sizes of coordinates:
    Lane reach;           ///< of any place of the flight
    Lane doubt;           ///< of how far a place is off that was computed for a root
    bool straight = true; ///< no acceleration anywhere
    std::size_t used = 0; ///< lanes that are looked at; a multiple of 8

    explicit Packet(std::span<const Flight> flights);
};

/// An equation as it is looked at: its linear part doubled, and the largest of its numbers.
struct FormTerms {
    QuadraticForm form; ///< x, y and z doubled
    bool plane = true;
    double largest_square = 0;
    double largest_linear = 0;
    double one = 0; ///< its size

    explicit FormTerms(const QuadraticForm& of);
};

/// A surface without its outline.
struct SurfaceTerms {
    FormTerms form;
    std::vector<FormTerms> bounds;
    bool outlined = false;

    explicit SurfaceTerms(const ImplicitSurface& surface);
};

/// One bit for each lane.
struct PacketAnswer {
    std::uint32_t met = 0;    ///< surely; `time` says when
    std::uint32_t unsure = 0; ///< ask first_meeting()
};

/// `time` is written where met. What is said of a flight does not depend on the others, if all are
/// straight or none is, nor on the instructions that the processor has. Where there is an outline,
/// or the polynomial of a flight has a degree of more than 2, no more is said than that it surely
/// does not meet the surface.
PacketAnswer meet(const Packet& packet, const SurfaceTerms& surface, Lane& time);

} // namespace impinge::inline v0::particles
