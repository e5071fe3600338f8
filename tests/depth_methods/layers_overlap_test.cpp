// SPDX-License-Identifier: Apache-2.0
//
// Whether layers overlap, on every short sequence of surfaces that are entered or left, with ties:
// against winding numbers at points between the depths, and against the counts that the paper's
// tests make. And what the codes of peeled layers mean.
#include "base/random.hpp"
#include "depth_methods/layer_order.hpp"
#include "depth_methods/layer_peeling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace impinge::tests {
namespace {

using imagespace::CodeWords;
using imagespace::EqualDepths;
using imagespace::Layer;
using imagespace::LayerCodes;
using imagespace::Owner;

/// A surface of one body at a whole depth.
struct Surface {
    int depth = 0;
    int turn = 1; ///< +1: entered, -1: left

    friend auto operator<=>(const Surface&, const Surface&) = default;
};

/// Of one body, sorted, entered as often as left.
using Surfaces = std::vector<Surface>;

constexpr int most_depth = 5;

/// All of them with this many surfaces.
std::vector<Surfaces> all_surfaces(std::size_t count) {
    std::vector<Surfaces> lists{{}};
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Surfaces> longer;
        for (const Surfaces& list : lists) {
            for (int depth = 1; depth <= most_depth; ++depth) {
                for (const int turn : {-1, 1}) {
                    if (list.empty() || list.back() <= Surface{depth, turn}) {
                        longer.push_back(list);
                        longer.back().push_back({depth, turn});
                    }
                }
            }
        }
        lists = std::move(longer);
    }
    std::erase_if(lists, [](const Surfaces& list) {
        int sum = 0;
        for (const Surface& surface : list) {
            sum += surface.turn;
        }
        return sum != 0;
    });
    return lists;
}

/// At equal depths those of `first` come first.
std::vector<Layer> merged(const Surfaces& a, const Surfaces& b, Owner first = Owner::A) {
    std::vector<Layer> layers;
    for (const Owner owner : {first, first == Owner::A ? Owner::B : Owner::A}) {
        for (const Surface& surface : owner == Owner::A ? a : b) {
            layers.push_back({.depth = static_cast<float>(surface.depth) / 8,
                              .owner = owner,
                              .front = surface.turn > 0});
        }
    }
    std::ranges::stable_sort(layers, {}, &Layer::depth);
    return layers;
}

bool answer(const Surfaces& a, const Surfaces& b, EqualDepths equal) {
    const bool said = imagespace::layers_overlap(merged(a, b), equal);
    EXPECT_EQ(imagespace::layers_overlap(merged(a, b, Owner::B), equal), said);
    EXPECT_EQ(imagespace::layers_overlap(merged(b, a), equal), said) << "roles";
    return said;
}

std::string text(const Surfaces& a, const Surfaces& b) {
    std::string text;
    for (const Surfaces* body : {&a, &b}) {
        text += body == &a ? "A" : ", B";
        for (const Surface& surface : *body) {
            text += ' ' + std::to_string(surface.depth) + (surface.turn > 0 ? '+' : '-');
        }
    }
    return text;
}

template <typename Check> void for_all(std::size_t most_a, std::size_t most_b, Check check) {
    for (std::size_t count_a = 0; count_a <= most_a; count_a += 2) {
        for (std::size_t count_b = 0; count_b <= most_b; count_b += 2) {
            for (const Surfaces& a : all_surfaces(count_a)) {
                for (const Surfaces& b : all_surfaces(count_b)) {
                    check(a, b);
                }
            }
        }
    }
}

/// Just behind a depth.
int winding_behind(const Surfaces& surfaces, int depth) {
    int winding = 0;
    for (const Surface& surface : surfaces) {
        winding += surface.depth <= depth ? surface.turn : 0;
    }
    return winding;
}

/// Whether the closed body has a point at a depth: it is inside just before or just behind, or is
/// entered and left right there.
bool has_point_at(const Surfaces& surfaces, int depth) {
    const auto entered = std::ranges::count(surfaces, Surface{depth, 1});
    return winding_behind(surfaces, depth - 1) + entered >= 1;
}

TEST(LayersOverlap, IsWhatWindingNumbersSay) {
    std::size_t cases = 0;
    std::array<std::size_t, 2> overlapping{};
    std::size_t beyond_parity = 0;
    for_all(4, 4, [&](const Surfaces& a, const Surfaces& b) {
        bool apart_rule = false;
        bool overlap_rule = false;
        bool by_parity = false;
        for (int depth = 1; depth <= most_depth; ++depth) {
            const int of_a = winding_behind(a, depth);
            const int of_b = winding_behind(b, depth);
            apart_rule |= of_a >= 1 && of_b >= 1;
            by_parity |= of_a % 2 != 0 && of_b % 2 != 0;
            overlap_rule |= has_point_at(a, depth) && has_point_at(b, depth);
        }
        ASSERT_EQ(answer(a, b, EqualDepths::Apart), apart_rule) << text(a, b);
        ASSERT_EQ(answer(a, b, EqualDepths::Overlap), overlap_rule) << text(a, b);
        ++cases;
        overlapping[0] += apart_rule ? 1 : 0;
        overlapping[1] += overlap_rule ? 1 : 0;
        beyond_parity += apart_rule != by_parity ? 1 : 0;
    });
    EXPECT_GT(cases, 20'000U);
    EXPECT_GT(overlapping[0], cases / 6);
    EXPECT_LT(overlapping[1], cases * 95 / 100);
    EXPECT_LT(overlapping[0], overlapping[1]);
    EXPECT_GT(beyond_parity, cases / 10);
}

/// What the paper's tests say of an A that is entered once and left farther away, by the winding
/// numbers of B at its ends and what is entered between them.
bool by_tests(const Surfaces& a, const Surfaces& b, EqualDepths equal) {
    const bool apart = equal == EqualDepths::Apart;
    const int near = a.front().depth;
    const int far = a.back().depth;
    const int at_end = winding_behind(b, apart ? far - 1 : far);
    const int at_beginning = winding_behind(b, apart ? near : near - 1);
    const auto entered_between = std::ranges::count_if(b, [&](const Surface& surface) {
        const bool between = apart ? surface.depth > near && surface.depth < far
                                   : surface.depth >= near && surface.depth <= far;
        return between && surface.turn > 0;
    });
    return at_end >= 1 || at_beginning >= 1 || entered_between > 0;
}

/// Nowhere wound around the wrong way, nowhere entered and left at one depth.
bool is_plain(const Surfaces& surfaces) {
    for (const Surface& surface : surfaces) {
        const Surface opposite{surface.depth, -surface.turn};
        if (winding_behind(surfaces, surface.depth) < 0 ||
            std::ranges::count(surfaces, opposite) > 0) {
            return false;
        }
    }
    return true;
}

TEST(LayersOverlap, AgreesWithTheTestsOfThePaperWhereAHasTwoLayers) {
    std::size_t cases = 0;
    for_all(2, 4, [&](const Surfaces& a, const Surfaces& b) {
        if (a.size() == 2 && is_plain(a) && is_plain(b)) {
            for (const EqualDepths equal : {EqualDepths::Apart, EqualDepths::Overlap}) {
                ASSERT_EQ(answer(a, b, equal), by_tests(a, b, equal)) << text(a, b);
                ++cases;
            }
        }
    });
    EXPECT_GT(cases, 1'000U);
}

TEST(LayersOverlap, MeansAnOddRunWhereNoBodyOverlapsItself) {
    // Every order of four layers of A and six of B, entered and left in turn.
    std::vector<Owner> owners(10, Owner::B);
    std::fill_n(owners.begin(), 4, Owner::A);
    std::size_t overlapping = 0;
    std::size_t orders = 0;
    do {
        std::vector<Layer> layers;
        std::vector<std::size_t> runs;
        std::array<bool, 2> inside{};
        for (const Owner owner : owners) {
            if (layers.empty() || layers.back().owner != owner) {
                runs.push_back(0);
            }
            ++runs.back();
            bool& now = inside[static_cast<std::size_t>(owner)];
            now = !now;
            layers.push_back(
                {.depth = static_cast<float>(layers.size()) / 16, .owner = owner, .front = now});
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

/// A peeled layer: 0 left and 1 entered of A, 2 and 3 of B.
using Codes = std::vector<unsigned>;

LayerCodes taken(const Codes& codes) {
    LayerCodes result;
    for (std::size_t begin = 0; begin < codes.size(); begin += CodeWords::layers) {
        CodeWords words;
        const std::size_t end = std::min<std::size_t>(codes.size(), begin + CodeWords::layers);
        for (std::size_t i = begin; i < end; ++i) {
            std::uint8_t& word = i % 2 == 0 ? words.even : words.odd;
            word = static_cast<std::uint8_t>(word | codes[i] << ((i - begin) / 2 * 2));
        }
        result.take(words, static_cast<unsigned>(end - begin));
    }
    return result;
}

/// The winding number of a body behind the first so many layers.
int winding(const Codes& codes, std::size_t layers, unsigned owner) {
    int sum = 0;
    for (std::size_t i = 0; i < layers; ++i) {
        sum += codes[i] / 2 == owner ? (codes[i] % 2 == 1 ? 1 : -1) : 0;
    }
    return sum;
}

void expect_windings(const Codes& codes, const LayerCodes& result) {
    bool overlap = false;
    for (std::size_t layers = 0; layers <= codes.size(); ++layers) {
        overlap = overlap || (winding(codes, layers, 0) >= 1 && winding(codes, layers, 1) >= 1);
    }
    ASSERT_EQ(result.overlap, overlap) << testing::PrintToString(codes);
    ASSERT_EQ(result.balanced(),
              winding(codes, codes.size(), 0) == 0 && winding(codes, codes.size(), 1) == 0);
}

TEST(LayerCodes, SayWhetherBothWindAroundSomething) {
    std::size_t overlapping = 0;
    std::size_t balanced = 0;
    std::size_t cases = 0;
    for (std::size_t length = 0; length <= 8; length += 2) {
        for (std::uint32_t bits = 0; bits < 1U << (2 * length); ++bits) {
            Codes codes;
            for (std::size_t i = 0; i < length; ++i) {
                codes.push_back(bits >> (2 * i) & 3U);
            }
            const LayerCodes result = taken(codes);
            ASSERT_NO_FATAL_FAILURE(expect_windings(codes, result));
            overlapping += result.overlap ? 1 : 0;
            balanced += result.balanced() ? 1 : 0;
            ++cases;
        }
    }
    EXPECT_GT(overlapping, cases / 5);
    EXPECT_GT(balanced, cases / 50);
}

TEST(LayerCodes, GoOnForAnyNumberOfWords) {
    Random random(2);
    std::size_t overlapping = 0;
    for (int round = 0; round < 2000; ++round) {
        Codes codes; // one body after the other, up to three windings deep
        const std::size_t pieces = random.below(20);
        for (std::size_t i = 0; i < pieces; ++i) {
            const auto owner = static_cast<unsigned>(random.below(2));
            const std::size_t depth = 1 + random.below(3);
            codes.insert(codes.end(), depth, 2 * owner + 1);
            codes.insert(codes.end(), depth, 2 * owner);
        }
        if (pieces > 0 && random.below(2) == 0) { // anywhere, also at the end of a word
            std::swap(codes[random.below(codes.size())], codes[random.below(codes.size())]);
        }
        const LayerCodes result = taken(codes);
        ASSERT_NO_FATAL_FAILURE(expect_windings(codes, result));
        overlapping += result.overlap ? 1 : 0;
    }
    EXPECT_GT(overlapping, 200U);
    EXPECT_LT(overlapping, 1000U);
}

} // namespace
} // namespace impinge::tests
