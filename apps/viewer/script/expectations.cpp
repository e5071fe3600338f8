// SPDX-License-Identifier: Apache-2.0
//
// What a script expects; the error says what was there instead.
#include "arguments/values.hpp"
#include "output/console.hpp"
#include "script/script.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

std::optional<double> number_at(const ScriptLine& line, std::size_t word) {
    return word < line.words.size() ? cli::number_of<double>(line.words[word]) : std::nullopt;
}

} // namespace

/// expect verdict WORD [A B]
Status ScriptRun::expect_verdict(const ScriptLine& line, Viewer& viewer) {
    const Session& session = viewer.session();
    if (line.words.size() < 3 || !session.verdicts_are_current()) {
        return wrong(line, "there is no verdict yet; wait idle before");
    }
    std::optional<PairOfBodies> pair = session.measured();
    if (line.words.size() >= 5) {
        const auto a = session.state().find(line.words[3]);
        const auto b = session.state().find(line.words[4]);
        if (!a || !b) {
            return wrong(line, "there is no such body");
        }
        pair = PairOfBodies(std::min(*a, *b), std::max(*a, *b));
    }
    const PairFinding* found = pair ? session.result()->find(*pair) : nullptr;
    const std::string is = found == nullptr   ? "apart"
                           : found->decided() ? to_string(found->verdict)
                                              : "undecided";
    return is == line.words[2] ? Status() : Status(wrong(line, "it is " + is));
}

/// expect pose NAME X Y Z TOLERANCE
Status ScriptRun::expect_pose(const ScriptLine& line, Viewer& viewer) {
    const SceneState& state = viewer.session().state();
    const auto body = line.words.size() > 2 ? state.find(line.words[2]) : std::nullopt;
    const auto x = number_at(line, 3);
    const auto y = number_at(line, 4);
    const auto z = number_at(line, 5);
    const auto tolerance = number_at(line, 6);
    if (!body || !x || !y || !z || !tolerance) {
        return wrong(line, "needs NAME X Y Z TOLERANCE");
    }
    const Vec3d at = state.body(*body).pose.translation;
    const bool near = std::abs(at.x - *x) <= *tolerance && std::abs(at.y - *y) <= *tolerance &&
                      std::abs(at.z - *z) <= *tolerance;
    return near ? Status()
                : Status(wrong(line,
                               fmt::format("it is at {:.17g} {:.17g} {:.17g}", at.x, at.y, at.z)));
}

/// expect curves some, or none
Status ScriptRun::expect_curves(const ScriptLine& line, Viewer& viewer) {
    const Session& session = viewer.session();
    if (!session.verdicts_are_current()) {
        return wrong(line, "there is no verdict yet; wait idle before");
    }
    const bool some = std::ranges::any_of(session.result()->pairs, [](const PairFinding& pair) {
        return pair.contacts && !pair.contacts->curves.empty();
    });
    const std::string is = some ? "some" : "none";
    return is == line.words[2] ? Status() : Status(wrong(line, "it is " + is));
}

/// expect fact PANE.FACT TEXT, or PANE.FACT LOW to HIGH
Status ScriptRun::expect_fact(const ScriptLine& line, Viewer& viewer) {
    if (line.words.size() < 4) {
        return wrong(line, "needs PANE.FACT and what it is to be");
    }
    const auto is = viewer.panes().fact(line.words[2]);
    if (!is) {
        return wrong(line, "there is no such fact");
    }
    std::string wanted = line.words[3];
    for (std::size_t i = 4; i < line.words.size(); ++i) {
        wanted += " " + line.words[i];
    }
    const auto low = number_at(line, 3);
    const auto high = number_at(line, 5);
    const auto number = cli::number_of<double>(*is);
    const bool met = low && high && line.words[4] == "to"
                         ? number && *number >= *low && *number <= *high
                         : *is == wanted;
    return met ? Status() : Status(wrong(line, "it is " + *is));
}

/// expect latency MILLISECONDS CHECKING: the 99th percentile, and the least part of the events that
/// came while a check was being made.
Status ScriptRun::expect_latency(const ScriptLine& line, Viewer& viewer) {
    const auto most = number_at(line, 2);
    const auto checking = number_at(line, 3);
    if (!most || !checking) {
        return wrong(line, "needs milliseconds and a part");
    }
    const std::string measured = fmt::format(
        "{} events, {:.0f} % of them during a check of {} triangles: median {:.2f} ms, 99th "
        "percentile {:.2f} ms, largest {:.2f} ms; {} frames, drawn in {:.1f} ms (median)",
        latency_.count(), 100 * latency_.checking(), viewer.session().state().triangle_count(),
        latency_.percentile(0.5), latency_.percentile(0.99), latency_.percentile(1),
        latency_.frames(), latency_.median_drawing());
    if (!cli::print("latency: " + measured + "\n")) {
        return wrong(line, "standard output cannot be written");
    }
    const bool met = latency_.count() > 0 && latency_.percentile(0.99) <= *most &&
                     latency_.checking() >= *checking;
    return met ? Status() : Status(wrong(line, measured));
}

Status ScriptRun::expect(const ScriptLine& line, Viewer& viewer, const Surface& surface) {
    if (line.words.size() < 3) {
        return wrong(line, "expects what?");
    }
    const std::string& what = line.words[1];
    const std::string& wanted = line.words[2];
    const Session& session = viewer.session();
    const auto told = [&](const std::string& is) {
        return is == wanted ? Status() : Status(wrong(line, "it is " + is));
    };
    if (what == "verdict") {
        return expect_verdict(line, viewer);
    }
    if (what == "pose") {
        return expect_pose(line, viewer);
    }
    if (what == "fact") {
        return expect_fact(line, viewer);
    }
    if (what == "latency") {
        return expect_latency(line, viewer);
    }
    if (what == "state" && line.words.size() > 3) { // NAME WORD
        const auto body = session.state().find(wanted);
        const std::string is = body ? to_string(session.state_of(*body)) : "not there";
        return is == line.words[3] ? Status() : Status(wrong(line, "it is " + is));
    }
    if (what == "selected") {
        const auto body = session.state().selected();
        return told(body ? session.state().body(*body).name : "nothing");
    }
    if (what == "bodies") {
        return told(std::to_string(session.state().present_count()));
    }
    if (what == "curves") {
        return expect_curves(line, viewer);
    }
    if (what == "message") {
        const bool has = session.message().find(wanted) != std::string::npos;
        return has ? Status() : Status(wrong(line, "it is '" + session.message() + "'"));
    }
    if (what == "faults") { // of the driver
        const auto& faults = surface.messages.faults();
        return faults.empty() || wanted != "0"
                   ? told(std::to_string(faults.size()))
                   : Status(wrong(line, std::to_string(faults.size()) + ": " + faults.front()));
    }
    return wrong(line, "is not known");
}

} // namespace impinge::viewer
