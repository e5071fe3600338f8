// SPDX-License-Identifier: Apache-2.0
#include "diagnose/diagnose_report.hpp"

#include "input/input.hpp"
#include "output/json_report.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

/// What a finding means and what to do about it, a sentence or two each.
struct Advice {
    std::string one;  ///< "open edge"
    std::string many; ///< "open edges"
    std::string meaning;
    std::string remedy;
};

const Advice& advice_on(DefectKind kind) {
    static const std::array<Advice, defect_kind_count> advice = {{
        {"index out of range", "indices out of range",
         "a triangle names a vertex that the mesh does not have",
         "write the file again: it is damaged"},
        {"vertex that is not finite", "vertices that are not finite",
         "a coordinate is infinite or not a number (NaN)", "write the file again: it is damaged"},
        {"open edge", "open edges",
         "a face on one side only: the rim of a hole, of a sheet, or of a seam whose two sides do "
         "not quite meet; the mesh has no inside, and only its surface can be compared",
         "fill the hole, or make the vertices along the seam equal"},
        {"open edge at a T-junction", "open edges at T-junctions",
         "it runs along another open edge and has its ends elsewhere: the faces on one side lack a "
         "vertex that those on the other side have; there is no hole, but the mesh has no inside, "
         "and only its surface can be compared",
         "split the faces along the longer edge at the vertices that lie on it (\"remove "
         "T-junctions\"); there is nothing to fill"},
        {"misoriented edge", "misoriented edges",
         "the faces beside it do not agree which side is out; the mesh has no inside, and only its "
         "surface can be compared",
         "turn over the faces that point the wrong way (\"make normals consistent\")"},
        {"edge out of balance for duplicate faces", "edges out of balance for duplicate faces",
         "a face beside it is there more than once; the mesh has no inside, and only its surface "
         "can be compared",
         "remove the further copies of the faces that are listed as duplicates; none has to be "
         "turned over"},
        {"component inside out", "components inside out",
         "a closed part whose normals point into its own material, though it is no cavity of "
         "another part",
         "turn over all faces of that part; a part that is meant as a cavity must lie inside the "
         "material of another"},
        {"edge of more than two faces", "edges of more than two faces",
         "parts that meet along an edge, a wall inside the body, or faces that are there more than "
         "once; allowed in a solid",
         "nothing, if it is meant; else remove the inner wall or the copies, or move the parts "
         "apart"},
        {"degenerate face", "degenerate faces",
         "a triangle without area, its corners on one line; allowed in a solid",
         "nothing; or collapse its shortest edge"},
        {"duplicate face", "duplicate faces",
         "the same three corners as another face; two that point opposite ways cancel out",
         "remove one of them, or both if they point opposite ways"},
        {"component that bounds nothing", "components that bound nothing",
         "a closed part both of whose sides are inside: one that lies in the material of another, "
         "or the wall of a cavity that a third part fills; allowed in a solid, and left out of the "
         "volume",
         "nothing, if it is meant; turn over a part that was to be a cavity; or remove all of "
         "these together, for without one of them another may bound something"},
    }};
    return advice[static_cast<std::size_t>(kind)];
}

// The findings that have no single place.

const Advice& advice_on_no_volume() {
    static const Advice advice = {"flat body", "flat bodies",
                                  "closed, but it encloses no volume: it is flat, or folded flat",
                                  "give it a thickness; as it is, only its surface is compared"};
    return advice;
}

const Advice& advice_on_inside_out() {
    static const Advice advice = {
        "inside out", "inside out",
        "all normals point inwards; it is read as the solid that was meant",
        "nothing for impinge; turn over all faces for programs that are less forgiving"};
    return advice;
}

const Advice& advice_on_self_intersection() {
    static const Advice advice = {
        "pair of triangles that meet where they should not",
        "pairs of triangles that meet where they should not",
        "the surface crosses, touches or folds onto itself; verdicts then take as inside what it "
        "winds around at least once",
        "unite the parts that overlap, or mend the fold; impinge self --curves shows where"};
    return advice;
}

/// More sound bodies than this are counted instead of listed, and so are bodies with findings.
constexpr std::size_t most_bodies = 40;
/// More triangles than this are not named with a place: an edge of a fan, a part of many faces.
constexpr std::size_t most_triangles = 6;

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

Json json_offender(const Defect& defect, const Rigid& pose) {
    Json points = Json::array();
    for (const Vec3d& position : defect.positions) {
        points.push_back(json_point(apply(pose, position)));
    }
    return {{"triangles", defect.triangles},
            {"vertices", defect.vertices},
            {"positions", std::move(points)}};
}

Json json_finding(std::string_view kind, std::size_t count, const Advice& advice, Json first) {
    return {{"kind", kind},
            {"count", count},
            {"meaning", advice.meaning},
            {"remedy", advice.remedy},
            {"first", std::move(first)}};
}

Json json_defects(const DiagnosedBody& diagnosed) {
    Json out = Json::array();
    for (std::size_t index = 0; index < defect_kind_count; ++index) {
        const auto kind = static_cast<DefectKind>(index);
        if (diagnosed.defects->total(kind) == 0) {
            continue;
        }
        Json first = Json::array();
        for (const Defect& defect : diagnosed.defects->list) {
            if (defect.kind == kind) {
                first.push_back(json_offender(defect, diagnosed.body.pose));
            }
        }
        out.push_back(json_finding(to_string(kind), diagnosed.defects->total(kind), advice_on(kind),
                                   std::move(first)));
    }
    const Diagnosis& diagnosis = *diagnosed.body.diagnosis;
    if (diagnosis.closed() && diagnosis.oriented() && !diagnosis.encloses_volume) {
        out.push_back(json_finding("no_volume", 1, advice_on_no_volume(), Json::array()));
    }
    if (diagnosis.inside_out) {
        out.push_back(json_finding("inside_out", 1, advice_on_inside_out(), Json::array()));
    }
    return out;
}

Json json_self(const DiagnosedBody& diagnosed) {
    if (!diagnosed.self) {
        return nullptr;
    }
    const SelfIntersections& self = *diagnosed.self;
    Json first = Json::array();
    for (std::size_t i = 0; i < diagnosed.self_places.size(); ++i) {
        first.push_back({{"triangles", {self.pairs[i].a, self.pairs[i].b}},
                         {"kind", to_string(self.pairs[i].kind)},
                         {"near", json_point(diagnosed.self_places[i])}});
    }
    return {{"triangle_pairs", self.pairs.size()},
            {"touching_pairs", self.touching_pairs},
            {"first", std::move(first)}};
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

std::string diagnose_json(const DiagnoseReport& report) {
    Json out = json_document("diagnose");
    const bool sound = report.sound_bodies() == report.bodies.size();
    out["sound"] = sound && report.partial ? Json(nullptr) : Json(sound);
    out["partial"] = report.partial;
    out["unit"] = json_unit(report.unit);
    out["bodies"] = Json::array();
    for (const DiagnosedBody& diagnosed : report.bodies) {
        Json body = json_bodies(std::span(&diagnosed.body, 1)).front();
        body["sound"] = diagnosed.sound();
        body["area"] = diagnosed.measures.area;
        body["volume"] = nullptr;
        if (diagnosed.volume) {
            body["volume"] = *diagnosed.volume;
        }
        body["signed_volume"] = nullptr;
        if (diagnosed.body.diagnosis->solid()) {
            body["signed_volume"] = diagnosed.measures.volume;
        }
        body["defects"] = json_defects(diagnosed);
        body["self_intersections"] = json_self(diagnosed);
        out["bodies"].push_back(std::move(body));
    }
    out["examined"] = {{"bodies", report.bodies.size()}};
    out["timings_ms"] = {{"read", report.read_ms},
                         {"diagnose", report.diagnose_ms},
                         {"self", report.self_ms},
                         {"total", report.total_ms}};
    return json_text(out);
}

} // namespace impinge::cli
