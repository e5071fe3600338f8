// SPDX-License-Identifier: Apache-2.0
#include "scenes/teeth.hpp"

#include "scenes/assembly.hpp"
#include "scenes/tooth_row.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impinge::scenes {
namespace {

constexpr double worn_height = 11.5; ///< what chewing wears the teeth to
constexpr double clearance = 0.25;
constexpr double root_depth = 6;
constexpr double slimmer = 0.9; ///< along the row, so that neighbours leave a gap
constexpr Vec3d jaw_joint{95, 0, 30};

// Numbers in the row: on the right, from the middle to the back.
constexpr std::array<std::size_t, 2> upper_teeth{12, 13};
constexpr std::array<std::size_t, 3> lower_teeth{11, 12, 13};

struct PlanPoint {
    double a = 0;
    double b = 0;
    double border = 0; ///< 0 in the middle, 1 on the border
};

/// Squares around the middle become curves around it of the shape of the border.
PlanPoint plan_point(std::int64_t i, std::int64_t j, std::int64_t half) {
    if (i == 0 && j == 0) {
        return {};
    }
    const double s = static_cast<double>(i) / static_cast<double>(half);
    const double t = static_cast<double>(j) / static_cast<double>(half);
    const double square = std::max(std::abs(s), std::abs(t));
    const double round = std::sqrt(std::sqrt(s * s * s * s + t * t * t * t));
    return {s * square / round, t * square / round, square};
}

/// The root falls steeply from the border to a flat end.
double root_height(double border) {
    const double t = std::min(1.0, (1 - border) / 0.35);
    return -root_depth * t * (2 - t);
}

/// Two sheets over the same grid that share its border.
class ToothBuilder {
  public:
    ToothBuilder(const ToothRow& row, std::size_t tooth, std::size_t triangles)
        : row_(row), tooth_(tooth),
          half_(std::max<std::int64_t>(
              3, std::llround(std::sqrt(static_cast<double>(triangles) / 16)))) {
        add_sheet(crown_);
        add_sheet(root_);
        for (std::int64_t i = -half_; i < half_; ++i) {
            for (std::int64_t j = -half_; j < half_; ++j) {
                add_cell(i, j);
            }
        }
    }
    Mesh mesh;

  private:
    using Sheet = std::vector<std::uint32_t>;

    [[nodiscard]] std::size_t at(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>((i + half_) * (2 * half_ + 1) + j + half_);
    }
    [[nodiscard]] bool on_border(std::int64_t i, std::int64_t j) const {
        return std::abs(i) == half_ || std::abs(j) == half_;
    }
    void add_sheet(Sheet& sheet) {
        const ToothRow::Plan plan = row_.plan(tooth_);
        for (std::int64_t i = -half_; i <= half_; ++i) {
            for (std::int64_t j = -half_; j <= half_; ++j) {
                if (&sheet == &root_ && on_border(i, j)) {
                    sheet.push_back(crown_[at(i, j)]);
                    continue;
                }
                const PlanPoint p = plan_point(i, j, half_);
                double z = &sheet == &root_ ? root_height(p.border) : row_.crown(tooth_, p.a, p.b);
                if (on_border(i, j)) { // where rounding may leave the plan
                    z = 0;
                }
                sheet.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
                mesh.positions.push_back(on_grid(Vec3d{
                    plan.centre + p.a * plan.half_along * slimmer, p.b * plan.half_across, z}));
            }
        }
    }
    /// Diagonals point to the middle: then no triangle has all its corners on the border.
    void add_cell(std::int64_t i, std::int64_t j) {
        const std::array<std::size_t, 4> corner{at(i, j), at(i + 1, j), at(i + 1, j + 1),
                                                at(i, j + 1)};
        const std::size_t first = (i >= 0) == (j >= 0) ? 0 : 1;
        for (const std::size_t start : {first, first + 2}) {
            const std::size_t p = corner[start % 4];
            const std::size_t q = corner[(start + 1) % 4];
            const std::size_t r = corner[(start + 2) % 4];
            mesh.triangles.push_back({crown_[p], crown_[q], crown_[r]});
            mesh.triangles.push_back({root_[p], root_[r], root_[q]});
        }
    }

    const ToothRow& row_;
    std::size_t tooth_;
    std::int64_t half_; ///< cells from the middle to the border
    Sheet crown_;
    Sheet root_;
};

template <std::size_t Count>
Mesh some_teeth(const ToothRow& row, const std::array<std::size_t, Count>& numbers,
                std::size_t triangles_each) {
    std::vector<Mesh> parts;
    parts.reserve(Count);
    for (const std::size_t tooth : numbers) {
        parts.push_back(ToothBuilder(row, tooth, triangles_each).mesh);
    }
    return joined(parts);
}

template <std::size_t Count>
double highest_crown(const ToothRow& row, const std::array<std::size_t, Count>& numbers,
                     double along, double across) {
    double highest = 0;
    for (const std::size_t tooth : numbers) {
        const ToothRow::Plan plan = row.plan(tooth);
        highest =
            std::max(highest, row.crown(tooth, (along - plan.centre) / (plan.half_along * slimmer),
                                        across / plan.half_across));
    }
    return highest;
}

/// How far gum line stands above gum line when the teeth touch, to a hundredth of a millimetre.
double touching_height(const ToothRow& upper, const ToothRow& lower) {
    constexpr double step = 0.0625;
    constexpr double reach = 6; // no tooth is wider
    double highest = 0;
    for (double along = 24; along < ToothRow::half_length; along += step) {
        for (double across = -reach; across < reach; across += step) {
            highest = std::max(highest, highest_crown(upper, upper_teeth, along, across) +
                                            highest_crown(lower, lower_teeth, along, across));
        }
    }
    return highest;
}

} // namespace

Teeth five_teeth(const TeethOptions& options) {
    const ToothRow lower(Arch::Lower, options.seed);
    ToothRow upper(Arch::Upper, options.seed);
    upper.wear_against(lower, worn_height);
    const std::size_t each = options.triangles / (upper_teeth.size() + lower_teeth.size());
    const double place = on_grid(touching_height(upper, lower) + clearance);
    return {moved(upside_down(some_teeth(upper, upper_teeth, each)), {0, 0, place}),
            some_teeth(lower, lower_teeth, each)};
}

Rigid closing_pose(double closed) {
    const Rigid turn = rotation({0, 1, 0}, 0.1 * (closed - 0.75));
    return compose(translation(jaw_joint), compose(turn, translation(-jaw_joint)));
}

std::array<TeethStage, 4> teeth_stages() {
    constexpr Vec3d from_below{1, 0, 0.5};
    constexpr Vec3d along_the_row{1, 0, 0.02};
    return {{{"open", closing_pose(0.65), from_below},
             {"contact", closing_pose(0.8), from_below},
             {"bite", closing_pose(0.8), along_the_row},
             {"interlocked", closing_pose(0.7), along_the_row}}};
}

} // namespace impinge::scenes
