// SPDX-License-Identifier: Apache-2.0
//
// Holds the answer of a method against the oracle: every pixel, then what follows from them. On
// OpenGL, pixels that are fragile are passed over.
#pragma once

#include "tests/imagespace/oracle.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace impinge::tests {

/// What the oracle sees of one pair from one direction.
struct PairSight {
    PairSight(const raster::View& view, const PlacedMesh& a, const PlacedMesh& b)
        : oracle(view, a, b) {
        for (std::size_t pixel = 0; pixel < oracle.pixels(); ++pixel) {
            pixels.push_back(oracle.at(pixel));
        }
    }
    SightOracle oracle;
    std::vector<PixelSight> pixels;
};

enum class Fragile : std::uint8_t { Judged, PassedOver };

struct Question {
    imagespace::Method method = imagespace::Method::Cascade;
    imagespace::EqualDepths rule = imagespace::EqualDepths::Apart;
    Fragile fragile = Fragile::Judged;
};

/// Empty if the answer is right, else what is wrong with it.
class Judgement {
  public:
    Judgement(const PairSight& sight, const imagespace::Sampled& answer, const Question& question)
        : sight_(sight), answer_(answer), question_(question) {
        if (!answer.map || answer.map->cases.size() != sight.pixels.size() ||
            answer.map->stages.size() != sight.pixels.size()) {
            complain() << "no map of the window's size";
            return;
        }
        for (std::size_t pixel = 0; pixel < sight.pixels.size(); ++pixel) {
            const bool judged = question.fragile == Fragile::Judged || !sight.pixels[pixel].fragile;
            if (judged && !judge_pixel(pixel)) {
                return;
            }
        }
        judge_counts();
        judge_verdict();
    }
    [[nodiscard]] std::string complaint() const { return text_.str(); }

  private:
    std::ostringstream& complain() { return text_; }

    /// The bodies in the paper's roles.
    [[nodiscard]] const SeenLayers& paper_a(const PixelSight& p) const {
        return answer_.map->exchanged ? p.b : p.a;
    }
    [[nodiscard]] const SeenLayers& paper_b(const PixelSight& p) const {
        return answer_.map->exchanged ? p.a : p.b;
    }

    /// What a body that winds the wrong way round, or is entered and left at one depth, may leave
    /// over is not foretold.
    [[nodiscard]] static bool are_plain(const PixelSight& p) {
        return is_plain(p.a) && is_plain(p.b);
    }

    [[nodiscard]] bool may_be_left_over(const PixelSight& p) const {
        using imagespace::Method;
        using imagespace::PixelCase;
        constexpr std::size_t counter_end = 62;
        constexpr std::size_t lite_counter_end = 6;
        const PixelCase expected = case_of(paper_a(p), paper_b(p), question_.rule);
        switch (question_.method) {
        case Method::DepthMinmax:
            return p.a.size() != 2 || p.b.size() != 2 || !are_plain(p);
        case Method::DepthParity:
            return expected == PixelCase::LeftOver || paper_b(p).size() >= counter_end ||
                   !are_plain(p);
        case Method::DepthParityLite:
            return (expected != PixelCase::A && expected != PixelCase::BC &&
                    expected != PixelCase::E) ||
                   paper_b(p).size() >= lite_counter_end || !are_plain(p);
        case Method::LayerOrder:
        case Method::Cascade:
            break;
        }
        return false;
    }

    [[nodiscard]] bool is_the_case(imagespace::PixelCase found, const PixelSight& p) const {
        return !are_plain(p) || found == case_of(paper_a(p), paper_b(p), question_.rule);
    }

    [[nodiscard]] bool is_right(std::size_t pixel) const {
        using imagespace::PixelCase;
        using imagespace::Stage;
        const PixelSight& p = sight_.pixels[pixel];
        const PixelCase found = answer_.map->cases[pixel];
        const Stage stage = answer_.map->stages[pixel];
        const Truth truth = truth_of(p, question_.rule);
        if (truth == Truth::Empty || found == PixelCase::Empty) {
            return truth == Truth::Empty && found == PixelCase::Empty && stage == Stage::None;
        }
        if (found == PixelCase::LeftOver || stage == Stage::LeftOver) {
            return found == PixelCase::LeftOver && stage == Stage::LeftOver && may_be_left_over(p);
        }
        if (overlaps(found) != (truth == Truth::Overlap)) {
            return false;
        }
        const bool first = found == PixelCase::A || found == PixelCase::BC;
        const bool second = found == PixelCase::D || found == PixelCase::E || found == PixelCase::F;
        switch (stage) {
        case Stage::Minmax:
            return first && is_the_case(found, p);
        case Stage::Parity:
            return second && is_the_case(found, p);
        case Stage::ParityExchanged:
            return first || second;
        default:
            return !first && !second;
        }
    }

    bool judge_pixel(std::size_t pixel) {
        const PixelSight& p = sight_.pixels[pixel];
        const auto& map = *answer_.map;
        const auto counted = [](const SeenLayers& layers) {
            return std::min<std::size_t>(layers.size(), 255);
        };
        const bool counts =
            map.layers_a[pixel] == counted(p.a) && map.layers_b[pixel] == counted(p.b);
        if (is_right(pixel) && counts) {
            return true;
        }
        const auto list = [&](const char* name, const SeenLayers& layers) {
            complain() << ' ' << name << " [" << layers.size() << ']';
            for (const SeenLayer& layer : layers) {
                complain() << ' ' << layer;
            }
        };
        complain() << "pixel " << pixel % static_cast<std::size_t>(sight_.oracle.width()) << ", "
                   << pixel / static_cast<std::size_t>(sight_.oracle.width()) << " of "
                   << sight_.oracle.width() << " x " << sight_.oracle.height() << ": case "
                   << static_cast<int>(map.cases[pixel]) << " by stage "
                   << static_cast<int>(map.stages[pixel]) << ", truth "
                   << static_cast<int>(truth_of(p, question_.rule)) << ", case of the oracle "
                   << static_cast<int>(case_of(paper_a(p), paper_b(p), question_.rule))
                   << ", exchanged " << map.exchanged << ", layers " << int{map.layers_a[pixel]}
                   << " and " << int{map.layers_b[pixel]} << ';';
        list("A", p.a);
        list("B", p.b);
        return false;
    }

    void judge_counts() {
        using imagespace::Stage;
        const auto& map = *answer_.map;
        const auto by = [&](Stage stage) {
            return static_cast<std::uint64_t>(
                std::count(map.stages.begin(), map.stages.end(), stage));
        };
        const imagespace::PixelsByStage counted{
            by(Stage::Minmax),     by(Stage::Parity), by(Stage::ParityExchanged),
            by(Stage::LayerOrder), by(Stage::Rays),   by(Stage::LeftOver)};
        if (!(answer_.pixels == counted)) {
            complain() << "pixels by stage are not those of the map; ";
        }
        const auto overlapping = static_cast<std::uint64_t>(
            std::count_if(map.cases.begin(), map.cases.end(), imagespace::overlaps));
        if (answer_.overlapping_pixels != overlapping) {
            complain() << "overlapping pixels are not those of the map; ";
        }
        const bool crossing = answer_.interference.verdict == Verdict::Crossing;
        const bool apart = answer_.interference.verdict == Verdict::Apart;
        if (crossing != (overlapping > 0) || apart == crossing) {
            complain() << "the verdict does not follow from the map; ";
        }
        if (answer_.settled != (crossing || counted.left_over == 0)) {
            complain() << "'settled' does not follow from the map; ";
        }
    }

    void judge_verdict() {
        bool certain = false;
        bool possible = false;
        for (const PixelSight& p : sight_.pixels) {
            const Truth truth = truth_of(p, question_.rule);
            const bool doubtful = question_.fragile == Fragile::PassedOver && p.fragile;
            certain = certain || (truth == Truth::Overlap && !doubtful);
            possible = possible || truth == Truth::Overlap || doubtful;
        }
        const bool crossing = answer_.interference.verdict == Verdict::Crossing;
        if (crossing && !possible) {
            complain() << "invented an overlap; ";
        }
        if (!crossing && certain && answer_.settled) {
            complain() << "missed an overlap; ";
        }
    }

    const PairSight& sight_;
    const imagespace::Sampled& answer_;
    Question question_;
    std::ostringstream text_;
};

} // namespace impinge::tests
