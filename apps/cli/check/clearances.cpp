// SPDX-License-Identifier: Apache-2.0
#include "check/clearances.hpp"

#include "check/ask_pairs.hpp"
#include "io/text_output.hpp"

#include <array>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

constexpr std::size_t histogram_steps = 10;

bool comes_within(const AssemblyPair& pair) {
    return pair.clearance > 0 && pair.nearest && pair.nearest->distance <= pair.clearance;
}

/// Answers about all pairs that come within their clearance.
template <typename Answer, typename Ask>
Status ask_near_pairs(const Examination& examination, std::vector<Answer>& answers, const Ask& ask,
                      const Context& context) {
    auto found = ask_pairs<Answer>(
        examination.bodies, examination.answer.pairs, comes_within,
        [&](const AssemblyPair& pair, Answer& answer, const Context& part) -> Status {
            auto one = ask(examination.bodies[pair.a].body(), examination.bodies[pair.b].body(),
                           pair.clearance, part);
            if (!one) {
                return one.error();
            }
            answer.found = std::move(*one);
            return {};
        },
        context);
    if (!found) {
        return found.error();
    }
    answers = std::move(*found);
    return {};
}

std::string names_of(const Examination& examination, std::uint32_t a, std::uint32_t b) {
    return csv_field(examination.bodies[a].name) + "," + csv_field(examination.bodies[b].name);
}

const char* unit_of(const Examination& examination) {
    return examination.unit ? to_string(*examination.unit) : "";
}

std::string limit_rows(const SurfaceHistogram& surface, const std::string& before,
                       const char* unit) {
    std::string rows;
    for (const NearArea& near : surface.near) {
        rows += fmt::format("{},{},{},{},{},{},{}\n", before, near.limit, near.area, near.at_least,
                            near.at_most, surface.area, unit);
    }
    return rows;
}

} // namespace

Status list_near_triangles(Examination& examination, const Context& context) {
    return ask_near_pairs(
        examination, examination.near_triangles,
        [](const Body& a, const Body& b, double clearance, const Context& part) {
            return clearance_pairs(a, b, clearance, part);
        },
        context);
}

Status measure_histograms(Examination& examination, const Context& context) {
    return ask_near_pairs(
        examination, examination.histograms,
        [](const Body& a, const Body& b, double clearance, const Context& part) {
            std::array<double, histogram_steps> limits{};
            for (std::size_t i = 0; i < limits.size(); ++i) {
                limits[i] = clearance * static_cast<double>(i + 1) / histogram_steps;
            }
            limits.back() = clearance;
            return clearance_histogram(a, b, limits, {}, part);
        },
        context);
}

std::string near_triangles_csv(const Examination& examination) {
    std::string out = "a,b,triangle_a,triangle_b,distance,point_a_x,point_a_y,point_a_z,point_b_x,"
                      "point_b_y,point_b_z,unit\n";
    for (const PairNearTriangles& pair : examination.near_triangles) {
        const std::string names = names_of(examination, pair.a, pair.b);
        for (const NearTriangles& near : pair.found.pairs) {
            out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", names, near.triangle_a,
                               near.triangle_b, near.distance, near.point_a.x, near.point_a.y,
                               near.point_a.z, near.point_b.x, near.point_b.y, near.point_b.z,
                               unit_of(examination));
        }
    }
    return out;
}

std::string histogram_csv(const Examination& examination) {
    std::string out = "a,b,surface,limit,area,at_least,at_most,whole_area,unit\n";
    for (const PairHistogram& pair : examination.histograms) {
        const std::string names = names_of(examination, pair.a, pair.b);
        out += limit_rows(pair.found.of_a, names + ",a", unit_of(examination));
        out += limit_rows(pair.found.of_b, names + ",b", unit_of(examination));
    }
    return out;
}

} // namespace impinge::cli
