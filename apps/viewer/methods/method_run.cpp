// SPDX-License-Identifier: Apache-2.0
#include "methods/method_run.hpp"

#include "compare/compare_report.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

template <typename Named> Named& entry_of(std::vector<Named>& all, const std::string& name) {
    const auto found = std::ranges::find(all, name, &Named::name);
    return found == all.end() ? all.emplace_back(Named{name, {}}) : *found;
}

std::string of_pairs(std::size_t count, std::size_t all) {
    return fmt::format("{} of {}", count, cli::counted(all, "pair", "pairs"));
}

std::string verdicts_text(const MethodRun& run) {
    const std::size_t agree = run.count(Agreement::Agrees);
    if (agree == run.pairs.size()) {
        return "agrees with exact about " + of_pairs(agree, agree);
    }
    std::string text;
    const auto add = [&](Agreement which, const char* words) {
        if (const std::size_t count = run.count(which); count > 0) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", words, count);
        }
    };
    add(Agreement::Missed, "misses");
    add(Agreement::Invented, "invents");
    add(Agreement::Untold, "cannot tell");
    add(Agreement::Refused, "refuses");
    add(Agreement::Open, "tells what exact leaves open:");
    return fmt::format("{}, agrees with exact about {}", text, of_pairs(agree, run.pairs.size()));
}

std::string triangles_text(const MethodRun& run) {
    const auto triangles = run.triangles();
    if (!triangles) {
        return {};
    }
    if (*triangles == TriangleAgreement{}) {
        return "triangles: none meet, and none were named";
    }
    std::string text = fmt::format("triangles: {} that meet",
                                   of_pairs(triangles->both, triangles->both + triangles->missed));
    if (triangles->invented > 0) {
        text += fmt::format(", {} invented", triangles->invented);
    }
    const auto differs = [](const MethodPair& pair) {
        return pair.said.is_exact && !pair.same_bits;
    };
    const bool exact =
        std::ranges::any_of(run.pairs, [](const auto& p) { return p.said.is_exact; });
    return !exact                                    ? text
           : std::ranges::any_of(run.pairs, differs) ? text + "; the answers differ"
                                                     : text + "; the same bits";
}

std::string times_text(const MethodRun& run) {
    if (!run.compared) {
        return milliseconds_text(run.work.ms);
    }
    std::string text = fmt::format("{}, exact {}", milliseconds_text(run.work.ms),
                                   milliseconds_text(run.exact_ms));
    if (run.exact_ms > 0 && run.work.ms > 0) {
        text += run.work.ms >= run.exact_ms
                    ? fmt::format(": {:.3g} times as long", run.work.ms / run.exact_ms)
                    : fmt::format(": {:.3g} times as fast", run.exact_ms / run.work.ms);
    }
    return text;
}

BodyState state_of(const MethodRun& run) {
    const bool wrong =
        run.count(Agreement::Missed) + run.count(Agreement::Invented) > 0 ||
        std::ranges::any_of(run.pairs, [](const MethodPair& pair) { return !pair.same_bits; });
    const bool all = run.count(Agreement::Agrees) == run.pairs.size();
    return wrong ? BodyState::Interfering : all ? BodyState::Clear : BodyState::Undecided;
}

} // namespace

void add_work(Work& sum, const Work& more) {
    sum.ms += more.ms;
    for (const StageTime& stage : more.stages) {
        entry_of(sum.stages, stage.name).ms += stage.ms;
    }
    for (const NamedCount& count : more.counts) {
        entry_of(sum.counts, count.name).count += count.count;
    }
}

const char* to_string(Agreement agreement) {
    switch (agreement) {
    case Agreement::Agrees:
        return "agrees";
    case Agreement::Missed:
        return "missed";
    case Agreement::Invented:
        return "invented";
    case Agreement::Untold:
        return "could not tell";
    case Agreement::Refused:
        return "refused";
    case Agreement::Open:
        break;
    }
    return "exact is open";
}

Agreement agreement_of(const MethodVerdict& said, const Interference& exact) {
    if (!said.refused.empty()) {
        return Agreement::Refused;
    }
    if (said.could_not_tell) {
        return Agreement::Untold;
    }
    const bool interferes = cli::interferes(exact, cli::Touch::IsNothing);
    if (cli::interferes(said.interference, cli::Touch::IsNothing) == interferes) {
        return Agreement::Agrees;
    }
    return !exact.decided() ? Agreement::Open
           : interferes     ? Agreement::Missed
                            : Agreement::Invented;
}

TriangleAgreement compare_triangles(std::span<const TrianglePair> said,
                                    std::span<const TrianglePair> exact) {
    const auto before = [](const TrianglePair& a, const TrianglePair& b) {
        return std::pair(a.a, a.b) < std::pair(b.a, b.b);
    };
    TriangleAgreement out;
    auto mine = said.begin();
    for (const TrianglePair& pair : exact) {
        for (; mine != said.end() && before(*mine, pair); ++mine) {
            ++out.invented;
        }
        const bool found = mine != said.end() && !before(pair, *mine);
        ++(found ? out.both : out.missed);
        mine += found ? 1 : 0;
    }
    out.invented += static_cast<std::size_t>(said.end() - mine);
    return out;
}

std::size_t MethodRun::count(Agreement agreement) const {
    return static_cast<std::size_t>(std::ranges::count(pairs, agreement, &MethodPair::agreement));
}

std::optional<TriangleAgreement> MethodRun::triangles() const {
    std::optional<TriangleAgreement> sum;
    for (const MethodPair& pair : pairs) {
        if (pair.triangles) {
            sum = sum.value_or(TriangleAgreement{});
            sum->both += pair.triangles->both;
            sum->missed += pair.triangles->missed;
            sum->invented += pair.triangles->invented;
        }
    }
    return sum;
}

const MethodPair* MethodRun::find(PairOfBodies pair) const {
    const auto found = std::ranges::lower_bound(pairs, pair, {}, &MethodPair::pair);
    return found == pairs.end() || found->pair != pair ? nullptr : &*found;
}

ComparisonText comparison_text(const MethodRun& run) {
    if (run.pairs.empty()) {
        return {"no boxes meet: all bodies are apart", "", "", BodyState::Clear};
    }
    return {run.compared ? verdicts_text(run) : "what the others are compared with",
            run.compared ? triangles_text(run) : "", times_text(run),
            run.compared ? state_of(run) : BodyState::Unchecked};
}

std::string milliseconds_text(double ms) {
    return ms >= 10000  ? fmt::format("{:.1f} s", ms / 1000)
           : ms >= 100  ? fmt::format("{:.0f} ms", ms)
           : ms >= 0.01 ? fmt::format("{:.3g} ms", ms)
                        : fmt::format("{:.2g} \u00b5s", 1000 * ms);
}

} // namespace impinge::viewer
