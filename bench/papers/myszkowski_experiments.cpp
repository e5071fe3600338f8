// SPDX-License-Identifier: Apache-2.0
//
// The scenes of figure 3 and the teeth of figure 5, at the sizes of section 8.
#include "bench/papers/myszkowski.hpp"
#include "scenes/catalogue.hpp"
#include "scenes/teeth.hpp"

#include <algorithm>
#include <array>

namespace impinge::bench {
namespace {

using imagespace::Method;

constexpr double table_triangles = 160e3;
constexpr double teeth_triangles = 110e3;
constexpr Vec3d down{0, 0, -1};

/// A scene of figure 3 with the algorithm that the paper ran on it.
struct Figure {
    const char* name;
    const char* scene;
    Method method;
};
constexpr std::array figures{
    Figure{"3a", "block-and-comb", Method::DepthParity},
    Figure{"3b", "two-hooks", Method::DepthMinmax},
    Figure{"3c", "two-combs", Method::Cascade},
};

std::shared_ptr<const SolidPair> pair_of(const Figure& figure, std::size_t triangles) {
    Scene scene = make_scene(figure.scene, {.triangles = triangles}).value();
    return std::make_shared<SolidPair>(figure.scene, std::move(scene.bodies[0].mesh),
                                       std::move(scene.bodies[1].mesh));
}

Experiment experiment_of(const char* part, const Figure& figure, std::size_t triangles) {
    return {.part = part,
            .name = figure.name,
            .pair = pair_of(figure, triangles),
            .direction = down,
            .method = figure.method};
}

void add_table(const Plan& plan, std::vector<Experiment>& all) {
    for (const Figure& figure : figures) {
        all.push_back(experiment_of("table1", figure, plan.triangles(table_triangles)));
    }
}

void add_teeth(const Plan& plan, std::vector<Experiment>& all) {
    scenes::Teeth teeth = scenes::five_teeth({.triangles = plan.triangles(teeth_triangles)});
    const auto pair =
        std::make_shared<SolidPair>("five-teeth", std::move(teeth.upper), std::move(teeth.lower));
    for (const scenes::TeethStage& stage : scenes::teeth_stages()) {
        all.push_back({.part = "teeth",
                       .name = stage.name,
                       .pair = pair,
                       .pose_b = stage.lower,
                       .direction = stage.direction});
    }
}

void add_triangle_counts(const Plan& plan, std::vector<Experiment>& all) {
    for (double triangles = 10e3; triangles <= 1280e3; triangles *= 2) {
        for (const Figure& figure : figures) {
            all.push_back(experiment_of("triangles", figure, plan.triangles(triangles)));
        }
    }
}

void add_resolutions(const Plan& plan, std::vector<Experiment>& all) {
    for (const Figure& figure : figures) {
        const auto pair = pair_of(figure, plan.triangles(table_triangles));
        for (const int resolution : {128, 256, 512, 1024, 2048}) {
            all.push_back({.part = "resolution",
                           .name = figure.name,
                           .pair = pair,
                           .direction = down,
                           .method = figure.method,
                           .resolution = resolution});
        }
    }
}

} // namespace

SolidPair::SolidPair(std::string name, Mesh first, Mesh second)
    : scene(std::move(name)), a(std::move(first)), b(std::move(second)),
      diagnosis_a(diagnose(a.view()).value()), diagnosis_b(diagnose(b.view()).value()) {}

bool Plan::wants(const std::string& part) const {
    return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::vector<Experiment> experiments(const Plan& plan) {
    struct Part {
        const char* name;
        void (*add)(const Plan&, std::vector<Experiment>&);
    };
    std::vector<Experiment> all;
    for (const Part& part :
         {Part{"table1", add_table}, Part{"teeth", add_teeth},
          Part{"triangles", add_triangle_counts}, Part{"resolution", add_resolutions}}) {
        if (plan.wants(part.name)) {
            part.add(plan, all);
        }
    }
    return all;
}

} // namespace impinge::bench
