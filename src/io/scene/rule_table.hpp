// SPDX-License-Identifier: Apache-2.0
//
// Which of many rules for pairs of bodies decides a pair: the last one that matches it. Bits in
// words of 64 rules.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace impinge::inline v0 {

/// Which of many rules a body can stand on one side of: a row of bits for every body.
class SideBits {
  public:
    SideBits(std::size_t bodies, std::size_t rules)
        : words_((rules + 63) / 64), bits_(bodies * words_) {}

    void set(std::size_t body, std::size_t rule) {
        bits_[body * words_ + rule / 64] |= std::uint64_t{1} << (rule % 64);
    }
    [[nodiscard]] std::uint64_t word(std::size_t body, std::size_t index) const {
        return bits_[body * words_ + index];
    }
    [[nodiscard]] std::size_t words() const { return words_; }

  private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

/// Finds the last rule that matches a pair.
class RuleTable {
  public:
    RuleTable(std::size_t bodies, std::size_t rules)
        : first_side_(bodies, rules), second_side_(bodies, rules) {}

    SideBits& first_side() { return first_side_; }
    SideBits& second_side() { return second_side_; }

    [[nodiscard]] std::optional<std::size_t> last_match(std::size_t a, std::size_t b) const {
        for (std::size_t i = first_side_.words(); i-- > 0;) {
            const std::uint64_t both = (first_side_.word(a, i) & second_side_.word(b, i)) |
                                       (first_side_.word(b, i) & second_side_.word(a, i));
            if (both != 0) {
                return i * 64 + 63 - static_cast<std::size_t>(std::countl_zero(both));
            }
        }
        return std::nullopt;
    }

  private:
    SideBits first_side_;
    SideBits second_side_;
};

} // namespace impinge::inline v0
