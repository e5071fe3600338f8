// SPDX-License-Identifier: Apache-2.0
//
// Bodies of a scene get the right meshes, names, poses, units and rules.
#include "impinge/scene_file.hpp"
#include "mesh_files.hpp"
#include "scenes/catalogue.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// Two objects, a triangle each, at x = 0 and 1.
const std::string two_groups = "v 0 0 0\nv 0 1 0\nv 0 0 1\nv 1 0 0\nv 1 1 0\nv 1 0 1\n"
                               "o lid\nf 1 2 3\no base\nf 4 5 6\n";

/// glTF of one triangle, (0 0 0) (1 0 0) (0 1 0), in metres; `nodes` say where and how it is
/// called.
std::string gltf(const std::string& scene_and_nodes) {
    return R"({"asset": {"version": "2.0"}, "scene": 0, )" + scene_and_nodes +
           R"(,
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                   "min": [0, 0, 0], "max": [1, 1, 0]}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,)"
           "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";
}

const std::string two_nodes = gltf(R"("scenes": [{"nodes": [0, 1]}], "nodes": [
    {"mesh": 0, "name": "left"}, {"mesh": 0, "name": "right", "translation": [2, 0, 0]}])");

/// Two of the same name, at x = 0, 1, 2.
const std::string three_nodes = gltf(R"("scenes": [{"nodes": [0, 1, 2]}], "nodes": [
    {"mesh": 0, "name": "lid"}, {"mesh": 0, "name": "base", "translation": [1, 0, 0]},
    {"mesh": 0, "name": "lid", "translation": [2, 0, 0]}])");

class ScenePlace : public TemporaryFolder {
  protected:
    void SetUp() override {
        TemporaryFolder::SetUp();
        const Mesh mesh = tetrahedron();
        static_cast<void>(file("a.stl", binary_stl(mesh, 4)));
        static_cast<void>(file("groups.obj", two_groups));
        static_cast<void>(file("box.gltf", three_nodes));
        static_cast<void>(file("nodes.gltf", two_nodes));
    }

    [[nodiscard]] Expected<PlacedScene> placed(const std::string& fields,
                                               const Context& context = {}) const {
        const auto scene = parse_scene(
            R"({"format": "impinge-scene", "format_version": 1, )" + fields + "}", "s.json");
        return scene ? place_scene(*scene, file(""), context) : scene.error();
    }
    [[nodiscard]] std::string failure(const std::string& fields) const {
        const auto result = placed(fields);
        return result ? "placed" : result.error().message;
    }
};

std::vector<std::string> names(const Expected<PlacedScene>& scene) {
    std::vector<std::string> names;
    for (const PlacedBody& body : scene->bodies) {
        names.push_back(body.name);
    }
    return names;
}

Vec3d world(const PlacedBody& body, std::size_t vertex) {
    return apply(body.pose, body.mesh->positions[vertex]);
}

TEST_F(ScenePlace, TellsWhatTheFilesStateOfThemselves) {
    const auto scene = placed(R"("bodies": [{"name": "a", "file": "a.stl"},
        {"name": "g", "file": "groups.obj", "unit": "mm"}, {"name": "n", "file": "nodes.gltf"},
        {"name": "s", "sample": "boxes-flush"}])");
    ASSERT_TRUE(scene) << scene.error().message;
    ASSERT_EQ(scene->files.size(), 3u);
    EXPECT_EQ(scene->files[0].file, file("a.stl").string());
    EXPECT_FALSE(scene->files[0].unit);
    EXPECT_EQ(scene->files[1].unit, LengthUnit::Millimetre);
    EXPECT_EQ(scene->files[1].unsplit_groups, 2u);
    EXPECT_EQ(scene->files[2].unit, LengthUnit::Metre);
    EXPECT_EQ(scene->files[2].unsplit_groups, 0u);
}

TEST_F(ScenePlace, AFileIsReadOnceForAllItsBodies) {
    const auto scene = placed(R"("bodies": [
        {"name": "one", "file": "a.stl"}, {"name": "two", "file": "./a.stl", "group": "g",
         "pose": {"translation": [10, 0, 0]}},
        {"name": "welded", "file": "a.stl", "weld": true}])");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_THAT(names(scene), ElementsAre("one", "two", "welded"));
    EXPECT_EQ(scene->bodies[0].mesh, scene->bodies[1].mesh);
    EXPECT_NE(scene->bodies[0].mesh, scene->bodies[2].mesh);
    EXPECT_EQ(scene->bodies[1].group, "g");
    EXPECT_EQ(scene->bodies[1].described, 1U);
    EXPECT_EQ(scene->bodies[0].file, file("a.stl").string());
    EXPECT_EQ(scene->bodies[0].pose, Rigid{});
    EXPECT_EQ(scene->bodies[1].pose, translation({10, 0, 0}));
    EXPECT_FALSE(scene->unit);
    EXPECT_FALSE(scene->wishes.of);
}

TEST_F(ScenePlace, PartsGetNamesOfTheirOwnUnlessThereIsOne) {
    const auto scene = placed(R"("bodies": [
        {"name": "whole", "file": "groups.obj"},
        {"name": "box", "file": "box.gltf"},
        {"name": "bottom", "file": "groups.obj", "split": "groups", "part": "ba?e"},
        {"name": "lids", "file": "box.gltf", "part": "lid"},
        {"name": "second", "file": "box.gltf", "part": "lid#2"}])");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_THAT(names(scene), ElementsAre("whole", "box/lid", "box/base", "box/lid#2", "bottom",
                                          "lids/lid", "lids/lid#2", "second"));
    EXPECT_EQ(scene->bodies[0].mesh->triangles.size(), 2U);
    EXPECT_EQ(world(scene->bodies[4], 0).x, 1);
    EXPECT_EQ(world(scene->bodies[7], 0).x, 2);
    EXPECT_EQ(scene->bodies[6].mesh, scene->bodies[7].mesh);
}

TEST_F(ScenePlace, NamesStayUniqueWhenThePartsSpellTheNameOfABody) {
    const auto scene = placed(R"("bodies": [
        {"name": "box", "file": "box.gltf"},
        {"name": "box/base", "file": "a.stl"}])");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_THAT(names(scene), ElementsAre("box/lid", "box/base#2", "box/lid#2", "box/base"));
}

TEST_F(ScenePlace, SamplesAreMadeOnceAndLieAsTheyDo) {
    const auto scene = placed(R"("bodies": [
        {"name": "jaws", "sample": "jaws-biting", "triangles": 2000},
        {"name": "again", "sample": "jaws-biting", "triangles": 2000, "part": "lower"},
        {"name": "other", "sample": "jaws-biting", "triangles": 2000, "part": "lower",
         "seed": 2}])");
    ASSERT_TRUE(scene) << scene.error().message;
    const auto made = make_scene("jaws-biting", {.triangles = 2000});
    ASSERT_TRUE(made);
    ASSERT_EQ(scene->bodies.size(), made->bodies.size() + 2);
    for (std::size_t i = 0; i < made->bodies.size(); ++i) {
        EXPECT_EQ(scene->bodies[i].name, "jaws/" + made->bodies[i].name);
        EXPECT_EQ(scene->bodies[i].file, "sample:jaws-biting");
        EXPECT_TRUE(same_bits(*scene->bodies[i].mesh, made->bodies[i].mesh));
    }
    EXPECT_FALSE(same_bits(*scene->bodies[scene->bodies.size() - 1].mesh,
                           *scene->bodies[scene->bodies.size() - 2].mesh));
}

TEST_F(ScenePlace, ThePoseOfTheSceneComesAfterTheUnitAfterThePoseOfTheFile) {
    const auto scene = placed(R"("unit": "mm", "bodies": [{"name": "g", "file": "nodes.gltf",
        "part": "right", "pose": {"rotation": {"axis": [0, 0, 1], "degrees": 90},
                                  "translation": [5, 0, 0], "scale": 2}}])");
    ASSERT_TRUE(scene) << scene.error().message;
    ASSERT_EQ(scene->bodies.size(), 1U);
    EXPECT_EQ(scene->unit, LengthUnit::Millimetre);
    // Vertex (1 0 0) m: at (3 0 0) m in the file, (3000 0 0) mm, (0 6000 0) turned and scaled.
    EXPECT_EQ(world(scene->bodies[0], 1), (Vec3d{5, 6000, 0}));
    EXPECT_EQ(world(scene->bodies[0], 0), (Vec3d{5, 4000, 0}));
}

/// Where x = 1 of a body's own numbers ends up when nothing but units is at work.
std::vector<double> lengths_of_one(const Expected<PlacedScene>& scene) {
    std::vector<double> lengths;
    for (const PlacedBody& body : scene->bodies) {
        lengths.push_back(apply(body.pose, Vec3d{1, 0, 0}).x);
    }
    return lengths;
}

TEST_F(ScenePlace, ABodyHasItsOwnUnitElseItsFilesElseTheScenes) {
    const std::string bodies = R"("bodies": [
        {"name": "plain", "file": "a.stl"}, {"name": "inch", "file": "a.stl", "unit": "in"},
        {"name": "metre", "file": "nodes.gltf", "part": "left"},
        {"name": "overruled", "file": "nodes.gltf", "part": "left", "unit": "mm"}])";
    const auto in_mm = placed(R"("unit": "mm", )" + bodies);
    ASSERT_TRUE(in_mm) << in_mm.error().message;
    EXPECT_THAT(lengths_of_one(in_mm), ElementsAre(1, 25.4, 1000, 1));
    const auto in_metres = placed(R"("unit": "m", )" + bodies);
    ASSERT_TRUE(in_metres);
    EXPECT_THAT(lengths_of_one(in_metres), ElementsAre(1, 0.0254, 1, 0.001));
}

TEST_F(ScenePlace, WithoutAUnitTheFirstOneStatedIsTheUnitOfTheAnswers) {
    const auto inches = placed(R"("bodies": [
        {"name": "plain", "file": "a.stl"}, {"name": "inch", "file": "a.stl", "unit": "in"},
        {"name": "mm", "file": "a.stl", "unit": "mm"}])");
    ASSERT_TRUE(inches);
    EXPECT_EQ(inches->unit, LengthUnit::Inch);
    EXPECT_THAT(lengths_of_one(inches), ElementsAre(1, 1, 1 / 25.4));
    const auto metres = placed(R"("bodies": [
        {"name": "g", "file": "nodes.gltf", "part": "left"},
        {"name": "mm", "file": "a.stl", "unit": "mm"}])");
    ASSERT_TRUE(metres) << metres.error().message;
    EXPECT_EQ(metres->unit, LengthUnit::Metre);
    EXPECT_THAT(lengths_of_one(metres), ElementsAre(1, 0.001));
}

TEST_F(ScenePlace, RulesSpeakOfNamesPartsAndGroups) {
    const auto scene = placed(R"("bodies": [
        {"name": "box", "file": "box.gltf", "group": "fixed"},
        {"name": "tool", "file": "a.stl"}],
        "pairs": [{"between": ["box", "box"], "check": false},
                  {"between": ["*/lid#2", "*/base"], "check": true}],
        "clearances": [{"between": ["tool", "group:fi*"], "distance": 2},
                       {"between": ["box/lid", "tool"], "distance": 0}])");
    ASSERT_TRUE(scene) << scene.error().message;
    ASSERT_EQ(scene->bodies.size(), 4U);
    const auto& of = scene->wishes.of;
    EXPECT_FALSE(of(0, 1).check);
    EXPECT_FALSE(of(0, 2).check);
    EXPECT_TRUE(of(1, 2).check);
    EXPECT_TRUE(of(1, 3).check);
    EXPECT_EQ(of(0, 3).clearance, 0);
    EXPECT_EQ(of(1, 3).clearance, 2);
    EXPECT_EQ(of(0, 1).clearance, 0);
    EXPECT_EQ(scene->wishes.largest_clearance, 2);
}

TEST_F(ScenePlace, MistakesAreNamedWithTheirPlace) {
    EXPECT_THAT(failure(R"("bodies": [{"name": "a", "file": "none.stl"}])"),
                StartsWith(file("none.stl").string() + ": "));
    EXPECT_THAT(failure(R"("bodies": [{"name": "a", "file": "a.stl"},
                                      {"name": "b", "sample": "no-such"}])"),
                StartsWith("s.json: bodies[1].sample: "));
    EXPECT_THAT(failure(R"("bodies": [{"name": "a", "file": "box.gltf", "part": "led"}])"),
                StartsWith("s.json: bodies[0].part: 'led' matches no part of "));
    EXPECT_THAT(failure(R"("bodies": [{"name": "a", "file": "box.gltf", "part": "led"}])"),
                HasSubstr("it has 'lid', 'base', 'lid#2'"));
    EXPECT_EQ(failure(R"("bodies": [{"name": "a", "file": "a.stl"}],
                         "pairs": [{"between": ["a", "b"], "check": false}])"),
              "s.json: pairs[0].between: 'b' matches no body");
}

TEST_F(ScenePlace, DescriptionsMadeByHandAreLookedAtToo) {
    const std::vector<std::string> files = {"a.stl"};
    const auto failure_after = [&](void (*change)(SceneDescription&)) {
        SceneDescription scene = scene_of_files(files);
        change(scene);
        const auto result = place_scene(scene, file(""));
        return result ? "placed" : result.error().message;
    };
    EXPECT_EQ(failure_after([](SceneDescription&) {}), "placed");
    EXPECT_THAT(failure_after([](SceneDescription& s) { s.bodies.push_back(s.bodies[0]); }),
                StartsWith("bodies[1].name: "));
    EXPECT_THAT(failure_after([](SceneDescription& s) { s.bodies[0].sample = "jaws-open"; }),
                StartsWith("bodies[0].file: "));
    EXPECT_THAT(failure_after([](SceneDescription& s) { s.bodies[0].pose.scale = 0; }),
                StartsWith("bodies[0].pose.scale: "));
    EXPECT_THAT(failure_after([](SceneDescription& s) {
                    s.clearances = {{{"a", "a"}, std::numeric_limits<double>::quiet_NaN()}};
                }),
                StartsWith("clearances[0].distance: "));
    EXPECT_THAT(failure_after([](SceneDescription& s) {
                    s.tolerances = {{{"a", "a"}, -1}};
                }),
                StartsWith("tolerances[0].depth: "));
}

TEST_F(ScenePlace, StopsWithWhatItHasWhenCancelled) {
    const Context context;
    context.cancel();
    const auto scene = placed(R"("bodies": [{"name": "a", "file": "a.stl"}],
                                 "pairs": [{"between": ["a", "a"], "check": false}])",
                              context);
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_TRUE(scene->bodies.empty());
}

TEST_F(ScenePlace, TellsItsProgressToTheEnd) {
    Context context(1);
    std::vector<double> told;
    context.set_progress([&](double fraction) { told.push_back(fraction); });
    ASSERT_TRUE(placed(R"("bodies": [{"name": "a", "file": "a.stl"},
                                     {"name": "b", "file": "groups.obj"}])",
                       context));
    EXPECT_THAT(told, ElementsAre(0.5, 1));
}

} // namespace
} // namespace impinge::io_test
