// SPDX-License-Identifier: Apache-2.0
//
// A digest of results that is the same on every machine: values enter as 64-bit words.
#pragma once

#include "impinge/vec3.hpp"

#include <bit>
#include <cstdint>

namespace impinge::inline v0 {

/// Order matters: the digest of a sequence, not of a set.
class Hasher {
  public:
    void add(std::uint64_t word) {
        state_ ^= word;
        state_ *= 0x9E3779B97F4A7C15u;
        state_ ^= state_ >> 32;
        state_ *= 0xD6E8FEB86659FD93u;
        state_ ^= state_ >> 29;
    }
    /// -0 and +0 are one number and hash alike.
    void add(double value) { add(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)); }
    void add(Vec3d p) {
        add(p.x);
        add(p.y);
        add(p.z);
    }
    [[nodiscard]] std::uint64_t digest() const { return state_; }

  private:
    std::uint64_t state_ = 0x2545F4914F6CDD1Du;
};

} // namespace impinge::inline v0
