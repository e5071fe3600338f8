// SPDX-License-Identifier: Apache-2.0
#include "check_advice.hpp"

#include "console.hpp"
#include "impinge/defects.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace impinge::cli {
namespace {

/// More pairs than this get no advice: the same few meshes are to be mended for all of them.
constexpr std::size_t most_advised = 100;
constexpr std::size_t most_notes = 10;

const char* what_it_says(double winding_number) {
    const double size = std::abs(winding_number);
    return size > 0.75 ? "probably inside" : size < 0.25 ? "probably outside" : "could be either";
}

/// "3 open edges near (1, 2, 3)", or the reasons alone if none of them has a place.
std::string what_to_mend(const LoadedBody& body) {
    const Defects defects = list_defects(body.mesh->view(), {.limit_per_kind = 1});
    const std::string reasons = fmt::format("{}", fmt::join(body.diagnosis->reasons(), ", "));
    for (const Defect& defect : defects.list) {
        const bool keeps_open = defect.kind == DefectKind::OpenEdge ||
                                defect.kind == DefectKind::MisorientedEdge ||
                                defect.kind == DefectKind::InsideOutComponent;
        if (keeps_open && !defect.positions.empty()) {
            const Vec3d local = defect.positions.front();
            const Vec3d p = is_identity(body.pose) ? local : apply(body.pose, local);
            return fmt::format("{}, one near ({:.6g}, {:.6g}, {:.6g})", reasons, p.x, p.y, p.z);
        }
    }
    return reasons;
}

/// Whether the one lies in the other, which has no inside.
std::string note_on(const LoadedBody& one, const LoadedBody& other, std::optional<double> number) {
    const std::string name = printable(other.name);
    const std::string probably =
        number ? fmt::format("winding number {:.2f}, {}", *number, what_it_says(*number))
               : "part of it at most";
    return fmt::format("hint: does {} lie in {}? {} (no proof); mend {}: {}\n", printable(one.name),
                       name, probably, name, what_to_mend(other));
}

} // namespace

Status advise(Examination& examination, const Context& context) {
    for (const AssemblyPair& pair : examination.answer.pairs) {
        if (!is_left_open(pair)) {
            continue;
        }
        if (examination.advice.size() == most_advised || context.cancelled()) {
            break;
        }
        const auto found = advise_on_containment(examination.bodies[pair.a].body(),
                                                 examination.bodies[pair.b].body(), context);
        if (!found) {
            return found.error();
        }
        examination.advice.push_back({pair.a, pair.b, *found});
    }
    return {};
}

const PairAdvice* advice_on(const Examination& examination, const AssemblyPair& pair) {
    const auto found =
        std::find_if(examination.advice.begin(), examination.advice.end(),
                     [&](const PairAdvice& one) { return one.a == pair.a && one.b == pair.b; });
    return found == examination.advice.end() ? nullptr : &*found;
}

std::string advice_notes(const Examination& examination) {
    std::string notes;
    std::size_t count = 0;
    for (const PairAdvice& advice : examination.advice) {
        if (++count > most_notes) {
            break;
        }
        const LoadedBody& a = examination.bodies[advice.a];
        const LoadedBody& b = examination.bodies[advice.b];
        if (b.known_open() && (advice.containment.a_in_b || !a.known_open())) {
            notes += note_on(a, b, advice.containment.a_in_b);
        }
        if (a.known_open() && (advice.containment.b_in_a || !b.known_open())) {
            notes += note_on(b, a, advice.containment.b_in_a);
        }
    }
    return notes.empty() ? ""
                         : fmt::format("\n{}hint: --surfaces if open meshes are meant as "
                                       "surfaces, in which nothing can lie\n",
                                       notes);
}

} // namespace impinge::cli
