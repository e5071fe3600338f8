// SPDX-License-Identifier: Apache-2.0
//
// Assemblies of boxes, as a scene would place them.
#pragma once

#include "impinge/report.hpp"
#include "io/scene/rules.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace impinge::report_test {

/// A folder that goes away.
class TestFolder {
  public:
    TestFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "impinge-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~TestFolder() { std::filesystem::remove_all(path_); }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

struct Assembly {
    struct Part {
        std::string name;
        tests::PolyMesh shape;
        std::string group = {};
        double chord_error = 0;
    };
    std::vector<Part> parts;
    std::vector<ClashRule> rules = {};
    std::vector<PairRule> pairs = {};
    Rigid everything = {}; ///< where the assembly as a whole stands
    tests::Meshing meshing = {};
};

inline SceneDescription described(const Assembly& assembly) {
    SceneDescription scene;
    scene.rules = assembly.rules;
    scene.pairs = assembly.pairs;
    scene.unit = LengthUnit::Millimetre;
    for (const Assembly::Part& part : assembly.parts) {
        SceneBody body;
        body.name = part.name;
        scene.bodies.push_back(std::move(body));
    }
    return scene;
}

inline PlacedScene placed(const Assembly& assembly, const SceneDescription& scene) {
    PlacedScene out;
    out.unit = scene.unit;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const Assembly::Part& part = assembly.parts[i];
        tests::Meshing meshing = assembly.meshing;
        meshing.seed += meshing.seed == 0 ? 0 : i;
        PlacedBody body;
        body.name = part.name;
        body.file = part.name + ".stl";
        body.group = part.group;
        body.mesh = std::make_shared<const Mesh>(tests::meshed(part.shape, meshing));
        body.pose = assembly.everything;
        body.described = i;
        body.facts.chord_error = part.chord_error;
        out.bodies.push_back(std::move(body));
    }
    out.wishes = compile_rules(scene, out.bodies, BodiesAre::All);
    return out;
}

inline report::ClashReport found_in(const Assembly& assembly, report::FindOptions options = {}) {
    const SceneDescription scene = described(assembly);
    options.created = "2026-01-31T12:00:00Z";
    auto found = find_clashes(scene, placed(assembly, scene), options);
    EXPECT_TRUE(found) << found.error().message;
    return found ? std::move(*found) : report::ClashReport{};
}

inline report::Report report_of(const Assembly& assembly, report::FindOptions options = {}) {
    options.geometry = false;
    return found_in(assembly, std::move(options)).report;
}

inline std::set<std::string> ids_of(const report::Report& report) {
    std::set<std::string> ids;
    for (const report::Clash& clash : report.clashes) {
        ids.insert(clash.id);
    }
    EXPECT_EQ(ids.size(), report.clashes.size());
    return ids;
}

/// What the text of the earlier run says, read back.
inline report::Baseline baseline_of(const report::Report& report) {
    auto baseline = report::parse_baseline(report_json(report), "old.json");
    EXPECT_TRUE(baseline) << baseline.error().message;
    return baseline ? *baseline : report::Baseline{};
}

/// A plate of 100 x 60 x 10 with a block, a wedge and four bolts that reach into it.
inline Assembly bolted_plate() {
    Assembly out;
    out.parts.push_back({"model/plate", tests::box({0, 0, 0}, {100, 60, 10})});
    out.parts.push_back({"model/block", tests::box({40, 20, 9}, {60, 45, 30})});
    out.parts.push_back({"model/lug", tests::box({90, 50, 8}, {120, 58, 17})});
    int number = 1;
    for (const Vec3d at :
         {Vec3d{10, 10, 4}, Vec3d{90, 10, 4}, Vec3d{10, 48, 4}, Vec3d{78, 44, 4}}) {
        out.parts.push_back({number == 1 ? "model/bolt" : "model/bolt#" + std::to_string(number),
                             tests::box(at, at + Vec3d{6, 6, 12})});
        ++number;
    }
    return out;
}

} // namespace impinge::report_test
