// SPDX-License-Identifier: Apache-2.0
//
// The report as JSON; docs/report.md is its manual.
#include "impinge/report.hpp"
#include "report/report_counts.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace impinge::inline v0::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int report_format_version = 1;

Json json_point(Vec3d p) { return Json::array({p.x, p.y, p.z}); }

Json json_box(const Box3& box) {
    const Box3 shown = is_empty(box) ? Box3{{}, {}} : box;
    return {{"min", json_point(shown.min)}, {"max", json_point(shown.max)}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

template <typename T> Json value_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json json_colour(const std::optional<std::array<std::uint8_t, 3>>& colour) {
    if (!colour) {
        return nullptr;
    }
    std::string text = "#";
    for (const std::uint8_t channel : *colour) {
        text += "0123456789abcdef"[channel / 16];
        text += "0123456789abcdef"[channel % 16];
    }
    return text;
}

Json json_part(const ReportPart& part) {
    Json out;
    out["name"] = part.name;
    out["key"] = part.key;
    out["path"] = part.path;
    out["file"] = part.file;
    out["group"] = text_or_null(part.group);
    out["instance_of"] = text_or_null(part.instance_of);
    out["colour"] = json_colour(part.colour);
    out["solid"] = value_or_null(part.solid);
    out["diagnosis"] = part.diagnosis;
    out["chord_error"] = part.chord_error;
    out["box"] = json_box(part.box);
    out["triangles"] = part.triangles;
    return out;
}

Json json_rule(const ReportRule& from) {
    const ClashRule& rule = from.rule;
    const bool limited = rule.kind != ClashKind::Containment && rule.kind != ClashKind::Duplicate;
    Json out;
    out["name"] = rule.name;
    out["kind"] = to_string(rule.kind);
    out["severity"] = to_string(rule.severity);
    out["between"] = {rule.between.a, rule.between.b};
    out["limit"] = limited ? Json(rule.limit) : Json(nullptr);
    out["touching_counts"] =
        rule.kind == ClashKind::Clearance ? Json(rule.touching_counts) : Json(nullptr);
    out["pairs"] = from.pairs;
    out["clashes"] = from.clashes;
    out["within_tolerance"] = from.within_tolerance;
    return out;
}

Json json_region(const ClashRegion& region) {
    return {{"volume", region.volume},
            {"volume_error", region.volume_error},
            {"area_a", region.area_a},
            {"area_b", region.area_b},
            {"depth", region.depth},
            {"depth_at_most", region.depth_at_most},
            {"deepest_point", json_point(region.deepest_point)},
            {"surface_point", json_point(region.surface_point)},
            {"centroid", json_point(region.centroid)},
            {"box", json_box(region.box)}};
}

template <typename T, typename Make> Json json_list(const std::vector<T>& list, Make make) {
    Json out = Json::array();
    for (const T& entry : list) {
        out.push_back(make(entry));
    }
    return out;
}

void add_measures(Json& out, const Clash& clash) {
    out["within_facet_error"] = clash.within_facet_error;
    out["depth"] = value_or_null(clash.depth);
    out["depth_at_most"] = value_or_null(clash.depth_at_most);
    out["volume"] = value_or_null(clash.volume);
    out["area"] = value_or_null(clash.area);
    out["unmeasured"] = text_or_null(clash.unmeasured);
    out["distance"] = value_or_null(clash.distance);
    out["point"] = json_point(clash.point);
    out["normal"] = json_point(clash.normal);
    out["point_a"] = json_point(clash.point_a);
    out["point_b"] = json_point(clash.point_b);
    out["box"] = json_box(clash.box);
}

Json json_clash(const Clash& clash) {
    Json out;
    out["id"] = clash.id;
    out["rule"] = clash.rule;
    out["kind"] = to_string(clash.kind);
    out["severity"] = to_string(clash.severity);
    out["a"] = clash.a;
    out["b"] = clash.b == no_part ? Json(nullptr) : Json(clash.b);
    out["verdict"] = to_string(clash.verdict);
    out["compared"] = to_string(clash.compared);
    add_measures(out, clash);
    out["status"] = to_string(clash.status);
    out["assignee"] = clash.assignee;
    out["comment"] = clash.comment;
    out["group"] = value_or_null(clash.group);
    out["regions"] = json_list(clash.regions, json_region);
    return out;
}

Json json_group(const ClashGroup& group) {
    return {{"id", group.id},
            {"name", group.name},
            {"reason", to_string(group.reason)},
            {"explanation", group.explanation},
            {"clashes", group.clashes}};
}

Json json_gone(const GoneClash& gone) {
    Json out;
    out["id"] = gone.id;
    out["kind"] = to_string(gone.kind);
    out["severity"] = to_string(gone.severity);
    out["a"] = gone.a;
    out["b"] = gone.b;
    out["key_a"] = gone.key_a;
    out["key_b"] = gone.key_b;
    out["because"] = to_string(gone.because);
    out["status"] = to_string(gone.status);
    out["assignee"] = gone.assignee;
    out["comment"] = gone.comment;
    return out;
}

Json json_counts(const Report& report) {
    const ReportCounts counts = count_clashes(report);
    Json status;
    for (std::size_t i = 0; i < counts.by_status.size(); ++i) {
        status[to_string(static_cast<ClashStatus>(i))] = counts.by_status[i];
    }
    Json severity;
    for (std::size_t i = 0; i < counts.by_severity.size(); ++i) {
        severity[to_string(static_cast<Severity>(i))] = counts.by_severity[i];
    }
    Json kind;
    for (std::size_t i = 0; i < counts.by_kind.size(); ++i) {
        kind[to_string(static_cast<ClashKind>(i))] = counts.by_kind[i];
    }
    return {{"by_status", status},
            {"by_severity", severity},
            {"by_kind", kind},
            {"open", counts.open},
            {"within_facet_error", counts.within_facet_error}};
}

Json json_head(const Report& report) {
    Json out;
    out["format"] = "impinge-report";
    out["format_version"] = report_format_version;
    out["impinge_version"] = report.impinge_version;
    out["warnings"] = report.warnings;
    out["partial"] = report.partial;
    out["created"] = report.created;
    out["unit"] = report.unit ? Json(to_string(*report.unit)) : Json(nullptr);
    return out;
}

} // namespace

std::string report_json(const Report& report) {
    const auto pair = [](const auto& one) {
        return Json{{"a", one.a}, {"b", one.b}, {"reason", one.reason}};
    };
    Json out = json_head(report);
    out["inputs"] = json_list(report.inputs, [](const ReportInput& input) {
        return Json{{"file", input.file}, {"sha256", input.sha256}, {"bytes", input.bytes}};
    });
    out["parts"] = json_list(report.parts, json_part);
    out["rules"] = json_list(report.rules, json_rule);
    out["clashes"] = json_list(report.clashes, json_clash);
    out["groups"] = json_list(report.groups, json_group);
    out["ignored"] = json_list(report.ignored, pair);
    out["undecided"] = json_list(report.undecided, pair);
    out["unmatched_rules"] = json_list(report.unmatched_rules, [](const UnmatchedRule& one) {
        return Json{{"rule", one.rule}, {"reason", one.reason}};
    });
    out["gone"] = json_list(report.gone, json_gone);
    out["counts"] = json_counts(report);
    out["baseline"] = report.has_baseline;
    out["pairs_wished"] = report.pairs_wished;
    out["pairs_examined"] = report.pairs_examined;
    out["pairs_ignored"] = report.pairs_ignored;
    out["seconds"] = report.seconds;
    // Names need not be UTF-8; JSON has to be.
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string review_text(const Report& report) {
    Json out;
    out["format"] = "impinge-review";
    out["format_version"] = report_format_version;
    out["clashes"] = json_list(report.clashes, [&](const Clash& clash) {
        Json entry;
        entry["id"] = clash.id;
        entry["title"] = title_of(report, clash);
        entry["status"] = to_string(clash.status);
        entry["assignee"] = clash.assignee;
        entry["comment"] = clash.comment;
        return entry;
    });
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace impinge::inline v0::report
