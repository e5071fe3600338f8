// SPDX-License-Identifier: Apache-2.0
#include "cad_files.hpp"
#include "reading.hpp"

#include <BRep_Builder.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS_Compound.hxx>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <thread>

namespace impinge::cad_test {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<std::string> names_of(const FileBodies& file) {
    std::vector<std::string> names;
    for (const FileBody& body : file.bodies) {
        names.push_back(body.name);
    }
    return names;
}

/// The volume between a surface and one that stands off it by the error.
double slack(const FileBody& body) { return 1.01 * area(*body.mesh) * body.facts.chord_error; }

TEST(Step, EachUnitHasItsOwnNumbers) {
    const std::array units = {std::tuple{"MM", LengthUnit::Millimetre, 1.0},
                              std::tuple{"CM", LengthUnit::Centimetre, 0.1},
                              std::tuple{"M", LengthUnit::Metre, 0.001},
                              std::tuple{"INCH", LengthUnit::Inch, 1 / 25.4}};
    for (const auto& [name, unit, factor] : units) {
        const FileBodies file =
            read(step_file({.name = "brick", .shape = box(30, 20, 10)}, name), "brick.step");
        ASSERT_EQ(file.bodies.size(), 1u) << name;
        EXPECT_EQ(file.unit, unit);
        const FileBody& brick = file.bodies.front();
        EXPECT_EQ(brick.mesh->triangles.size(), 12u);
        EXPECT_EQ(brick.mesh->positions.size(), 8u);
        EXPECT_NEAR(volume(*brick.mesh), 6000 * std::pow(factor, 3), 1e-8 * std::pow(factor, 3))
            << name;
        EXPECT_LE(brick.facts.chord_error, 1e-12) << "a box has no curved face";
    }
}

TEST(Step, EverySchemaIsRead) {
    for (const char* schema : {"AP203", "AP214IS", "AP242DIS"}) {
        const std::string text = step_file({.name = "rod", .shape = cylinder(5, 40)}, "MM", schema);
        const FileBodies file = read(text, "rod.stp");
        ASSERT_EQ(names_of(file), std::vector<std::string>{"rod"}) << schema;
        EXPECT_TRUE(is_closed(*file.bodies[0].mesh));
        EXPECT_EQ(file.bodies[0].facts.kind, BodyKind::Solid);
    }
}

TEST(Step, TheFormatIsToldFromTheBytes) {
    const std::string text = step_file({.name = "brick", .shape = box(1, 2, 3)});
    EXPECT_EQ(read(text, "brick.stl").bodies.size(), 1u);
    EXPECT_EQ(read("\n  " + text, "brick").bodies.size(), 1u);
}

TEST(Step, AssembliesGiveNamesPlacesAndInstances) {
    const Product bolt{
        .name = "bolt", .shape = cylinder(2, 12), .colour = VertexColour{200, 40, 10}};
    const Product shaft{.name = "shaft", .shape = cylinder(5, 60)};
    const Product pair{.name = "bolts",
                       .components = {{&bolt, moved_by(0, 0, 0)}, {&bolt, moved_by(20, 0, 0)}}};
    const Product drive{.name = "drive",
                        .components = {{&shaft, moved_by(0, 0, 100)},
                                       {&pair, moved_by(0, 50, 0)},
                                       {&pair, moved_by(0, 90, 0)}}};
    const FileBodies file = read(step_file(drive), "drive.step");
    EXPECT_EQ(names_of(file),
              (std::vector<std::string>{"drive/shaft", "drive/bolts/bolt", "drive/bolts/bolt#2",
                                        "drive/bolts#2/bolt", "drive/bolts#2/bolt#2"}));
    ASSERT_EQ(file.bodies.size(), 5u);
    for (std::size_t i = 1; i < 5; ++i) {
        EXPECT_EQ(file.bodies[i].mesh, file.bodies[1].mesh) << "an instance is meshed once";
        EXPECT_EQ(file.bodies[i].facts.part, "bolt");
        ASSERT_TRUE(file.bodies[i].facts.colour);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            EXPECT_NEAR((*file.bodies[i].facts.colour)[channel], (*bolt.colour)[channel], 1);
        }
    }
    EXPECT_EQ(file.bodies[0].facts.part, "shaft");
    EXPECT_FALSE(file.bodies[0].facts.colour);
    EXPECT_EQ(apply(file.bodies[0].pose, {0, 0, 0}), (Vec3d{0, 0, 100}));
    EXPECT_EQ(apply(file.bodies[4].pose, {1, 0, 0}), (Vec3d{21, 90, 0}));
}

TEST(Step, ACylinderHasTheErrorOfItsChords) {
    constexpr double radius = 12;
    constexpr double height = 7;
    const FileBodies file =
        read(step_file({.name = "disc", .shape = cylinder(radius, height)}), "disc.step");
    ASSERT_EQ(file.bodies.size(), 1u);
    const FileBody& disc = file.bodies[0];
    EXPECT_TRUE(is_closed(*disc.mesh));
    std::size_t on_rim = 0;
    for (const Vec3d& p : disc.mesh->positions) {
        on_rim += p.z == 0 && std::abs(std::hypot(p.x, p.y) - radius) < 1e-9 ? 1 : 0;
    }
    ASSERT_GE(on_rim, 30u) << "twelve degrees at most";
    const double sagitta = radius * (1 - std::cos(pi / static_cast<double>(on_rim)));
    EXPECT_NEAR(disc.facts.chord_error, sagitta, 1e-9 * radius);
    EXPECT_NEAR(volume(*disc.mesh), pi * radius * radius * height, slack(disc));
    EXPECT_GT(slack(disc), 0);
}

/// How far the triangles of a mesh reach into the sphere about the origin that its vertices lie on,
/// by looking at many points of each.
double sphere_error(const Mesh& mesh, double radius) {
    constexpr int steps = 24;
    double error = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        for (int i = 0; i <= steps; ++i) {
            for (int j = 0; i + j <= steps; ++j) {
                const Vec3d p = (mesh.positions[a] * i + mesh.positions[b] * j +
                                 mesh.positions[c] * (steps - i - j)) *
                                (1.0 / steps);
                error = std::max(error, std::abs(radius - length(p)));
            }
        }
    }
    return error;
}

TEST(Step, ASphereIsClosedAtItsPolesAndItsErrorIsMeasured) {
    for (const double deflection : {0.5, 0.05}) {
        const FileBodies file = read(step_file({.name = "ball", .shape = sphere(10)}), "ball.step",
                                     {.deflection = deflection});
        ASSERT_EQ(file.bodies.size(), 1u);
        const FileBody& ball = file.bodies[0];
        EXPECT_TRUE(is_closed(*ball.mesh));
        const double seen = sphere_error(*ball.mesh, 10);
        EXPECT_GE(ball.facts.chord_error, 0.95 * seen);
        EXPECT_LE(ball.facts.chord_error, 1.05 * seen);
        EXPECT_NEAR(volume(*ball.mesh), 4.0 / 3 * pi * 1000, slack(ball));
        EXPECT_LE(seen, 3 * deflection) << "OpenCASCADE takes it as a wish";
    }
}

TEST(Step, DeflectionsAreWhatTheUserWants) {
    const std::string text = step_file({.name = "rod", .shape = cylinder(50, 10)}, "M");
    const auto error_of = [&](const CadOptions& cad) {
        return read(text, "rod.step", cad).bodies.at(0).facts.chord_error;
    };
    const double coarse = error_of({.deflection = 0.005, .angular_deflection_degrees = 60});
    const double fine = error_of({.deflection = 0.0001, .angular_deflection_degrees = 60});
    EXPECT_LE(fine, 0.0001);
    EXPECT_GT(coarse, 10 * fine);
    EXPECT_LE(coarse, 0.005);
    // The same length in another unit than the file's.
    EXPECT_EQ(fine, error_of({.deflection = 0.1,
                              .deflection_unit = LengthUnit::Millimetre,
                              .angular_deflection_degrees = 60}));
    EXPECT_LT(error_of({.deflection = 0.005, .angular_deflection_degrees = 3}), coarse / 10);
}

TEST(Step, AFilletedHousingIsOneClosedSolidWithACavity) {
    constexpr double side = 40;
    constexpr double wall = 6;
    constexpr double r = 4;
    const FileBodies file =
        read(step_file({.name = "housing", .shape = filleted_housing(side, wall, r)}), "h.step");
    ASSERT_EQ(file.bodies.size(), 1u);
    const FileBody& housing = file.bodies[0];
    EXPECT_TRUE(is_closed(*housing.mesh));
    const double flat = side - 2 * r;
    const double rounded =
        flat * flat * flat + 6 * flat * flat * r + 3 * pi * r * r * flat + 4.0 / 3 * pi * r * r * r;
    EXPECT_NEAR(volume(*housing.mesh), rounded - std::pow(side - 2 * wall, 3), slack(housing));
    EXPECT_LT(slack(housing), 0.05 * rounded);
}

TEST(Step, SolidsOfOnePartAreBodiesOfTheirOwnAndFacesThatBoundNoneAreSurfaces) {
    TopoDS_Compound both;
    BRep_Builder builder;
    builder.MakeCompound(both);
    builder.Add(both, box(1, 1, 1));
    builder.Add(both, cylinder(3, 5));
    const TopoDS_Shape open = box(2, 2, 2);
    builder.Add(both, TopExp_Explorer(open, TopAbs_FACE).Current());
    const FileBodies file = read(step_file({.name = "part", .shape = both}), "part.step");
    ASSERT_EQ(file.bodies.size(), 3u);
    std::multiset<BodyKind> kinds;
    for (const FileBody& body : file.bodies) {
        kinds.insert(body.facts.kind);
        EXPECT_EQ(is_closed(*body.mesh), body.facts.kind == BodyKind::Solid);
        EXPECT_TRUE(body.name.starts_with("part/")) << body.name;
    }
    EXPECT_EQ(kinds.count(BodyKind::Solid), 2u);
    EXPECT_EQ(kinds.count(BodyKind::Surface), 1u);
}

TEST(Step, EveryReadingGivesTheSameBits) {
    const std::string text = step_file({.name = "h", .shape = filleted_housing(30, 5, 3)});
    const FileBodies first = read(text, "h.step");
    std::array<FileBodies, 3> others;
    std::vector<std::thread> threads;
    for (FileBodies& other : others) {
        threads.emplace_back([&] { other = read(text, "h.step"); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const FileBodies& other : others) {
        ASSERT_EQ(other.bodies.size(), first.bodies.size());
        EXPECT_EQ(other.bodies[0].mesh->positions, first.bodies[0].mesh->positions);
        EXPECT_EQ(other.bodies[0].mesh->triangles, first.bodies[0].mesh->triangles);
        EXPECT_EQ(other.bodies[0].facts, first.bodies[0].facts);
    }
}

TEST(Iges, SolidsAndUnitsAreRead) {
    for (const auto& [name, unit, factor] : {std::tuple{"MM", LengthUnit::Millimetre, 1.0},
                                             std::tuple{"INCH", LengthUnit::Inch, 1 / 25.4}}) {
        const FileBodies file = read(iges_file(cylinder(10, 20), name), "rod.igs");
        ASSERT_EQ(file.bodies.size(), 1u);
        EXPECT_EQ(file.unit, unit);
        EXPECT_EQ(file.bodies[0].facts.kind, BodyKind::Solid);
        EXPECT_TRUE(is_closed(*file.bodies[0].mesh));
        EXPECT_NEAR(volume(*file.bodies[0].mesh), 2000 * pi * std::pow(factor, 3),
                    slack(file.bodies[0]));
    }
}

TEST(Iges, FacesThatFitTogetherAreSewnToASolid) {
    const FileBodies file = read(iges_file_of_faces(box(10, 20, 30)), "box.iges");
    ASSERT_EQ(file.bodies.size(), 1u);
    EXPECT_EQ(file.bodies[0].facts.kind, BodyKind::Solid);
    EXPECT_TRUE(is_closed(*file.bodies[0].mesh));
    EXPECT_NEAR(volume(*file.bodies[0].mesh), 6000, 1e-6);
}

TEST(Brep, InstancesShareAMeshAndThereIsNoUnit) {
    const TopoDS_Shape rod = cylinder(3, 8);
    TopoDS_Compound both;
    BRep_Builder builder;
    builder.MakeCompound(both);
    builder.Add(both, rod);
    builder.Add(both, rod.Located(TopLoc_Location(moved_by(0, 0, 20))));
    const FileBodies file = read(brep_file(both), "rods.brep");
    ASSERT_EQ(file.bodies.size(), 2u);
    EXPECT_EQ(file.bodies[0].mesh, file.bodies[1].mesh);
    EXPECT_EQ(file.bodies[0].facts.part, file.bodies[1].facts.part);
    EXPECT_EQ(names_of(file), (std::vector<std::string>{"solid", "solid#2"}));
    EXPECT_FALSE(file.unit);
    EXPECT_EQ(apply(file.bodies[1].pose, {0, 0, 0}), (Vec3d{0, 0, 20}));
    EXPECT_TRUE(is_closed(*file.bodies[0].mesh));
}

TEST(Brep, TrianglesThatTheFileStoresDoNotCount) {
    const FileBodies fine = read(brep_file(sphere(10)), "ball.brep", {.deflection = 0.01});
    const FileBodies coarse = read(brep_file(sphere(10)), "ball.brep",
                                   {.deflection = 1, .angular_deflection_degrees = 40});
    EXPECT_GT(fine.bodies.at(0).mesh->triangles.size(),
              4 * coarse.bodies.at(0).mesh->triangles.size());
}

} // namespace
} // namespace impinge::cad_test
