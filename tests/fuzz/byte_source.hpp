// SPDX-License-Identifier: Apache-2.0
//
// Draws numbers from the bytes of an input, front to back; zeros when they are used up. Small
// changes of the bytes make small changes of what is drawn, which is what a mutating fuzzer needs.
#pragma once

#include "tests/fuzz/targets.hpp"

#include <bit>
#include <cstddef>

namespace impinge::fuzz {

class ByteSource {
  public:
    explicit ByteSource(Input input) : input_(input) {}

    std::uint8_t byte() { return at_ < input_.size() ? input_[at_++] : std::uint8_t{0}; }
    /// In 0 .. bound - 1, for bounds up to 256.
    unsigned below(unsigned bound) { return byte() % bound; }
    /// In -128 .. 127.
    int small() { return std::bit_cast<std::int8_t>(byte()); }
    double any_bits() {
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i) {
            bits = bits << 8 | byte();
        }
        return std::bit_cast<double>(bits);
    }

  private:
    Input input_;
    std::size_t at_ = 0;
};

} // namespace impinge::fuzz
