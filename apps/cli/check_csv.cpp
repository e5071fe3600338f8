// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"
#include "io/csv_field.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

constexpr const char* header =
    "a,b,verdict,compared,crossing_pairs,touching_pairs,clearance,distance,"
    "point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,triangle_a,triangle_b,unit\n";

std::string nearest_fields(const std::optional<Distance>& nearest) {
    if (!nearest) {
        return ",,,,,,,,";
    }
    const Vec3d& a = nearest->point_a;
    const Vec3d& b = nearest->point_b;
    return fmt::format("{},{},{},{},{},{},{},{},{}", nearest->distance, a.x, a.y, a.z, b.x, b.y,
                       b.z, nearest->triangle_a, nearest->triangle_b);
}

} // namespace

std::string check_csv(const Examination& examination, Listed listed) {
    const char* unit = examination.unit ? symbol(*examination.unit) : "";
    std::string out = header;
    for_each_pair(examination, listed, [&](const AssemblyPair& pair) {
        const Interference& result = pair.interference;
        out +=
            fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(examination.bodies[pair.a].name),
                        csv_field(examination.bodies[pair.b].name), to_string(result.verdict),
                        to_string(result.compared), result.crossing_pairs, result.touching_pairs,
                        pair.clearance > 0 ? fmt::format("{}", pair.clearance) : "",
                        nearest_fields(pair.nearest), unit);
    });
    return out;
}

} // namespace impinge::cli
