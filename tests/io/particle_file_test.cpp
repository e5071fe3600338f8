// SPDX-License-Identifier: Apache-2.0
#include "io/scene/particle_file.hpp"

#include "base/random.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;

constexpr const char* whole_file = R"({
  "format": "impinge-particle-scene", "format_version": 1, "title": "all of it", "seconds": 2.5,
  "emitters": [
    {"particles": 12, "origin": [1, 2, 3], "edges": [[1, 0, 0], [0, 2, 0]], "velocity": [0, 0, -1],
     "acceleration": [0, 0, -9], "life": 3, "first_birth": -1, "generations": 2, "seed": 9,
     "air": {"drag": 0.5, "wind": [1, 0, 0], "piece": 0.1},
     "look": {"radius": 0.1, "end_colour": "#0a0B0c", "mesh": "flake.ply"}},
    {"starts": [{"position": [0, 0, 1], "birth": 2}], "life": 1}
  ],
  "colliders": [
    {"name": "cone", "shape": {"kind": "cone", "radius": 2, "low": -1, "high": 0},
     "bounds": [{"point": [0, 0, 0], "normal": [1, 0, 0]}], "response": "bounce", "friction": 0.25,
     "pose": {"translation": [0, 0, 4]}, "sound": {"substance": "glass", "size": 0.5},
     "look": {"splat_radius": 0}},
    {"name": "mesh", "shape": {"kind": "mesh", "file": "a/b.stl"},
     "sound": {"modes": [{"frequency": 440, "damping": 3, "gain": 0.5}]}}
  ],
  "camera": {"from": [0, -1, 0], "angle": 40}, "ear": {"right": [0, 1, 0], "loudness": 0}
})";

TEST(ParticleFiles, EveryFieldArrives) {
    const auto file = parse_particles(whole_file, "x.json");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->title, "all of it");
    EXPECT_EQ(file->seconds, 2.5);
    ASSERT_EQ(file->emitters.size(), 2U);
    const DescribedEmitter& first = file->emitters[0];
    EXPECT_EQ(first.emitter.particles, 12U);
    EXPECT_EQ(first.emitter.edge_v, (Vec3d{0, 2, 0}));
    EXPECT_EQ(first.emitter.edge_w, Vec3d{});
    EXPECT_EQ(first.emitter.first_birth, -1);
    EXPECT_EQ(first.emitter.generations, 2U);
    EXPECT_EQ(first.emitter.seed, 9U);
    ASSERT_TRUE(first.emitter.air);
    EXPECT_EQ(first.emitter.air->piece, 0.1);
    EXPECT_EQ(first.wind, (Vec3d{1, 0, 0}));
    EXPECT_EQ(first.end_radius, 0.1) << "the same all its life unless said";
    EXPECT_EQ(first.end_colour, (FileColour{10, 11, 12}));
    EXPECT_EQ(first.body_file, "flake.ply");
    ASSERT_EQ(file->emitters[1].emitter.starts.size(), 1U);
    EXPECT_EQ(file->emitters[1].emitter.starts[0].birth, 2);
    ASSERT_EQ(file->colliders.size(), 2U);
    const DescribedCollider& cone = file->colliders[0];
    const auto* turned = std::get_if<TurnedShape>(&cone.shape);
    ASSERT_NE(turned, nullptr);
    EXPECT_EQ(turned->kind, RoundShape::Cone);
    EXPECT_EQ(turned->radius.y, 2);
    EXPECT_EQ(turned->low, -1);
    EXPECT_EQ(cone.bounds.size(), 1U);
    EXPECT_EQ(cone.response, Response::Bounce);
    EXPECT_EQ(cone.pose.translation, (Vec3d{0, 0, 4}));
    EXPECT_EQ(std::get<SubstanceSound>(cone.sound).substance, Substance::Glass);
    EXPECT_EQ(cone.splat_radius, 0);
    EXPECT_EQ(std::get<MeshShape>(file->colliders[1].shape).file, "a/b.stl");
    EXPECT_EQ(std::get<SoundMaterial>(file->colliders[1].sound).modes[0].gain, 0.5);
    EXPECT_EQ(file->camera.angle, 40);
    EXPECT_EQ(file->ear.loudness, 0);
}

TEST(ParticleFiles, NamesOfResponsesAndSubstancesAreThoseOfTheLibrary) {
    // The parser has words of its own, since io does not link the library that has them.
    constexpr std::array responses{"eliminate", "stick", "bounce"};
    for (std::size_t i = 0; i < responses.size(); ++i) {
        const std::string text =
            R"({"format": "impinge-particle-scene", "format_version": 1, "emitters": [{"particles":
                1, "origin": [0, 0, 0], "life": 1}], "colliders": [{"name": "a", "shape": {"kind":
                "mesh", "file": "a"}, "response": ")" +
            std::string(responses[i]) + "\"}]}";
        const auto file = parse_particles(text, "x.json");
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(static_cast<std::size_t>(file->colliders[0].response), i);
    }
}

/// Files come from anywhere: a damaged one is an error or a file, never the end of the program.
TEST(ParticleFiles, DamagedOnesAreRefusedOrRead) {
    Random random(5);
    std::size_t refused = 0;
    constexpr std::size_t tries = 4000;
    for (std::size_t i = 0; i < tries; ++i) {
        std::string text = whole_file;
        const std::size_t at = random.below(text.size());
        const std::uint64_t what = random.below(3);
        if (what == 0) {
            text.resize(at);
        } else if (what == 1) {
            constexpr std::string_view signs = "0123456789-+.eE\"[]{},: \x01\xFF";
            text[at] = signs[random.below(signs.size())];
        } else {
            const std::size_t length = random.below(40);
            text.erase(at, length);
        }
        const auto file = parse_particles(text, "x.json");
        if (!file) {
            EXPECT_THAT(file.error().message, HasSubstr("x.json: "));
            ++refused;
        }
    }
    EXPECT_GT(refused, tries / 2);
    EXPECT_LT(refused, tries);
}

} // namespace
} // namespace impinge::io_test
