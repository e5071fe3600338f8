// SPDX-License-Identifier: Apache-2.0
#include "scenes/tooth_row.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::scenes {
namespace {

enum class ToothKind : std::uint8_t { Incisor, Canine, Premolar, Molar };

struct ToothSize {
    ToothKind kind;
    double along;  ///< mm along the arch
    double across; ///< mm from tongue to cheek
    double crown;  ///< mm above the gum
};

// From the middle to the back; average adult sizes, slightly rounded.
constexpr std::array<ToothSize, 7> upper_sizes{{{ToothKind::Incisor, 8.5, 7.0, 4.4},
                                                {ToothKind::Incisor, 6.5, 6.4, 4.4},
                                                {ToothKind::Canine, 7.5, 8.0, 4.8},
                                                {ToothKind::Premolar, 7.0, 8.8, 5.2},
                                                {ToothKind::Premolar, 6.8, 8.8, 5.2},
                                                {ToothKind::Molar, 10.2, 10.6, 5.2},
                                                {ToothKind::Molar, 9.4, 10.4, 5.0}}};
constexpr std::array<ToothSize, 7> lower_sizes{{{ToothKind::Incisor, 5.4, 6.4, 4.4},
                                                {ToothKind::Incisor, 6.0, 6.4, 4.4},
                                                {ToothKind::Canine, 7.0, 7.6, 4.8},
                                                {ToothKind::Premolar, 7.2, 7.8, 5.2},
                                                {ToothKind::Premolar, 7.4, 8.2, 5.2},
                                                {ToothKind::Molar, 11.2, 10.2, 5.2},
                                                {ToothKind::Molar, 10.6, 10.0, 5.0}}};

double smooth_step(double value) {
    const double t = std::clamp(value, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

/// 1 at 0, falling to 0 on either side, without the C library's exp.
double hump(double squared) {
    const double base = 1 / (1 + squared);
    return base * base;
}

} // namespace

ToothRow::ToothRow(Arch arch, std::uint64_t seed) {
    Random random(seed * 2 + (arch == Arch::Upper ? 1 : 0));
    const auto about = [&](double value, double part) {
        return value * random.uniform(1 - part, 1 + part);
    };
    // Upper front teeth bite in front of the lower ones.
    const double edge = arch == Arch::Upper ? 0.35 : -0.25;
    for (const double side : {-1.0, 1.0}) {
        double border = 0;
        for (const ToothSize& size : arch == Arch::Upper ? upper_sizes : lower_sizes) {
            Tooth tooth{.centre = side * (border + size.along / 2),
                        .half_along = size.along / 2 * 1.08, // neighbours touch
                        .half_across = about(size.across / 2, 0.03),
                        .crown = about(size.crown, 0.03),
                        .bumps = {}};
            border += size.along;
            switch (size.kind) {
            case ToothKind::Incisor:
                tooth.bumps = {{0, edge, 3, 0.3, about(3.4, 0.05)}};
                break;
            case ToothKind::Canine:
                tooth.bumps = {{0, edge, 0.7, 0.4, about(3.4, 0.05)}};
                break;
            case ToothKind::Premolar:
                tooth.bumps = {{0, 0.5, 0.6, 0.35, about(1.9, 0.1)},
                               {0, -0.45, 0.5, 0.35, about(1.4, 0.1)},
                               {0, 0.02, 0.9, 0.12, -0.9}};
                break;
            case ToothKind::Molar:
                for (const double a : {-0.45, 0.45}) {
                    tooth.bumps.push_back({about(a, 0.08), 0.5, 0.33, 0.3, about(1.7, 0.12)});
                    tooth.bumps.push_back({about(a, 0.08), -0.48, 0.33, 0.3, about(1.5, 0.12)});
                }
                tooth.bumps.push_back({0, about(0.03, 0.5), 0.9, 0.1, -1.0});
                tooth.bumps.push_back({about(0.05, 0.5), 0.2, 0.1, 0.7, -0.8});
                break;
            }
            teeth_.push_back(tooth);
        }
    }
}

ToothRow::Plan ToothRow::plan(std::size_t tooth) const {
    return {teeth_[tooth].centre, teeth_[tooth].half_along, teeth_[tooth].half_across};
}

double ToothRow::crown(std::size_t tooth, double a, double b) const {
    return height_in_plan(teeth_[tooth], a, b);
}

double ToothRow::crown_height(const Tooth& tooth, double along, double across) {
    return height_in_plan(tooth, (along - tooth.centre) / tooth.half_along,
                          across / tooth.half_across);
}

double ToothRow::height_in_plan(const Tooth& tooth, double a, double b) {
    if (std::abs(a) >= 1 || std::abs(b) >= 1) {
        return 0;
    }
    // A rounded square: 1 on its border, 0 in the middle.
    const double border = std::sqrt(std::sqrt(a * a * a * a + b * b * b * b));
    const double flank = smooth_step((1 - border) / 0.3);
    double top = tooth.crown;
    for (const Bump& bump : tooth.bumps) {
        const double da = (a - bump.along) / bump.along_width;
        const double db = (b - bump.across) / bump.across_width;
        top += bump.height * hump(da * da + db * db);
    }
    return flank * top;
}

double ToothRow::height(double along, double across) const {
    double crown = 0;
    for (const Tooth& tooth : teeth_) {
        crown = std::max(crown, crown_height(tooth, along, across));
    }
    const double outward = across / half_width;
    const double slope = 4.5 * outward * outward * outward * outward; // gum falls off to both sides
    const double end = smooth_step((half_length - std::abs(along)) / 6);
    return crown - slope - 2.5 * (1 - end);
}

double ToothRow::highest_sum(const Tooth& tooth, const ToothRow& opposite) const {
    constexpr int samples = 16; // to either side of the tooth's middle
    double highest = 0;
    for (int i = -samples; i <= samples; ++i) {
        for (int j = -samples; j <= samples; ++j) {
            const double along = tooth.centre + 0.8 * tooth.half_along * i / samples;
            const double across = 0.8 * tooth.half_across * j / samples;
            highest = std::max(highest, height(along, across) + opposite.height(along, across));
        }
    }
    return highest;
}

void ToothRow::wear_against(const ToothRow& opposite, double sum) {
    constexpr int rounds = 4; // the highest place moves a little as the tooth changes
    for (int round = 0; round < rounds; ++round) {
        for (Tooth& tooth : teeth_) {
            tooth.crown += sum - highest_sum(tooth, opposite);
        }
    }
}

} // namespace impinge::scenes
