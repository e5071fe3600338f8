// SPDX-License-Identifier: Apache-2.0
#include "check/measure_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

Json json_depth(const RegionDepth& depth) {
    return {{"depth", depth.depth},
            {"at_most", depth.at_most},
            {"point", json_point(depth.point)},
            {"surface_point", json_point(depth.surface_point)}};
}

Json json_region(const OverlapRegion& region, double facets) {
    return {{"id", json_hash(region.id)},
            {"volume", region.volume},
            {"volume_error", region.volume_error},
            {"centroid", json_point(region.centroid)},
            {"box_min", json_point(region.box.min)},
            {"box_max", json_point(region.box.max)},
            {"area_a", region.area_a},
            {"area_b", region.area_b},
            {"triangles_a", region.triangles_a.size()},
            {"triangles_b", region.triangles_b.size()},
            {"curves", region.curves.size()},
            {"a_in_b", json_depth(region.a_in_b)},
            {"b_in_a", json_depth(region.b_in_a)},
            {"facets", facets}};
}

Json json_points(const std::vector<Vec3d>& points) {
    Json out = Json::array();
    for (const Vec3d point : points) {
        out.push_back(json_point(point));
    }
    return out;
}

Json json_patch(const ContactPatch& patch) {
    Json out{{"area", patch.area},
             {"normal", json_point(patch.normal)},
             {"centroid", json_point(patch.centroid)},
             {"outline", json_points(patch.outline)},
             {"holes", Json::array()}};
    for (const auto& hole : patch.holes) {
        out["holes"].push_back(json_points(hole));
    }
    return out;
}

Json json_contact(const ContactPatches& found) {
    Json out;
    out["measurable"] = to_string(found.measurable);
    out["reasons"] = found.reasons;
    for (const char* list : {"patches", "edges", "points"}) {
        out[list] = Json::array();
    }
    for (const ContactPatch& patch : found.patches) {
        out["patches"].push_back(json_patch(patch));
    }
    for (const TouchingEdge& edge : found.edges) {
        out["edges"].push_back(Json::array({json_point(edge.from), json_point(edge.to)}));
    }
    out["points"] = json_points(found.points);
    return out;
}

/// Where a pair touches; null where that was not asked for, or it does not.
void add_contact(Json& out, const Examination& examination, const AssemblyPair& pair) {
    const PairContact* contact = entry_of(examination.contacts, pair);
    const bool known = contact != nullptr && !contact->found.partial;
    out["contact_area"] = nullptr;
    if (known && contact->found.measurable == Measurable::Yes) {
        out["contact_area"] = contact->found.area;
    }
    out["contact"] = known ? json_contact(contact->found) : Json();
}

Json json_near_areas(const SurfaceHistogram& surface) {
    Json out{{"area", surface.area}, {"near", Json::array()}};
    for (const NearArea& near : surface.near) {
        out["near"].push_back({{"limit", near.limit},
                               {"area", near.area},
                               {"at_least", near.at_least},
                               {"at_most", near.at_most}});
    }
    return out;
}

} // namespace

Json json_histogram(const Examination& examination, const AssemblyPair& pair) {
    const PairHistogram* histogram = entry_of(examination.histograms, pair);
    if (histogram == nullptr || histogram->found.partial) {
        return nullptr;
    }
    return {{"of_a", json_near_areas(histogram->found.of_a)},
            {"of_b", json_near_areas(histogram->found.of_b)}};
}

void add_nearest(Json& out, const Examination& examination, const AssemblyPair& pair) {
    for (const char* field :
         {"clearance", "too_near", "distance", "point_a", "point_b", "triangle_a", "triangle_b"}) {
        out[field] = nullptr;
    }
    if (examination.wants_clearance(pair)) {
        out["clearance"] = pair.clearance;
        out["too_near"] = is_too_near(pair);
    }
    if (pair.nearest && std::isfinite(pair.nearest->distance)) {
        out["distance"] = pair.nearest->distance;
        out["point_a"] = json_point(pair.nearest->point_a);
        out["point_b"] = json_point(pair.nearest->point_b);
        out["triangle_a"] = pair.nearest->triangle_a;
        out["triangle_b"] = pair.nearest->triangle_b;
    }
}

Json json_overlap(const PairMeasure* measure) {
    if (measure == nullptr || measure->overlap.partial) {
        return nullptr;
    }
    const Overlap& overlap = measure->overlap;
    Json told;
    told["measurable"] = to_string(overlap.measurable);
    told["reasons"] = overlap.reasons;
    for (const char* field : {"volume", "area_a", "area_b", "depth", "at_most", "facets"}) {
        told[field] = nullptr;
    }
    told["regions"] = Json::array();
    if (!measure->known()) {
        return told;
    }
    told["volume"] = overlap.volume;
    told["area_a"] = overlap.area_a;
    told["area_b"] = overlap.area_b;
    const RegionDepth* deepest = measure->deepest();
    told["depth"] = deepest != nullptr ? deepest->depth : 0;
    told["at_most"] = measure->at_most();
    told["facets"] = measure->largest_facets();
    for (std::size_t i = 0; i < overlap.regions.size(); ++i) {
        told["regions"].push_back(json_region(overlap.regions[i], measure->facets[i]));
    }
    return told;
}

Json json_way_out(const std::optional<Separation>& way_out) {
    if (!way_out) {
        return nullptr;
    }
    return {{"kind", to_string(way_out->kind)},
            {"depth", way_out->distance},
            {"direction", json_point(way_out->direction)},
            {"lower_bound", way_out->at_least},
            {"verdict_after", to_string(way_out->verdict)}};
}

void add_measures(Json& out, const Examination& examination, const AssemblyPair& pair) {
    const auto tolerance = examination.measuring.tolerance_of(pair);
    const PairMeasure* measure = measure_of(examination, pair);
    out["tolerance"] = json_optional(tolerance);
    out["within_tolerance"] = nullptr;
    if (tolerance) {
        out["within_tolerance"] = is_within_tolerance(examination, pair);
    }
    const auto within_facet_error = is_within_facet_error(examination, pair);
    out["within_facet_error"] = within_facet_error ? Json(*within_facet_error) : Json(nullptr);
    out["overlap_volume"] = nullptr;
    if (measure != nullptr && measure->known()) {
        out["overlap_volume"] = measure->overlap.volume;
    }
    out["overlap"] = json_overlap(measure);
    out["penetration"] = measure != nullptr ? json_way_out(measure->way_out) : Json();
    add_contact(out, examination, pair);
}

} // namespace impinge::cli
