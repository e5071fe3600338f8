// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"
#include "io/text_output.hpp"
#include "sampled_edge_rays.hpp"

#include <fmt/format.h>

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

constexpr const char* edge_ray_header =
    "a,b,verdict,certainty,decided_by,edge_points_a,edge_points_b,pixel_size,unit\n";

template <typename Number> std::string number_text(std::optional<Number> number) {
    return number ? fmt::format("{}", *number) : "";
}

/// Of a pair that edge rays were asked about. Without a verdict if they could not tell.
std::string edge_ray_row(const Examination& examination, const AssemblyPair& pair) {
    const MethodAnswer* answer = sampled_answer(examination, pair);
    const bool told = answer == nullptr || !answer->could_not_tell();
    const EdgeRayShare share = answer != nullptr ? *answer->edge_rays : EdgeRayShare{};
    const auto pixel_size = answer != nullptr ? answer->pixel_size() : std::nullopt;
    return fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(examination.bodies[pair.a].name),
                       csv_field(examination.bodies[pair.b].name),
                       told ? to_string(pair.interference.verdict) : "",
                       to_string(pair.interference.certainty),
                       answer != nullptr ? name_of(share.decided_by) : "boxes",
                       number_text(share.points_of_a), number_text(share.points_of_b),
                       number_text(pixel_size), examination.unit ? symbol(*examination.unit) : "");
}

std::string edge_ray_csv(const Examination& examination, Listed listed) {
    std::string out = edge_ray_header;
    for_each_pair(examination, listed,
                  [&](const AssemblyPair& pair) { out += edge_ray_row(examination, pair); });
    return out;
}

} // namespace

std::string check_csv(const Examination& examination, Listed listed) {
    if (examination.sampled) { // of the others only edge rays write rows
        return edge_ray_csv(examination, listed);
    }
    const char* unit = examination.unit ? symbol(*examination.unit) : "";
    std::string out = header;
    for_each_pair(examination, listed, [&](const AssemblyPair& pair) {
        const Interference& result = pair.interference;
        out += fmt::format(
            "{},{},{},{},{},{},{},{},{},{}\n", csv_field(examination.bodies[pair.a].name),
            csv_field(examination.bodies[pair.b].name), to_string(result.verdict),
            to_string(result.compared), result.crossing_pairs, result.touching_pairs,
            examination.wants_clearance(pair) ? fmt::format("{}", pair.clearance) : "",
            nearest_fields(pair.nearest), unit, to_string(result.decision));
    });
    return out;
}

} // namespace impinge::cli
