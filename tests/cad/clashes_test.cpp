// SPDX-License-Identifier: Apache-2.0
//
// Assemblies whose clashes are known, from the file to the depth: as deep as made, but for the
// chord errors that are stated.
#include "cad_files.hpp"
#include "impinge/overlap.hpp"
#include "impinge/scene_file.hpp"
#include "reading.hpp"

#include <gp_Ax1.hxx>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <unistd.h>

namespace impinge::cad_test {
namespace {

double deepest(const Overlap& overlap) {
    double depth = 0;
    for (const OverlapRegion& region : overlap.regions) {
        depth = std::max({depth, region.a_in_b.depth, region.b_in_a.depth});
    }
    return depth;
}

Body body_of(const FileBody& body) { return {body.mesh->view(), body.pose}; }

double depth_of(const FileBody& a, const FileBody& b) {
    const auto found = overlap(body_of(a), body_of(b), {.depths = true});
    EXPECT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->measurable, Measurable::Yes);
    return deepest(*found);
}

Verdict verdict_of(const FileBody& a, const FileBody& b) {
    const auto found = collide(body_of(a), body_of(b));
    EXPECT_TRUE(found) << found.error().message;
    return found->verdict;
}

/// A shaft in a hub, turned so that its facets do not lie on those of the bore.
Product press_fit(const Product& hub, const Product& shaft) {
    gp_Trsf turned;
    turned.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), std::numbers::pi / 36);
    return {.name = "fit",
            .components = {{&hub, moved_by(0, 0, 0)}, {&shaft, moved_by(0, 0, -10) * turned}}};
}

TEST(CadClashes, APressFitIsAsDeepAsMadeWithinBothChordErrors) {
    for (const double excess : {0.3, 0.05, 0.0}) {
        const Product hub{.name = "hub", .shape = tube(10, 20, 15)};
        const Product shaft{.name = "shaft", .shape = cylinder(10 + excess, 40)};
        const FileBodies file = read(step_file(press_fit(hub, shaft)), "fit.step");
        ASSERT_EQ(file.bodies.size(), 2u);
        const double error = file.bodies[0].facts.chord_error + file.bodies[1].facts.chord_error;
        EXPECT_GT(error, 0.01);
        EXPECT_LT(error, 0.2);
        EXPECT_EQ(verdict_of(file.bodies[0], file.bodies[1]), Verdict::Crossing) << excess;
        EXPECT_NEAR(depth_of(file.bodies[0], file.bodies[1]), excess, error) << excess;
    }
}

TEST(CadClashes, EachBoltOfACircleClashesWithThePlateAndWithNoOther) {
    constexpr int count = 6;
    const Product plate{.name = "plate", .shape = drilled_plate(100, 8, 4, 30, count)};
    const Product bolt{.name = "bolt", .shape = cylinder(4.2, 20)};
    Product circle{.name = "flange", .components = {{&plate, moved_by(0, 0, 0)}}};
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * i / count;
        circle.components.push_back(
            {&bolt, moved_by(30 * std::cos(angle), 30 * std::sin(angle), -5)});
    }
    const FileBodies file = read(step_file(circle), "flange.step");
    ASSERT_EQ(file.bodies.size(), 1u + count);
    for (std::size_t i = 1; i < file.bodies.size(); ++i) {
        EXPECT_EQ(file.bodies[i].mesh, file.bodies[1].mesh);
        EXPECT_EQ(verdict_of(file.bodies[0], file.bodies[i]), Verdict::Crossing) << i;
        EXPECT_NEAR(depth_of(file.bodies[0], file.bodies[i]), 0.2,
                    file.bodies[0].facts.chord_error + file.bodies[i].facts.chord_error);
        for (std::size_t j = 1; j < i; ++j) {
            EXPECT_EQ(verdict_of(file.bodies[i], file.bodies[j]), Verdict::Apart);
        }
    }
}

TEST(CadClashes, BoxesThatShareAWallOnlyTouch) {
    const Product brick{.name = "brick", .shape = box(3, 2, 1)};
    const Product wall{.name = "wall",
                       .components = {{&brick, moved_by(0, 0, 0)}, {&brick, moved_by(3, 0, 0)}}};
    for (const char* unit : {"MM", "CM"}) {
        const FileBodies file = read(step_file(wall, unit), "wall.step");
        ASSERT_EQ(file.bodies.size(), 2u);
        EXPECT_EQ(verdict_of(file.bodies[0], file.bodies[1]), Verdict::Touching) << unit;
    }
}

/// A folder for a scene and its files.
class SceneFolder {
  public:
    SceneFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("impinge-cad-scene-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
    }
    SceneFolder(const SceneFolder&) = delete;
    SceneFolder& operator=(const SceneFolder&) = delete;
    ~SceneFolder() { std::filesystem::remove_all(path_); }

    void write(const char* name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

TEST(CadClashes, ScenesConvertUnitsPosesAndChordErrors) {
    enable_cad();
    const SceneFolder folder;
    folder.write("rod.step", step_file({.name = "rod", .shape = cylinder(25.4, 50.8)}, "INCH"));
    const auto scene =
        parse_scene(R"({"format": "impinge-scene", "format_version": 1, "unit": "mm", "bodies": [
        {"name": "rod", "file": "rod.step", "deflection": 0.05},
        {"name": "other", "file": "rod.step", "deflection": 0.05,
         "pose": {"translation": [100, 0, 0], "scale": 2}}]})",
                    "scene.json");
    ASSERT_TRUE(scene) << scene.error().message;
    const auto placed = place_scene(*scene, folder.path());
    ASSERT_TRUE(placed) << placed.error().message;
    ASSERT_EQ(placed->bodies.size(), 2u);
    EXPECT_EQ(placed->unit, LengthUnit::Millimetre);
    EXPECT_EQ(placed->bodies[0].mesh, placed->bodies[1].mesh) << "a file is read once";
    double farthest = 0;
    for (const Vec3d& p : placed->bodies[0].mesh->positions) {
        farthest = std::max(farthest, apply(placed->bodies[0].pose, p).z);
    }
    EXPECT_NEAR(farthest, 50.8, 1e-9);
    const double error = placed->bodies[0].facts.chord_error;
    EXPECT_GT(error, 0.005);
    EXPECT_LE(error, 0.05) << "in millimetres, as the scene says it";
    EXPECT_DOUBLE_EQ(placed->bodies[1].facts.chord_error, 2 * error);
}

} // namespace
} // namespace impinge::cad_test
