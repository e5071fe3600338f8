// SPDX-License-Identifier: Apache-2.0
//
// Whether layers overlap, on every short sequence with ties: against intervals, and against the
// counts that the paper's tests make.
#include "imagespace/layers/pixel_layers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace impinge::tests {
namespace {

using imagespace::EqualDepths;
using imagespace::Layer;
using imagespace::Owner;
using imagespace::PixelCase;

/// Of one body, sorted.
using Depths = std::vector<int>;

/// All sorted lists of `count` depths from 1 to `most`.
std::vector<Depths> all_depths(std::size_t count, int most) {
    std::vector<Depths> lists{{}};
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Depths> longer;
        for (const Depths& list : lists) {
            for (int depth = list.empty() ? 1 : list.back(); depth <= most; ++depth) {
                longer.push_back(list);
                longer.back().push_back(depth);
            }
        }
        lists = std::move(longer);
    }
    return lists;
}

/// At equal depths those of `first` come first.
std::vector<Layer> merged(const Depths& a, const Depths& b, Owner first = Owner::A) {
    std::vector<Layer> layers;
    for (const Owner owner : {first, first == Owner::A ? Owner::B : Owner::A}) {
        for (const int depth : owner == Owner::A ? a : b) {
            layers.push_back({.depth = static_cast<float>(depth) / 8, .owner = owner});
        }
    }
    std::ranges::stable_sort(layers, {}, &Layer::depth);
    return layers;
}

bool answer(const Depths& a, const Depths& b, EqualDepths equal) {
    const bool said = imagespace::layers_overlap(merged(a, b), equal);
    EXPECT_EQ(imagespace::layers_overlap(merged(a, b, Owner::B), equal), said);
    return said;
}

std::string text(const Depths& a, const Depths& b) {
    std::string text = "A";
    for (const int depth : a) {
        text += ' ' + std::to_string(depth);
    }
    text += ", B";
    for (const int depth : b) {
        text += ' ' + std::to_string(depth);
    }
    return text;
}

template <typename Check> void for_all(std::size_t most_a, std::size_t most_b, Check check) {
    for (std::size_t count_a = 0; count_a <= most_a; count_a += 2) {
        for (std::size_t count_b = 0; count_b <= most_b; count_b += 2) {
            for (const Depths& a : all_depths(count_a, 6)) {
                for (const Depths& b : all_depths(count_b, 6)) {
                    check(a, b);
                }
            }
        }
    }
}

struct Interval {
    int low = 0;
    int high = 0;
};

std::vector<Interval> pieces(const Depths& depths) {
    std::vector<Interval> result;
    for (std::size_t i = 0; i + 1 < depths.size(); i += 2) {
        result.push_back({depths[i], depths[i + 1]});
    }
    return result;
}

/// The closed pieces of B against the open ones of A. A piece of A without thickness has no inside;
/// it overlaps if B is inside just before it, or begins there after an earlier piece of B.
bool open_a_meets_closed_b(const Interval& a, const std::vector<Interval>& b) {
    if (a.low < a.high) {
        return std::ranges::any_of(
            b, [&](const Interval& piece) { return piece.low < a.high && piece.high > a.low; });
    }
    const int depth = a.low;
    const bool within = std::ranges::any_of(
        b, [&](const Interval& piece) { return piece.low < depth && depth <= piece.high; });
    const bool earlier =
        std::ranges::any_of(b, [&](const Interval& piece) { return piece.high < depth; });
    const bool begins =
        std::ranges::any_of(b, [&](const Interval& piece) { return piece.low == depth; });
    return within || (earlier && begins);
}

bool closed_a_meets_closed_b(const Interval& a, const std::vector<Interval>& b) {
    return std::ranges::any_of(
        b, [&](const Interval& piece) { return piece.low <= a.high && piece.high >= a.low; });
}

TEST(LayersOverlap, IsWhatIntervalsSay) {
    std::size_t cases = 0;
    std::array<std::size_t, 2> overlapping{};
    for_all(4, 4, [&](const Depths& a, const Depths& b) {
        const auto of_b = pieces(b);
        bool apart_rule = false;
        bool overlap_rule = false;
        for (const Interval& piece : pieces(a)) {
            apart_rule |= open_a_meets_closed_b(piece, of_b);
            overlap_rule |= closed_a_meets_closed_b(piece, of_b);
        }
        ASSERT_EQ(answer(a, b, EqualDepths::Apart), apart_rule) << text(a, b);
        ASSERT_EQ(answer(a, b, EqualDepths::Overlap), overlap_rule) << text(a, b);
        ++cases;
        overlapping[0] += apart_rule ? 1 : 0;
        overlapping[1] += overlap_rule ? 1 : 0;
    });
    EXPECT_GT(cases, 20'000U);
    EXPECT_GT(overlapping[0], cases / 3);
    EXPECT_LT(overlapping[1], cases * 95 / 100);
    EXPECT_LT(overlapping[0], overlapping[1]);
}

/// The letters as the methods give them out, for an A of two layers.
PixelCase letter(const Depths& a, const Depths& b, EqualDepths equal) {
    const bool apart = equal == EqualDepths::Apart;
    const auto passing_2 = std::ranges::count_if(
        b, [&](int depth) { return apart ? depth < a.back() : depth <= a.back(); });
    const auto passing_3 = std::ranges::count_if(
        b, [&](int depth) { return apart ? depth <= a.front() : depth < a.front(); });
    if (passing_2 == 0) {
        return PixelCase::A;
    }
    if (passing_2 % 2 != 0) {
        return PixelCase::BC;
    }
    if (passing_3 % 2 != 0) {
        return PixelCase::E;
    }
    return passing_2 == passing_3 ? PixelCase::F : PixelCase::D;
}

TEST(LayersOverlap, AgreesWithTheCountsWhereAHasTwoLayers) {
    std::size_t cases = 0;
    for_all(2, 6, [&](const Depths& a, const Depths& b) {
        if (a.size() == 2) {
            for (const EqualDepths equal : {EqualDepths::Apart, EqualDepths::Overlap}) {
                ASSERT_EQ(answer(a, b, equal), imagespace::overlaps(letter(a, b, equal)))
                    << text(a, b);
                ++cases;
            }
        }
    });
    EXPECT_GT(cases, 10'000U);
}

bool has_thickness(const Depths& depths) {
    return std::ranges::all_of(pieces(depths),
                               [](const Interval& piece) { return piece.low < piece.high; });
}

TEST(LayersOverlap, DoesNotDependOnTheRolesUnlessABodyHasNoThickness) {
    for_all(4, 4, [&](const Depths& a, const Depths& b) {
        if (has_thickness(a) && has_thickness(b)) {
            ASSERT_EQ(answer(a, b, EqualDepths::Apart), answer(b, a, EqualDepths::Apart))
                << text(a, b);
        }
        ASSERT_EQ(answer(a, b, EqualDepths::Overlap), answer(b, a, EqualDepths::Overlap))
            << text(a, b);
    });
}

TEST(LayersOverlap, MeansAnOddRunWhereNoDepthsAreEqual) {
    // Every order of four layers of A and six of B.
    std::vector<Owner> owners(10, Owner::B);
    std::fill_n(owners.begin(), 4, Owner::A);
    std::size_t overlapping = 0;
    std::size_t orders = 0;
    do {
        std::vector<Layer> layers;
        std::vector<std::size_t> runs;
        for (const Owner owner : owners) {
            if (layers.empty() || layers.back().owner != owner) {
                runs.push_back(0);
            }
            ++runs.back();
            layers.push_back({.depth = static_cast<float>(layers.size()) / 16, .owner = owner});
        }
        const bool odd_run =
            std::ranges::any_of(runs, [](std::size_t run) { return run % 2 != 0; });
        ASSERT_EQ(imagespace::layers_overlap(layers, EqualDepths::Apart), odd_run);
        ASSERT_EQ(imagespace::layers_overlap(layers, EqualDepths::Overlap), odd_run);
        ++orders;
        overlapping += odd_run ? 1 : 0;
    } while (std::ranges::next_permutation(owners).found);
    EXPECT_EQ(orders, 210U);
    EXPECT_EQ(overlapping, 200U);
}

} // namespace
} // namespace impinge::tests
