// SPDX-License-Identifier: Apache-2.0
#include "colour.hpp"
#include "console.hpp"
#include "diagnose_report.hpp"
#include "input.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace impinge::cli {
namespace {

/// More sound bodies than this are counted instead of listed, and so are bodies with findings.
constexpr std::size_t most_bodies = 40;
/// More triangles than this are not named with a place: an edge of a fan, a part of many faces.
constexpr std::size_t most_triangles = 6;

std::string point_text(Vec3d p) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z); }

std::string triangles_text(std::span<const std::uint32_t> triangles) {
    if (triangles.size() > most_triangles) {
        return fmt::format("{} triangles from {} on", triangles.size(), triangles.front());
    }
    return fmt::format("{} {}", triangles.size() == 1 ? "triangle" : "triangles",
                       fmt::join(triangles, ", "));
}

std::string place_text(const Defect& defect, const Rigid& pose) {
    std::vector<std::string> points;
    for (const Vec3d& position : defect.positions) {
        points.push_back(point_text(apply(pose, position)));
    }
    return fmt::format("{}: {}", fmt::join(points, " "), triangles_text(defect.triangles));
}

/// One finding: how many, what it means, what to do, and where the first ones are.
std::string finding_text(std::size_t count, const Advice& advice,
                         std::span<const std::string> places) {
    std::string out = fmt::format("  {}\n    that is  {}\n    mend     {}\n",
                                  count == 0 ? advice.one : counted(count, advice.one, advice.many),
                                  advice.meaning, advice.remedy);
    for (std::size_t i = 0; i < places.size(); ++i) {
        out += fmt::format("    {}  {}\n", i == 0 ? "where  " : "       ", places[i]);
    }
    if (!places.empty() && places.size() < count) {
        out += fmt::format("             and {} more\n", count - places.size());
    }
    return out;
}

std::string defects_text(const DiagnosedBody& diagnosed) {
    std::string out;
    auto defect = diagnosed.defects->list.begin();
    for (std::size_t index = 0; index < defect_kind_count; ++index) {
        const auto kind = static_cast<DefectKind>(index);
        std::vector<std::string> places;
        for (; defect != diagnosed.defects->list.end() && defect->kind == kind; ++defect) {
            places.push_back(place_text(*defect, diagnosed.body.pose));
        }
        if (diagnosed.defects->total(kind) > 0) {
            out += finding_text(diagnosed.defects->total(kind), advice_on(kind), places);
        }
    }
    return out;
}

std::string self_text(const DiagnosedBody& diagnosed) {
    const std::vector<TrianglePair>& pairs = diagnosed.self->pairs;
    std::vector<std::string> places;
    for (std::size_t i = 0; i < diagnosed.self_places.size(); ++i) {
        places.push_back(fmt::format("near {}: triangles {}, {}, {}",
                                     point_text(diagnosed.self_places[i]), pairs[i].a, pairs[i].b,
                                     to_string(pairs[i].kind)));
    }
    return finding_text(pairs.size(), advice_on_self_intersection(), places);
}

std::string findings_text(const DiagnosedBody& diagnosed) {
    const Diagnosis& diagnosis = *diagnosed.body.diagnosis;
    std::string out = defects_text(diagnosed);
    if (diagnosis.closed() && diagnosis.oriented() && !diagnosis.encloses_volume) {
        out += finding_text(0, advice_on_no_volume(), {});
    }
    if (diagnosis.inside_out) {
        out += finding_text(0, advice_on_inside_out(), {});
    }
    if (diagnosed.crosses_itself()) {
        out += self_text(diagnosed);
    }
    return out;
}

std::string measures_text(const DiagnosedBody& diagnosed, const std::string& unit) {
    const MeshMeasures& measures = diagnosed.measures;
    const auto power = [&](const char* exponent) { return unit.empty() ? "" : unit + exponent; };
    std::string out =
        fmt::format("  {} in {}; box {} to {}{}; area {:.6g}{}",
                    counted(diagnosed.body.mesh->triangles.size(), "triangle", "triangles"),
                    counted(diagnosed.body.diagnosis->components, "component", "components"),
                    point_text(measures.box.min), point_text(measures.box.max), unit, measures.area,
                    power("^2"));
    if (diagnosed.volume) {
        out += fmt::format("; volume {:.6g}{}", *diagnosed.volume, power("^3"));
    } else if (diagnosed.body.diagnosis->solid()) {
        out += fmt::format("; volume not known, the surface meets itself (see --self): its faces "
                           "add up to {:.6g}{}, with what they wind around twice counted twice",
                           std::abs(measures.volume), power("^3"));
    }
    return out + "\n";
}

std::string body_text(const DiagnosedBody& diagnosed, const DiagnoseReport& report) {
    const LoadedBody& body = diagnosed.body;
    const std::string word = body.diagnosis->solid() ? coloured("solid", Verdict::Apart)
                                                     : coloured("NOT a solid", Verdict::Crossing);
    const std::string crossing =
        diagnosed.crosses_itself() ? coloured(", intersects itself", Verdict::Crossing) : "";
    return fmt::format("{} ({}): {}{}\n{}{}", printable(body.name), printable(body.file), word,
                       crossing, measures_text(diagnosed, unit_suffix(report.unit)),
                       findings_text(diagnosed));
}

bool is_listed(const DiagnosedBody& diagnosed, const DiagnoseReport& report) {
    return report.bodies.size() <= most_bodies || !diagnosed.sound();
}

std::string summary(const DiagnoseReport& report) {
    const std::size_t sound = report.sound_bodies();
    const std::size_t unsound = report.bodies.size() - sound;
    const std::string bodies = counted(report.bodies.size(), "body", "bodies");
    if (report.partial) {
        return fmt::format("{}: {} sound, {} with something wrong, {} not examined (interrupted)\n",
                           counted(report.loaded_bodies, "body", "bodies"), sound, unsound,
                           report.loaded_bodies - report.bodies.size());
    }
    return unsound == 0
               ? fmt::format("{}: nothing wrong\n", bodies)
               : fmt::format("{}: {} sound, {} with something wrong\n", bodies, sound, unsound);
}

} // namespace

std::size_t DiagnoseReport::sound_bodies() const {
    return static_cast<std::size_t>(std::count_if(
        bodies.begin(), bodies.end(), [](const DiagnosedBody& body) { return body.sound(); }));
}

std::string diagnose_text(const DiagnoseReport& report) {
    std::string out;
    std::size_t listed = 0;
    for (const DiagnosedBody& diagnosed : report.bodies) {
        if (is_listed(diagnosed, report) && ++listed <= most_bodies) {
            out += body_text(diagnosed, report);
        }
    }
    if (listed > most_bodies) {
        out += fmt::format("{} more like these (see --json)\n", listed - most_bodies);
    }
    return out + summary(report);
}

} // namespace impinge::cli
