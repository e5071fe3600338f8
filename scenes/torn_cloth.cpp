// SPDX-License-Identifier: Apache-2.0
#include "scenes/torn_cloth.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/octahedral.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::scenes {
namespace {

constexpr double cloth_along = 9;
constexpr double cloth_across = 6;
constexpr double floor_height = -2.6;
constexpr double slack = 1.02;      ///< threads are a little longer than the frame asks for
constexpr double usual_cell = 0.25; ///< about that of a cloth of 1,600 triangles
constexpr std::uint32_t star_cuts = 16;
constexpr std::size_t places_along = 8;
constexpr std::size_t places_across = 5;

SceneBody fixed_body(std::string name, Mesh mesh, FaceRank rank) {
    SceneBody body{.name = std::move(name), .mesh = std::move(mesh)};
    body.rank = rank;
    return body;
}

Mesh wooden_frame() {
    constexpr double wide = 0.25;
    constexpr double thick = 0.12;
    constexpr double x = cloth_along / 2 + 0.02;
    constexpr double y = cloth_across / 2 + 0.02;
    return joined({box({-x - wide, -y - wide, -thick}, {x + wide, -y, thick}),
                   box({-x - wide, y, -thick}, {x + wide, y + wide, thick}),
                   box({-x - wide, -y, -thick}, {-x, y, thick}),
                   box({x, -y, -thick}, {x + wide, y, thick})});
}

GridSize cells_of(const TornClothParameters& parameters) {
    return grid_size(parameters.triangles, cloth_along / cloth_across, {12, 8});
}

double cell_size(const TornClothParameters& parameters) {
    return cloth_along / cells_of(parameters).along;
}

/// A sweep over the threads hands a pull on by a cell or a little more. Sub-steps are so short that
/// a wave of the cloth goes no farther meanwhile; what pulls at a fine cloth is then felt as far
/// away as in a coarse one.
StepRules rules_for(const TornClothParameters& parameters) {
    StepRules rules{.steps_per_frame = 8,
                    .iterations = 1,
                    .slop = 0.004,
                    .max_push = 0.015,
                    .friction = 0.4,
                    .max_speed = 6,
                    .damping = 0.4};
    const SheetRules cloth;
    const double wave_speed = std::sqrt(1 / (cloth.stretch_compliance * cloth.weight));
    const double cells_a_step = rules.step_seconds() * wave_speed / cell_size(parameters);
    rules.sub_steps = std::max(4, static_cast<int>(std::ceil(cells_a_step)));
    return rules;
}

/// Near the end of a tear the stretch grows as one over the root of the distance, and threads see
/// it at the size of a cell. With a limit that grows in the same way, tears go on under the same
/// load in a fine cloth as in a coarse one (the crack band of Bazant and Oh 1983: the same energy
/// for each metre torn).
SheetRules sheet_rules_for(const TornClothParameters& parameters) {
    const double cell = cell_size(parameters);
    SheetRules rules{.shortest_torn = 0.3 * cell};
    rules.tears_at = 1 + (parameters.tears_at - 1) * std::sqrt(usual_cell / cell);
    rules.bend_compliance *= cell / usual_cell;
    return rules;
}

/// Places of a grid in an order that leaves no corner of the cloth alone for long.
std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) {
        order[i] = i;
    }
    for (std::size_t i = count; i > 1; --i) {
        std::swap(order[i - 1], order[random.below(i)]);
    }
    return order;
}

} // namespace

TornCloth::TornCloth(const TornClothParameters& parameters) : MovingScene(rules_for(parameters)) {
    bodies_.push_back(fixed_body("floor", box({-9, -7, floor_height - 0.4}, {9, 7, floor_height}),
                                 FaceRank::Ground));
    bodies_.push_back(fixed_body("frame", wooden_frame(), FaceRank::Wall));
    add_cloth(parameters);
    add_falling(parameters);
}

void TornCloth::add_cloth(const TornClothParameters& parameters) {
    const auto [cells_along, cells_across] = cells_of(parameters);
    const double roughness = 0.008 * cell_size(parameters);
    Random random(parameters.seed);
    SceneBody body;
    body.name = "cloth";
    body.moved_by = MovedBy::Sheet;
    body.rank = FaceRank::Sheet;
    std::vector<MaterialPoint> material;
    std::vector<bool> fixed;
    for (std::uint32_t row = 0; row <= cells_across; ++row) {
        for (std::uint32_t column = 0; column <= cells_along; ++column) {
            const double u = cloth_along * (static_cast<double>(column) / cells_along - 0.5);
            const double v = cloth_across * (static_cast<double>(row) / cells_across - 0.5);
            const bool border =
                row == 0 || row == cells_across || column == 0 || column == cells_along;
            // Waves, or the slack would find no side to go to.
            const double wave = sine_cosine(2.1 * u + 0.7 * v).sine * sine_cosine(1.7 * v).sine;
            const double inside = std::min(
                1.0, std::min(cloth_along / 2 - std::abs(u), cloth_across / 2 - std::abs(v)));
            const double lift =
                border ? 0 : 0.08 * inside * wave + random.uniform(-roughness, roughness);
            body.mesh.positions.push_back({u, v, lift});
            material.push_back({slack * u, slack * v});
            fixed.push_back(border);
        }
    }
    for (std::uint32_t row = 0; row < cells_across; ++row) {
        for (std::uint32_t column = 0; column < cells_along; ++column) {
            const std::uint32_t at = row * (cells_along + 1) + column;
            const std::uint32_t above = at + cells_along + 1;
            if ((row + column) % 2 == 0) {
                body.mesh.triangles.push_back({at, at + 1, above + 1});
                body.mesh.triangles.push_back({at, above + 1, above});
            } else {
                body.mesh.triangles.push_back({at, at + 1, above});
                body.mesh.triangles.push_back({at + 1, above + 1, above});
            }
        }
    }
    body.velocities.resize(body.mesh.positions.size());
    sheet_ = Sheet(sheet_rules_for(parameters), std::move(material), std::move(fixed));
    sheet_.weave(body);
    for (int i = 0; i < 60; ++i) { // the slack finds its folds before anything moves
        sheet_.hold(body, rules_.step_seconds());
    }
    bodies_.push_back(std::move(body));
}

void TornCloth::add_falling(const TornClothParameters& parameters) {
    Random random(parameters.seed + 1);
    const std::vector<std::size_t> places = shuffled(places_along * places_across, random);
    for (std::size_t i = 0; i < parameters.bodies; ++i) {
        const double size = random.uniform(0.3, 0.42);
        const Vec3d tips = i % 3 == 0   ? Vec3d{0.6, 0.6, 1.5} * size  // a dart
                           : i % 3 == 1 ? Vec3d{1, 1, 1} * size        // a caltrop
                                        : Vec3d{1.2, 1.2, 0.7} * size; // a throwing star
        SceneBody body = rigid_body("falling-" + std::to_string(i),
                                    thorny_star(tips, 0.36 * size, star_cuts), 3);
        const std::size_t place = places[i % places.size()];
        const double x = static_cast<double>(place % places_along) - 3.5;
        const double y = static_cast<double>(place / places_along) - 2;
        const Vec3d aside{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), 0};
        body.motion.centre = Vec3d{x * 1.05, y * 1.1, 1.2 + 0.42 * static_cast<double>(i)} + aside;
        const double angle = random.uniform(0, 0.6);
        body.motion.orientation = turned({}, random.direction() * angle);
        body.motion.velocity = {0, 0, -4};
        const double turns = random.uniform(0, 2);
        body.motion.spin = random.direction() * turns;
        body.pose = body.motion.pose();
        bodies_.push_back(std::move(body));
    }
}

Expected<TornCloth> TornCloth::make(const TornClothParameters& parameters, const Context& context) {
    if (parameters.triangles < 400 || parameters.triangles > 1'000'000) {
        return Error{ErrorCode::InvalidArgument, "triangles: must be from 400 to 1000000"};
    }
    if (parameters.bodies > 400) {
        return Error{ErrorCode::InvalidArgument, "bodies: must be at most 400"};
    }
    if (!(parameters.tears_at > 1)) {
        return Error{ErrorCode::InvalidArgument, "tears_at: must be above 1"};
    }
    TornCloth scene(parameters);
    if (Status status = scene.use_contacts(exact_contacts, context); !status) {
        return status.error();
    }
    return scene;
}

} // namespace impinge::scenes
