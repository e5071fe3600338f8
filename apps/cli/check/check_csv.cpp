// SPDX-License-Identifier: Apache-2.0
#include "check/check_csv.hpp"

#include "io/text_output.hpp"
#include "sampled/edge_rays.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

constexpr const char* header =
    "a,b,verdict,compared,crossing_pairs,touching_pairs,clearance,distance,"
    "point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,triangle_a,triangle_b,unit,"
    "decision\n";

std::string nearest_fields(const std::optional<Distance>& nearest) {
    if (!nearest) {
        return ",,,,,,,,";
    }
    const Vec3d& a = nearest->point_a;
    const Vec3d& b = nearest->point_b;
    return fmt::format("{},{},{},{},{},{},{},{},{}", nearest->distance, a.x, a.y, a.z, b.x, b.y,
                       b.z, nearest->triangle_a, nearest->triangle_b);
}

/// What is added to the header if overlaps were measured.
constexpr const char* overlap_header =
    ",overlap_volume,overlap_area_a,overlap_area_b,regions,depth,depth_at_most,"
    "deepest_x,deepest_y,deepest_z,within_tolerance,tolerance,facets,"
    "penetration_kind,penetration,direction_x,direction_y,direction_z,penetration_at_least,"
    "contact_area\n";

template <typename Number> std::string number_text(std::optional<Number> number) {
    return number ? fmt::format("{}", *number) : "";
}

std::string vector_fields(Vec3d v) { return fmt::format("{},{},{}", v.x, v.y, v.z); }

std::string known_overlap_fields(const PairMeasure& measure) {
    const Overlap& overlap = measure.overlap;
    const RegionDepth* deepest = measure.deepest();
    return fmt::format(",{},{},{},{},{},{},{}", overlap.volume, overlap.area_a, overlap.area_b,
                       overlap.regions.size(), deepest != nullptr ? deepest->depth : 0,
                       measure.at_most(),
                       deepest != nullptr ? vector_fields(deepest->point) : ",,");
}

std::string way_out_fields(const PairMeasure* measure) {
    if (measure == nullptr || !measure->way_out) {
        return ",,,,,,";
    }
    const Separation& way_out = *measure->way_out;
    return fmt::format(",{},{},{},{}", to_string(way_out.kind), way_out.distance,
                       vector_fields(way_out.direction), way_out.at_least);
}

std::string contact_field(const Examination& examination, const AssemblyPair& pair) {
    const PairContact* contact = entry_of(examination.contacts, pair);
    const bool known = contact != nullptr && contact->found.measurable == Measurable::Yes;
    return known ? fmt::format(",{}", contact->found.area) : ",";
}

std::string overlap_fields(const Examination& examination, const AssemblyPair& pair) {
    const PairMeasure* measure = measure_of(examination, pair);
    const auto tolerance = examination.measuring.tolerance_of(pair);
    const char* within = !tolerance                               ? ""
                         : is_within_tolerance(examination, pair) ? "true"
                                                                  : "false";
    const bool known = measure != nullptr && measure->known();
    return (known ? known_overlap_fields(*measure) : ",,,,,,,,,") +
           fmt::format(",{},{},{}", within, number_text(tolerance),
                       known ? fmt::format("{}", measure->largest_facets()) : "") +
           way_out_fields(measure) + contact_field(examination, pair);
}

constexpr const char* edge_ray_header =
    "a,b,verdict,certainty,decided_by,edge_points_a,edge_points_b,pixel_size,unit\n";

/// Of a pair that edge rays were asked about. Without a verdict if they could not tell.
std::string edge_ray_row(const Examination& examination, const AssemblyPair& pair) {
    const MethodAnswer* answer = sampled_answer(examination, pair);
    const bool told = answer == nullptr || !answer->could_not_tell();
    const EdgeRayShare share = answer != nullptr ? *answer->edge_rays : EdgeRayShare{};
    const auto pixel_size = answer != nullptr ? answer->pixel_size() : std::nullopt;
    return fmt::format(
        "{},{},{},{},{},{},{},{},{}\n", csv_field(examination.bodies[pair.a].name),
        csv_field(examination.bodies[pair.b].name),
        told ? to_string(pair.interference.verdict) : "", to_string(pair.interference.certainty),
        answer != nullptr ? to_string(share.decided_by) : "boxes", number_text(share.points_of_a),
        number_text(share.points_of_b), number_text(pixel_size),
        examination.unit ? to_string(*examination.unit) : "");
}

std::string edge_ray_csv(const Examination& examination, Listed listed) {
    std::string out = edge_ray_header;
    for_each_pair(examination, listed,
                  [&](const AssemblyPair& pair) { out += edge_ray_row(examination, pair); });
    return out;
}

} // namespace

std::string check_csv_header(const Examination& examination) {
    std::string out = header;
    if (examination.measuring.wanted()) {
        out.pop_back();
        out += overlap_header;
    }
    return out;
}

std::string check_csv_rows(const Examination& examination, Listed listed,
                           const std::string& before) {
    const char* unit = examination.unit ? to_string(*examination.unit) : "";
    std::string out;
    for_each_pair(examination, listed, [&](const AssemblyPair& pair) {
        const Interference& result = pair.interference;
        const Verdict verdict =
            is_within_tolerance(examination, pair) ? Verdict::Touching : result.verdict;
        out +=
            fmt::format("{}{},{},{},{},{},{},{},{},{},{}{}\n", before,
                        csv_field(examination.bodies[pair.a].name),
                        csv_field(examination.bodies[pair.b].name), to_string(verdict),
                        to_string(result.compared), result.crossing_pairs, result.touching_pairs,
                        examination.wants_clearance(pair) ? fmt::format("{}", pair.clearance) : "",
                        nearest_fields(pair.nearest), unit, to_string(result.decision),
                        examination.measuring.wanted() ? overlap_fields(examination, pair) : "");
    });
    return out;
}

std::string check_csv(const Examination& examination, Listed listed) {
    if (examination.sampled) { // of the others only edge rays write rows
        return edge_ray_csv(examination, listed);
    }
    return check_csv_header(examination) + check_csv_rows(examination, listed);
}

namespace {

constexpr const char* region_header =
    "a,b,region,id,volume,volume_error,centroid_x,centroid_y,centroid_z,min_x,min_y,min_z,max_x,"
    "max_y,max_z,area_a,area_b,triangles_a,triangles_b,a_in_b_depth,a_in_b_at_most,a_in_b_x,"
    "a_in_b_y,a_in_b_z,b_in_a_depth,b_in_a_at_most,b_in_a_x,b_in_a_y,b_in_a_z,facets,unit\n";

std::string depth_fields(const RegionDepth& depth) {
    return fmt::format("{},{},{}", depth.depth, depth.at_most, vector_fields(depth.point));
}

std::string region_fields(const OverlapRegion& region) {
    return fmt::format("{:016x},{},{},{},{},{},{},{},{},{},{},{}", region.id, region.volume,
                       region.volume_error, vector_fields(region.centroid),
                       vector_fields(region.box.min), vector_fields(region.box.max), region.area_a,
                       region.area_b, region.triangles_a.size(), region.triangles_b.size(),
                       depth_fields(region.a_in_b), depth_fields(region.b_in_a));
}

} // namespace

std::string regions_csv(const Examination& examination) {
    const char* unit = examination.unit ? to_string(*examination.unit) : "";
    std::string out = region_header;
    for (const PairMeasure& measure : examination.measures) {
        for (std::size_t i = 0; i < measure.overlap.regions.size(); ++i) {
            out += fmt::format("{},{},{},{},{},{}\n", csv_field(examination.bodies[measure.a].name),
                               csv_field(examination.bodies[measure.b].name), i,
                               region_fields(measure.overlap.regions[i]), measure.facets[i], unit);
        }
    }
    return out;
}

} // namespace impinge::cli
