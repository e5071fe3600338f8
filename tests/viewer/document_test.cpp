// SPDX-License-Identifier: Apache-2.0
#include "scene/document.hpp"

#include "impinge/files.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

/// A folder that goes again, with a file of one body.
struct Folder {
    std::filesystem::path path;

    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "impinge-XXXXXX").string();
        path = mkdtemp(name.data());
        EXPECT_TRUE(write_mesh(path / "box.ply", box_mesh({0, 0, 0}, {1, 1, 1})));
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;
    [[nodiscard]] OpenedScene opened(const std::string& text) const {
        const auto scene = parse_scene(text, path / "scene.json");
        EXPECT_TRUE(scene) << scene.error().message;
        auto out = open_scene(*scene, path, {});
        EXPECT_TRUE(out) << out.error().message;
        return std::move(*out);
    }
};

constexpr const char* text = R"({"format": "impinge-scene", "format_version": 1, "unit": "mm",
  "bodies": [{"name": "box", "file": "box.ply", "unit": "in", "pose": {"translation": [0.1, 0.2, 0.3]}},
             {"name": "jaws", "sample": "boxes-flush", "group": "g"}],
  "pairs": [{"between": ["jaws", "jaws"], "check": false}],
  "clearances": [{"between": ["box", "group:g"], "distance": 2}]})";

std::vector<Rigid> world_poses(const SceneState& state) {
    std::vector<Rigid> out;
    for (const ViewedBody& body : state.bodies()) {
        if (body.present) {
            out.push_back(body.world_pose());
        }
    }
    return out;
}

TEST(Document, PosesAreThoseOfPlaceScene) {
    const Folder folder;
    OpenedScene opened = folder.opened(text);
    const auto placed = place_scene(opened.document.scene, folder.path);
    ASSERT_TRUE(placed);
    ASSERT_EQ(placed->bodies.size(), opened.bodies.size());
    for (std::size_t i = 0; i < opened.bodies.size(); ++i) {
        EXPECT_EQ(opened.bodies[i].world_pose(), placed->bodies[i].pose);
        EXPECT_EQ(opened.bodies[i].name, placed->bodies[i].name);
    }
}

TEST(Document, WhatIsSavedStandsWhereItStoodToTheBit) {
    const Folder folder;
    OpenedScene opened = folder.opened(text);
    SceneState state;
    state.replace(opened.bodies);
    state.set_pose(0, compose(rotation({1, 2, 3}, 0.7), state.body(0).pose));
    state.set_pose(1, translation({1.0 / 3, 0, 5})); // one of the parts of the sample
    const std::string saved = saved_text(opened.document, state, folder.path);
    OpenedScene again = folder.opened(saved);
    SceneState reopened;
    reopened.replace(again.bodies);
    EXPECT_EQ(world_poses(reopened), world_poses(state));
    ASSERT_EQ(reopened.bodies().size(), state.bodies().size());
    for (std::size_t i = 0; i < state.bodies().size(); ++i) {
        EXPECT_EQ(reopened.body(i).name, state.body(i).name);
        EXPECT_EQ(reopened.body(i).mesh->positions, state.body(i).mesh->positions);
    }
    // The rules mean the same pairs still.
    EXPECT_FALSE(again.document.wishes.of(1, 2).check);
    EXPECT_TRUE(again.document.wishes.of(0, 1).check);
    EXPECT_EQ(again.document.wishes.of(0, 2).clearance, 2);
}

TEST(Document, RemovedBodiesAreNotSavedNorRulesAboutThem) {
    const Folder folder;
    OpenedScene opened = folder.opened(text);
    SceneState state;
    state.replace(opened.bodies);
    state.remove(1);
    state.remove(2);
    const auto scene = parse_scene(saved_text(opened.document, state, folder.path), "again.json");
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->bodies.size(), 1U);
    EXPECT_TRUE(scene->pairs.empty());
    EXPECT_TRUE(place_scene(*scene, folder.path));
}

TEST(Document, FilesAreFoundFromAnotherFolder) {
    const Folder folder;
    OpenedScene opened = folder.opened(text);
    SceneState state;
    state.replace(opened.bodies);
    const auto other = folder.path / "deeper";
    std::filesystem::create_directory(other);
    const auto scene = parse_scene(saved_text(opened.document, state, other), "again.json");
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->bodies[0].file, "../box.ply");
    EXPECT_TRUE(place_scene(*scene, other));
}

TEST(Document, FilesAreAddedUnderNamesOfTheirOwn) {
    const Folder folder;
    OpenedScene opened = folder.opened(text);
    SceneState state;
    state.replace(opened.bodies);
    const std::string file = (folder.path / "box.ply").string();
    auto added = open_scene(files_beside(opened.document, state, std::span(&file, 1)), {}, {});
    ASSERT_TRUE(added);
    state.add(join_documents(opened.document, state, std::move(*added)));
    EXPECT_EQ(state.body(3).name, "box#2");
    EXPECT_TRUE(opened.document.wishes.of(0, 3).check);
    EXPECT_FALSE(opened.document.wishes.of(1, 2).check);
    const OpenedScene again = folder.opened(saved_text(opened.document, state, folder.path));
    EXPECT_EQ(again.bodies.size(), 4U);
}

/// A body of two parts whose name is that of the first copy of another one, in either order.
TEST(Document, NamesOfDescribedBodiesAndOfPartsDoNotMeet) {
    for (const bool copies_first : {true, false}) {
        const Folder folder;
        OpenedScene opened = folder.opened(R"({"format": "impinge-scene", "format_version": 1,
            "bodies": [{"name": "a", "file": "box.ply"}]})");
        const auto box = std::make_shared<const Mesh>(box_mesh({0, 0, 0}, {1, 1, 1}));
        FileBodies bodies;
        bodies.bodies = {{"left", box, {}}, {"right", box, {}}};
        ASSERT_TRUE(write_bodies(folder.path / "a#2.glb", bodies));
        const std::string file = (folder.path / "a#2.glb").string();
        SceneState state;
        state.replace(opened.bodies);
        auto dropped =
            open_scene(files_beside(opened.document, state, std::span(&file, 1)), {}, {});
        ASSERT_TRUE(dropped);
        ASSERT_EQ(dropped->bodies.size(), 2U);
        const std::vector<BodyCopy> copies{{0, translation({5, 0, 0})}};
        if (copies_first) { // while the file is read
            state.add(copied_bodies(opened.document, state, copies));
        }
        state.add(join_documents(opened.document, state, std::move(*dropped)));
        if (!copies_first) {
            state.add(copied_bodies(opened.document, state, copies));
        }
        const OpenedScene again = folder.opened(saved_text(opened.document, state, folder.path));
        ASSERT_EQ(again.bodies.size(), 4U);
        for (std::size_t i = 0; i < again.bodies.size(); ++i) {
            EXPECT_EQ(again.bodies[i].name, state.body(i).name);
        }
    }
}

TEST(Document, CopiesAreBodiesOfTheirOwnThatAreSaved) {
    const Folder folder;
    OpenedScene opened = folder.opened(text);
    SceneState state;
    state.replace(opened.bodies);
    const std::vector<BodyCopy> first{{0, translation({1, 2, 3})}, {1, rotation({1, 2, 3}, 0.4)}};
    state.add(copied_bodies(opened.document, state, first));
    const std::vector<BodyCopy> of_copies{{3, translation({5, 0, 0})}, {4, translation({7, 0, 0})}};
    state.add(copied_bodies(opened.document, state, of_copies));
    ASSERT_EQ(state.present_count(), 7U);
    EXPECT_EQ(state.body(3).name, "box#2");
    EXPECT_EQ(state.body(5).name, "box#3");
    const OpenedScene again = folder.opened(saved_text(opened.document, state, folder.path));
    ASSERT_EQ(again.bodies.size(), state.bodies().size());
    for (std::size_t i = 0; i < state.bodies().size(); ++i) {
        EXPECT_EQ(again.bodies[i].name, state.body(i).name);
        EXPECT_EQ(again.bodies[i].world_pose(), state.body(i).world_pose());
        EXPECT_EQ(again.bodies[i].mesh->positions, state.body(i).mesh->positions);
    }
    EXPECT_TRUE(state.undo());
    EXPECT_EQ(state.present_count(), 5U);
}

} // namespace
} // namespace impinge::viewer
