// SPDX-License-Identifier: Apache-2.0
//
// Memory that runs out at the first allocation of a call, at the second, and so on to the last:
// each time the call returns an Error, throws nothing and keeps nothing. A call that asks for
// memory it can do without may also succeed.
#include "impinge/assembly.hpp"
#include "impinge/clearance.hpp"
#include "impinge/containment.hpp"
#include "impinge/convex.hpp"
#include "impinge/depth_methods.hpp"
#include "impinge/device_particles.hpp"
#include "impinge/edge_rays.hpp"
#include "impinge/files.hpp"
#include "impinge/hierarchy.hpp"
#include "impinge/impact_sound.hpp"
#include "impinge/peeling.hpp"
#include "impinge/scene_file.hpp"
#include "impinge/self_intersections.hpp"
#include "impinge/winding.hpp"
#include "impinge/world.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/out_of_memory/failing_allocations.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

namespace impinge::tests {
namespace {

/// What became of a call, without what it returned.
struct Outcome {
    bool worked = false;
    ErrorCode code = ErrorCode::InvalidArgument;
    std::uint64_t digest = 0; ///< of the answer, where it has one
};

template <typename T> Outcome outcome_of(const Expected<T>& result) {
    if (!result) {
        return {false, result.error().code, 0};
    }
    if constexpr (requires { result->hash; }) {
        return {true, {}, result->hash};
    } else {
        return {true, {}, 0};
    }
}

using Call = std::function<Outcome()>;

/// Calls again and again, with memory that runs out ever later, until it does not run out.
void expect_errors(const Call& call, Failing failing, std::size_t most_runs) {
    const Outcome untroubled = call(); // and what is made once and kept is made now
    ASSERT_TRUE(untroubled.worked);
    std::size_t asked = 0;
    {
        const FailingAllocations counted(~std::size_t{0}, failing);
        ASSERT_TRUE(call().worked);
        asked = allocations_asked();
    }
    ASSERT_GT(asked, 0U) << "needs no memory: the test has lost its object";
    const std::size_t step = asked / scaled(most_runs) + 1; // all, unless there are very many
    std::size_t errors = 0;
    std::size_t runs = 0;
    for (std::size_t passing = 0; passing < asked; passing += step) {
        const std::size_t before = blocks_in_use();
        Outcome outcome;
        std::size_t failed = 0;
        {
            const FailingAllocations failing_now(passing, failing);
            outcome = call();
            failed = allocations_failed();
        }
        ASSERT_EQ(blocks_in_use(), before) << "a leak when allocation " << passing << " fails";
        ASSERT_GT(failed, 0U);
        ASSERT_TRUE(outcome.worked || outcome.code == ErrorCode::OutOfMemory)
            << "allocation " << passing << ": code " << static_cast<int>(outcome.code);
        ASSERT_TRUE(!outcome.worked || outcome.digest == untroubled.digest)
            << "allocation " << passing << ": another answer";
        errors += outcome.worked ? 0 : 1;
        ++runs;
    }
    // One that fails alone may be one that can be done without: a buffer that makes sorting faster.
    const std::size_t fewest = failing == Failing::Once ? 1 : runs * 4 / 5;
    EXPECT_GE(errors, fewest) << "too many calls that did not notice";
    EXPECT_TRUE(call().worked) << "and it works again";
}

void expect_errors(const Call& call, std::size_t most_runs = 800) {
    expect_errors(call, Failing::FromThenOn, most_runs);
    expect_errors(call, Failing::Once, most_runs);
}

/// Two balls that cross, one that lies in the first, and a box without a lid around all.
struct Bodies {
    Mesh ball = scenes::bumpy_sphere({.triangles = 200, .seed = 1});
    Mesh crossing = moved(scenes::bumpy_sphere({.triangles = 200, .seed = 2}), 1, {1.2, 0.1, 0});
    Mesh inner = moved(ball, 0.3, {0.01, 0.02, 0});
    Mesh open = opened(scenes::box({-5, -5, -5}, {5, 5, 5}));
    Mesh block = scenes::box({0, 0, 0}, {1, 1, 1});
    Mesh flush = scenes::box({1, 0, 0}, {2, 1, 1});

    static Mesh moved(Mesh mesh, double scale, Vec3d offset) {
        for (Vec3d& p : mesh.positions) {
            p = p * scale + offset;
        }
        return mesh;
    }
    static Mesh opened(Mesh mesh) {
        mesh.triangles.pop_back();
        return mesh;
    }
};

const Bodies& bodies() {
    static const Bodies all;
    return all;
}

const Context& one_thread() {
    static const Context context(1);
    return context;
}

TEST(OutOfMemory, Collide) {
    const auto& [ball, crossing, inner, open, block, flush] = bodies();
    const std::vector<std::pair<const Mesh*, const Mesh*>> pairs = {
        {&ball, &crossing}, {&ball, &inner}, {&open, &ball}, {&block, &flush}, {&block, &block}};
    for (const auto& pair : pairs) {
        for (const Detail detail : {Detail::Verdict, Detail::Curves}) {
            const CollideOptions options{.detail = detail};
            expect_errors([&] {
                return outcome_of(collide({pair.first->view(), translation({0.001, 0, 0})},
                                          {pair.second->view(), translation({0.001, 0, 0})},
                                          options, one_thread()));
            });
        }
    }
}

TEST(OutOfMemory, OtherExactQueries) {
    const Bodies& all = bodies();
    expect_errors(
        [&] { return outcome_of(distance({all.ball.view()}, {all.inner.view()}, one_thread())); });
    expect_errors([&] {
        return outcome_of(within({all.ball.view()}, {all.inner.view()}, 0.1, one_thread()));
    });
    expect_errors([&] {
        return outcome_of(
            self_intersections(all.ball.view(), {.detail = Detail::Curves}, one_thread()));
    });
    expect_errors([&] { return outcome_of(diagnose(all.open.view(), one_thread())); });
    expect_errors([&] {
        return outcome_of(
            advise_on_containment({all.ball.view()}, {all.open.view()}, one_thread()));
    });
    const std::vector<Vec3d> points(20, Vec3d{0.1, 0.2, 0.3});
    const WindingOptions options{.method = WindingMethod::Tree};
    expect_errors([&] {
        return outcome_of(
            generalized_winding_numbers(all.ball.view(), points, options, one_thread()));
    });
}

TEST(OutOfMemory, CheckAll) {
    const Bodies& all = bodies();
    const std::vector<Body> list = {
        {all.ball.view()}, {all.crossing.view()}, {all.inner.view()}, {all.open.view()}};
    AssemblyOptions options{.detail = Detail::Pairs, .wishes = {}};
    options.wishes.largest_clearance = 0.5;
    expect_errors([&] { return outcome_of(check_all(list, options, one_thread())); });
}

TEST(OutOfMemory, Polytopes) {
    const Bodies& all = bodies();
    expect_errors([&] { return outcome_of(Polytope::hull_of(all.crossing.positions)); });
    expect_errors([&] { return outcome_of(Polytope::from_mesh(all.block.view())); });
    expect_errors([&] { return outcome_of(Hierarchy::from_mesh(all.block.view())); });
}

/// Everything a world does, from nothing; fails as soon as something fails.
Outcome run_world() {
    const Bodies& all = bodies();
    const auto build = [&]() -> Expected<std::uint64_t> {
        std::optional<World> world;
        std::optional<Mesh> open;
        try { // making a world, and copies of meshes, is the caller's business
            world.emplace(WorldOptions{.margin = 0.5, .detail = Detail::Pairs});
            open = all.open;
        } catch (const std::bad_alloc&) {
            return Error{ErrorCode::OutOfMemory, "making it"};
        }
        const auto hull = Polytope::hull_of(all.crossing.positions);
        if (!hull) {
            return hull.error();
        }
        const auto first = world->add(*hull);
        const auto second = world->add(*hull, {.pose = translation({0.7, 0, 0})});
        const auto third = world->add(std::move(*open));
        for (const auto& added : {first, second, third}) {
            if (!added) {
                return added.error();
            }
        }
        for (const double x : {0.5, 3.0, 9.0}) {
            if (const Status status = world->move(*second, translation({x, 0, 0})); !status) {
                return status.error();
            }
            const auto step = world->step(one_thread());
            if (!step) {
                return step.error();
            }
        }
        if (const Status status = world->remove(*first); !status) {
            return status.error();
        }
        const auto step = world->step(one_thread());
        return step ? Expected<std::uint64_t>(step->hash) : step.error();
    };
    return outcome_of(build());
}

TEST(OutOfMemory, World) { expect_errors(run_world); }

TEST(OutOfMemory, Particles) {
    const Emitter hail{.particles = 60,
                       .origin = {-2, -2, 4},
                       .edge_u = {4, 0, 0},
                       .edge_v = {0, 4, 0},
                       .velocity = {0, 0, -3},
                       .acceleration = {0, 0, -9},
                       .life = 2};
    std::vector<Collider> colliders{
        {.name = "floor", .shape = rectangle({-3, -3, -1}, {6, 0, 0}, {0, 6, 0})},
        {.name = "ball", .shape = bodies().ball},
        {.name = "drops", .shape = Blend{{{{1, 1, 1}, 1, 1}}, 0.4}}};
    colliders[0].response = Response::Bounce;
    const auto system = ParticleSystem::make({&hail, 1}, colliders);
    ASSERT_TRUE(system);
    expect_errors([&] { return outcome_of(ParticleSystem::make({&hail, 1}, colliders)); });
    expect_errors([&] { return outcome_of(system->impacts(0, 2, one_thread())); });
    expect_errors([&] { return outcome_of(system->states(1.5, one_thread())); });
    expect_errors(
        [&] { return outcome_of(impact_maps(*system, 0, 2, {.resolution = 8}, one_thread())); });
    const auto impacts = system->impacts(0, 2);
    const SoundMaterial tin = ringing(Substance::Metal, 1);
    expect_errors([&] { return outcome_of(impact_sound(impacts->list, {&tin, 1}, 0, 0.1)); });
}

TEST(OutOfMemory, WorldGoesOnAsIfNothingHadHappened) {
    const Bodies& all = bodies();
    const auto hull = Polytope::hull_of(all.crossing.positions);
    ASSERT_TRUE(hull);
    const auto make = [&] {
        World world({.margin = 0.5});
        for (int i = 0; i < 12; ++i) {
            EXPECT_TRUE(world.add(*hull, {.pose = translation({0.9 * i, 0, 0})}));
        }
        EXPECT_TRUE(world.add(all.open));
        return world;
    };
    World untroubled = make();
    ASSERT_TRUE(untroubled.step(one_thread()));
    ASSERT_TRUE(untroubled.move({3, 0}, translation({3.1, 0.5, 0})));
    ASSERT_TRUE(untroubled.remove({5, 0}));
    const auto expected = untroubled.step(one_thread());
    ASSERT_TRUE(expected);
    std::size_t troubled = 0;
    for (std::size_t passing = 0; passing < 60; ++passing) {
        World world = make();
        ASSERT_TRUE(world.step(one_thread()));
        {
            const FailingAllocations failing(passing, Failing::FromThenOn);
            (void)world.move({3, 0}, translation({3.1, 0.5, 0}));
            const bool removed = !world.remove({5, 0});
            troubled += world.step(one_thread()) && removed ? 0 : 1;
        }
        (void)world.remove({5, 0}); // if it is still there
        const auto step = world.step(one_thread());
        ASSERT_TRUE(step);
        ASSERT_EQ(step->hash, expected->hash) << "allocation " << passing;
        ASSERT_EQ(world.size(), 12U);
        const auto added = world.add(*hull, {.pose = translation({4.5, 0, 0})});
        ASSERT_TRUE(added);
        EXPECT_EQ(added->index, 5U) << "the smallest number that is free";
    }
    EXPECT_GT(troubled, 5U) << "memory never ran out: the test has lost its object";
}

TEST(OutOfMemory, SampledMethods) {
    const Bodies& all = bodies();
    auto device = raster::make_device(raster::DeviceKind::Software, {}, one_thread());
    ASSERT_TRUE(device);
    imagespace::SampledOptions options{};
    options.resolution = 24;
    constexpr std::size_t most_runs = 16; // each takes long
    expect_errors(
        [&] {
            return outcome_of(imagespace::sampled_collide(
                **device, {all.ball.view()}, {all.crossing.view()}, options, one_thread()));
        },
        most_runs);
    imagespace::EdgeRayOptions rays{};
    rays.resolution = 24;
    const std::vector<Body> list = {{all.ball.view()}, {all.crossing.view()}, {all.inner.view()}};
    expect_errors(
        [&] { return outcome_of(imagespace::edge_rays(**device, list, rays, one_thread())); },
        most_runs);
}

std::uint64_t digest_of(const imagespace::PeeledPairs& found) { return found.interference.hash; }

Outcome outcome_of_peeling(const Expected<imagespace::PeeledPairs>& found) {
    return found ? Outcome{true, {}, digest_of(*found)} : Outcome{false, found.error().code, 0};
}

TEST(OutOfMemory, SurfacePeeling) {
    const Bodies& all = bodies();
    auto device = raster::make_device(raster::DeviceKind::Software, {}, one_thread());
    ASSERT_TRUE(device);
    const Body a{all.ball.view()};
    const Body b{all.crossing.view()};
    const std::vector<Body> list = {a, b, {all.inner.view()}};
    constexpr std::size_t most_runs = 100;
    for (const auto search :
         {imagespace::PeelingSearch::Sampled, imagespace::PeelingSearch::Conservative}) {
        const imagespace::PeelingOptions options{.search = search, .resolution = 24};
        expect_errors(
            [&] {
                return outcome_of_peeling(
                    imagespace::surface_peeling(**device, a, b, options, one_thread()));
            },
            most_runs);
        expect_errors(
            [&] {
                return outcome_of(imagespace::peel_all(**device, list, options, {}, one_thread()));
            },
            most_runs);
        expect_errors(
            [&] {
                return outcome_of(imagespace::self_peeling(**device, a, options, one_thread()));
            },
            most_runs);
    }
}

/// Wherever memory runs out, on the thread that draws or on the one that proves.
TEST(OutOfMemory, FramesInFlight) {
    const Bodies& all = bodies();
    auto device = raster::make_device(raster::DeviceKind::Software, {}, one_thread());
    ASSERT_TRUE(device);
    const imagespace::PeelingOptions options{.resolution = 24};
    const auto fly = [&]() -> Expected<imagespace::PeeledPairs> {
        auto session = imagespace::PeelingSession::create(**device, all.ball.view(),
                                                          all.block.view(), options);
        if (!session) {
            return session.error();
        }
        if (const Status status =
                session->update_mesh(imagespace::WhichBody::B, all.crossing.view());
            !status) {
            return status.error();
        }
        if (const auto frame = session->submit({}, {}, one_thread()); !frame) {
            return frame.error();
        }
        return session->wait()->pairs;
    };
    expect_errors([&] { return outcome_of_peeling(fly()); }, 150);
}

/// Bodies that get other triangles every frame, and their old ones again after some frames.
TEST(SteadyMemory, OfFramesThatChangeTheirTriangles) {
    auto device = raster::make_device(raster::DeviceKind::Software, {}, one_thread());
    ASSERT_TRUE(device);
    std::vector<Mesh> shapes;
    for (std::size_t i = 0; i < 7; ++i) {
        shapes.push_back(scenes::bumpy_sphere({.triangles = 200 + 60 * i, .seed = i}));
    }
    for (const auto search :
         {imagespace::PeelingSearch::Sampled, imagespace::PeelingSearch::Conservative}) {
        auto session = imagespace::PeelingSession::create(
            **device, shapes[0].view(), shapes[1].view(), {.search = search, .resolution = 48});
        ASSERT_TRUE(session);
        std::size_t steady = 0;
        std::size_t pairs = 0;
        for (std::size_t frame = 0; frame < 7 * scaled(60); ++frame) {
            const Mesh& shape = shapes[frame % shapes.size()];
            ASSERT_TRUE(session->update_mesh(imagespace::WhichBody::A, shape.view()));
            const Rigid pose = translation({1.1 + 0.1 * static_cast<double>(frame % 5), 0.1, 0});
            ASSERT_TRUE(session->submit({}, pose, one_thread()));
            auto done = session->wait();
            ASSERT_TRUE(done && done->pairs);
            pairs += done->pairs->interference.pairs.size();
            done.reset();
            if (frame % 35 == 34) {
                const std::size_t now = blocks_in_use();
                EXPECT_TRUE(steady == 0 || now == steady) << now << " blocks, not " << steady;
                steady = now;
            }
        }
        EXPECT_GT(pairs, 100U);
        EXPECT_GT(steady, 0U);
    }
}

TEST(OutOfMemory, Readers) {
    const std::string obj = "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n"
                            "f 1 4 3\no b\nf 1 3 2\n";
    const std::string off = "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n"
                            "3 0 3 2\n";
    const std::string stl = "solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                            "vertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    const std::string ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty "
                            "float y\nproperty float z\nelement face 1\nproperty list uchar int "
                            "vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    const std::vector<std::pair<std::string, const std::string*>> files = {
        {"a.obj", &obj}, {"a.off", &off}, {"a.stl", &stl}, {"a.ply", &ply}};
    for (const auto& [name, text] : files) {
        const std::filesystem::path path = name;
        const std::span<const char> bytes(*text);
        ReadOptions options{};
        expect_errors([&] { return outcome_of(parse_bodies(bytes, path, options, one_thread())); });
        expect_errors([&] { return outcome_of(parse_mesh(bytes, path, options, one_thread())); });
    }
    const std::string scene = R"({"format": "impinge-scene", "format_version": 1, "bodies": [
        {"name": "a rather long name of a body", "file": "a_rather_long_name_of_a_file.obj"}]})";
    const std::filesystem::path path = "scene.json";
    expect_errors([&] { return outcome_of(parse_scene(scene, path)); });
}

} // namespace
} // namespace impinge::tests
