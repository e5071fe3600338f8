// SPDX-License-Identifier: Apache-2.0
//
// The heights of one row of teeth in its gum, over the straightened dental arch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge::scenes {

enum class Arch : std::uint8_t { Upper, Lower };

class ToothRow {
  public:
    /// Half the width of the gum, and how far the row reaches to either side of its middle.
    static constexpr double half_width = 7.5;
    static constexpr double half_length = 56;

    ToothRow(Arch arch, std::uint64_t seed);

    /// Height in mm above the gum line; `along` from -half_length to half_length, `across` from
    /// -half_width (tongue) to half_width (cheek).
    [[nodiscard]] double height(double along, double across) const;

    /// Grows or wears every tooth until it meets the opposite row about where its neighbours do,
    /// as chewing would: the two heights add up to `sum` at the highest place of each tooth.
    void wear_against(const ToothRow& opposite, double sum);

    /// Seven to a side: the left ones from the middle to the back, then the right ones.
    static constexpr std::size_t teeth = 14;

    /// The plan of one tooth: where |a|^4 + |b|^4 < 1, `a` being half_along and `b` half_across
    /// away from its centre.
    struct Plan {
        double centre = 0; ///< along the row
        double half_along = 1;
        double half_across = 1;
    };
    [[nodiscard]] Plan plan(std::size_t tooth) const;

    /// Height of the tooth alone at that place of its plan; positive within, 0 on the border.
    [[nodiscard]] double crown(std::size_t tooth, double a, double b) const;

  private:
    struct Bump {
        double along = 0;
        double across = 0;
        double along_width = 1;
        double across_width = 1;
        double height = 0;
    };
    struct Tooth {
        double centre = 0;
        double half_along = 1;
        double half_across = 1;
        double crown = 0;
        std::vector<Bump>
            bumps; ///< cusps, and fissures with negative height; relative to half sizes
    };
    [[nodiscard]] static double crown_height(const Tooth& tooth, double along, double across);
    [[nodiscard]] static double height_in_plan(const Tooth& tooth, double a, double b);
    [[nodiscard]] double highest_sum(const Tooth& tooth, const ToothRow& opposite) const;

    std::vector<Tooth> teeth_;
};

} // namespace impinge::scenes
