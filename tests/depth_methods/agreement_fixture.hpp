// SPDX-License-Identifier: Apache-2.0
//
// Asks every method about a pair and holds the answers against exact rays at the same sample
// points: the case of each pixel, and the verdict.
#pragma once

#include "tests/imagespace/agreement.hpp"
#include "tests/imagespace/seeded_pairs.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <map>
#include <optional>

namespace impinge::tests {
using imagespace::EqualDepths;
using imagespace::Extent;
using imagespace::Inspection;
using imagespace::Method;
using imagespace::Sampled;
using imagespace::SampledOptions;

inline constexpr std::array all_methods{Method::DepthMinmax, Method::DepthParity,
                                        Method::DepthParityLite, Method::LayerOrder,
                                        Method::Cascade};

/// How many pairs are looked at, in windows of how many pixels: less where each pixel has dozens of
/// layers.
struct Effort {
    std::size_t pairs = 0;
    int resolution = 0;
};

/// What came up in the pairs of a class.
struct AskedTally {
    std::size_t pairs = 0;
    std::size_t unseen = 0; ///< bounding volumes do not meet
    std::size_t crossing = 0;
    std::size_t apart = 0;
    std::map<Method, std::size_t> unsettled; ///< pairs
    std::map<Method, std::size_t> left_over; ///< pixels
    std::size_t pixels = 0;                  ///< of both bodies
    std::size_t fragile = 0;                 ///< of these
    std::size_t ties = 0;                    ///< of these, with equal depths of A and B
    std::size_t wound = 0; ///< of these, where a body winds around itself or the wrong way round
    std::size_t wound_overlaps = 0; ///< of these, overlapping only where parity says outside
    std::size_t most_layers = 0;    ///< of one body
    std::map<Method, imagespace::PixelsByStage> settled; ///< pixels

    [[nodiscard]] std::size_t seen() const { return pairs - unseen; }
};

inline std::ostream& operator<<(std::ostream& out, const AskedTally& tally) {
    out << tally.pairs << " pairs, " << tally.unseen << " unseen, " << tally.crossing
        << " crossing, " << tally.apart << " apart; " << tally.pixels << " pixels, "
        << tally.fragile << " fragile, " << tally.ties << " with ties, " << tally.wound
        << " wound around twice or wrongly, " << tally.wound_overlaps
        << " of these overlapping where parity sees none; up to " << tally.most_layers
        << " layers; unsettled pairs (pixels):";
    for (const Method method : all_methods) {
        out << ' ' << to_string(method) << ' ' << tally.unsettled.at(method) << " ("
            << tally.left_over.at(method) << ')';
    }
    for (const Method method : {Method::LayerOrder, Method::Cascade}) {
        const imagespace::PixelsByStage& by = tally.settled.at(method);
        out << "; " << to_string(method) << ": " << by.minmax << " by minmax, " << by.parity
            << " by parity, " << by.parity_exchanged << " exchanged, " << by.layer_order
            << " by layers, " << by.rays << " by rays";
    }
    return out;
}

inline void add(imagespace::PixelsByStage& sum, const imagespace::PixelsByStage& more) {
    sum.minmax += more.minmax;
    sum.parity += more.parity;
    sum.parity_exchanged += more.parity_exchanged;
    sum.layer_order += more.layer_order;
    sum.rays += more.rays;
}

/// Whether the winding number is anything but 0 and 1 somewhere.
inline bool winds(const SeenLayers& layers) {
    const auto steps = winding_steps(layers);
    return std::any_of(steps.begin(), steps.end(), [](const WindingStep& step) {
        return step.behind() < 0 || step.behind() > 1;
    });
}

/// The layers as parity takes them.
inline SeenLayers alternated(SeenLayers layers) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
        layers[i].turn = i % 2 == 0 ? 1 : -1;
    }
    return layers;
}

inline void count_pixels(AskedTally& tally, const PairSight& sight, EqualDepths rule) {
    for (const PixelSight& p : sight.pixels) {
        if (p.a.empty() || p.b.empty()) {
            continue;
        }
        ++tally.pixels;
        tally.fragile += p.fragile ? 1 : 0;
        if (winds(p.a) || winds(p.b)) {
            ++tally.wound;
            const PixelSight by_parity{alternated(p.a), alternated(p.b)};
            tally.wound_overlaps +=
                truth_of(p, rule) == Truth::Overlap && truth_of(by_parity, rule) != Truth::Overlap;
        }
        tally.most_layers = std::max({tally.most_layers, p.a.size(), p.b.size()});
        tally.ties += std::any_of(p.a.begin(), p.a.end(), [&](const SeenLayer& of_a) {
            return std::any_of(p.b.begin(), p.b.end(),
                               [&](const SeenLayer& of_b) { return of_a.depth == of_b.depth; });
        });
    }
}

/// A pair as the methods are asked about it.
struct Asked {
    Asked(const SeededPair& seeded, int pixels, EqualDepths equal_depths)
        : pair(seeded), diagnosis_a(need(diagnose(seeded.a.mesh.view()))),
          diagnosis_b(need(diagnose(seeded.b.mesh.view()))) {
        options.resolution = pixels;
        options.equal_depths = equal_depths;
        options.extent = Extent::AllPixels;
        options.projection.direction = seeded.direction;
    }
    [[nodiscard]] Body a() const { return {pair.a.mesh.view(), pair.a.pose, &diagnosis_a}; }
    [[nodiscard]] Body b() const { return {pair.b.mesh.view(), pair.b.pose, &diagnosis_b}; }
    [[nodiscard]] SampledOptions with(Method method) const {
        SampledOptions chosen = options;
        chosen.method = method;
        return chosen;
    }

    const SeededPair& pair;
    Diagnosis diagnosis_a;
    Diagnosis diagnosis_b;
    SampledOptions options;
};

class AgreementFixture : public EveryDevice {
  protected:
    /// Asks all methods about pairs; `make` takes their numbers.
    template <typename Make> AskedTally hold(const char* name, const Effort& effort, Make make) {
        AskedTally tally;
        const std::size_t count = scaled(effort.pairs);
        for (std::size_t i = 0; i < count && !HasFatalFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << name << " pair " << i);
            const EqualDepths rule = i % 3 == 2 ? EqualDepths::Overlap : EqualDepths::Apart;
            const SeededPair pair = make(i);
            const Asked asked(pair, effort.resolution, rule);
            ask_all(tally, asked);
            ask_in_a_hurry(asked, all_methods[i % all_methods.size()]);
        }
        std::cout << "  " << name << ": " << tally << '\n';
        EXPECT_EQ(tally.left_over[Method::LayerOrder], 0U);
        EXPECT_EQ(tally.left_over[Method::Cascade], 0U);
        return tally;
    }

    void ask_all(AskedTally& tally, const Asked& asked) {
        std::optional<PairSight> sight;
        std::optional<raster::View> view;
        ++tally.pairs;
        for (const Method method : all_methods) {
            const Sampled answer = need(
                imagespace::sampled_collide(device(), asked.a(), asked.b(), asked.with(method)));
            if (answer.views.empty()) {
                hold_unseen(answer, asked);
                tally.unseen += method == Method::Cascade ? 1 : 0;
                continue;
            }
            ASSERT_TRUE(answer.map);
            if (!view || !(*view == answer.map->view)) { // mostly all methods look the same way
                view = answer.map->view;
                sight.emplace(*view, asked.pair.a, asked.pair.b);
                ASSERT_TRUE(sight->oracle.in_range());
            }
            EXPECT_EQ(answer.interference.certainty, Certainty::Sampled);
            const Fragile fragile = is_software() ? Fragile::Judged : Fragile::PassedOver;
            const Question question{method, asked.options.equal_depths, fragile};
            ASSERT_EQ(Judgement(*sight, answer, question).complaint(), "") << to_string(method);
            tally.unsettled[method] += answer.settled ? 0 : 1;
            tally.left_over[method] += answer.pixels.left_over;
            add(tally.settled[method], answer.pixels);
            if (method == Method::Cascade) {
                count_pixels(tally, *sight, asked.options.equal_depths);
                const bool crossing = answer.interference.verdict == Verdict::Crossing;
                ++(crossing ? tally.crossing : tally.apart);
            }
        }
    }

  private:
    /// Bounding volumes that do not meet are proof.
    static void hold_unseen(const Sampled& answer, const Asked& asked) {
        EXPECT_EQ(answer.interference.verdict, Verdict::Apart);
        EXPECT_EQ(answer.interference.certainty, Certainty::Exact);
        EXPECT_TRUE(answer.settled);
        EXPECT_EQ(answer.draws, 0U);
        EXPECT_EQ(need(collide(asked.a(), asked.b())).verdict, Verdict::Apart);
    }

    /// Stopping early, and looking late, change nothing about the verdict.
    void ask_in_a_hurry(const Asked& asked, Method method) {
        if (!is_software()) {
            return; // where fragile pixels decide, two answers may differ
        }
        SampledOptions options = asked.with(method);
        const Sampled whole =
            need(imagespace::sampled_collide(device(), asked.a(), asked.b(), options));
        options.extent = Extent::FirstOverlap;
        for (const Inspection inspection : {Inspection::EachPass, Inspection::Deferred}) {
            options.inspection = inspection;
            const Sampled answer =
                need(imagespace::sampled_collide(device(), asked.a(), asked.b(), options));
            EXPECT_EQ(answer.interference.verdict, whole.interference.verdict) << to_string(method);
            EXPECT_EQ(answer.settled, whole.settled) << to_string(method);
            // Who looks late draws also what a look would have spared, with each role.
            EXPECT_LE(answer.draws, whole.draws + 2) << to_string(method);
        }
    }
};

} // namespace impinge::tests
