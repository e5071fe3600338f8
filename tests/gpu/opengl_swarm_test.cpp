// SPDX-License-Identifier: Apache-2.0
//
// Swarms on a device against a World whose bodies stand where these do.
#include "base/random.hpp"
#include "impinge/gpu_swarm.hpp"
#include "impinge/world.hpp"
#include "scenes/boxes.hpp"
#include "scenes/polytope.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace impinge::tests {
namespace {

using gpu::Swarm;
using gpu::SwarmPair;
using gpu::SwarmStep;

Polytope box_of_sides(Vec3d sides) {
    return Polytope::from_mesh(scenes::box({0, 0, 0}, sides).view()).value();
}
Polytope rock(std::uint64_t seed, std::size_t triangles, Vec3d radii) {
    const Mesh mesh =
        scenes::random_polytope({.triangles = triangles, .radii = radii, .seed = seed});
    return Polytope::from_mesh(mesh.view()).value();
}
std::vector<Polytope> several_shapes() {
    return {rock(1, 36, {1, 1, 1}), rock(2, 20, {1, 0.3, 0.6}), rock(3, 100, {0.5, 0.5, 0.5}),
            box_of_sides({1, 1, 1}), box_of_sides({0.1, 0.2, 2})};
}

/// Bodies with their shapes, on both sides.
class Both {
  public:
    Both(Swarm swarm, const std::vector<Polytope>& shapes, std::size_t bodies)
        : swarm_(std::move(swarm)) {
        std::vector<gpu::ShapeId> ids;
        for (const Polytope& shape : shapes) {
            ids.push_back(need(swarm_.add_shape(shape)));
        }
        for (std::size_t i = 0; i < bodies; ++i) {
            need(swarm_.add(ids[i % ids.size()]));
            ids_.push_back(need(world_.add(shapes[i % shapes.size()])));
        }
    }

    [[nodiscard]] Swarm& swarm() { return swarm_; }

    /// What the swarm says, which is what the world says.
    SwarmStep step(const std::vector<Rigid>& poses) {
        need(swarm_.submit(poses));
        return answer(poses);
    }
    SwarmStep answer(const std::vector<Rigid>& poses) {
        auto frame = swarm_.wait();
        if (!frame) {
            throw std::runtime_error("no frame came back");
        }
        SwarmStep step = need(std::move(frame->step));
        compare(step, poses);
        return step;
    }
    void compare(const SwarmStep& step, const std::vector<Rigid>& poses) {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            need(world_.move(ids_[i], poses[i]));
        }
        const WorldStep expected = need(world_.step());
        std::vector<SwarmPair> pairs;
        for (const WorldPair& pair : expected.pairs) {
            pairs.push_back({pair.a.index, pair.b.index, pair.verdict});
        }
        EXPECT_EQ(step.pairs.size(), pairs.size());
        EXPECT_TRUE(step.pairs == pairs);
        EXPECT_EQ(step.hash, expected.hash);
        EXPECT_GE(step.report.candidates, expected.interfering);
    }

  private:
    Swarm swarm_;
    World world_;
    std::vector<BodyId> ids_;
};

class SwarmsOfGpus : public SessionsOfGpus {
  protected:
    [[nodiscard]] Swarm swarm(const gpu::SwarmOptions& options = {}) const {
        return need(Swarm::create(device(), options));
    }
    [[nodiscard]] Both both(const std::vector<Polytope>& shapes, std::size_t bodies,
                            const gpu::SwarmOptions& options = {}) const {
        return {swarm(options), shapes, bodies};
    }
};

std::vector<Rigid> random_poses(Random& random, std::size_t count, double side, Vec3d middle = {}) {
    std::vector<Rigid> poses(count);
    for (Rigid& pose : poses) {
        pose = random_rotation(random);
        const double half = side / 2;
        pose.translation = middle + random.in_box({-half, -half, -half}, {half, half, half});
        pose.scale = random.uniform(0.5, 2);
    }
    return poses;
}

Vec3d place_in_grid(std::size_t index, std::size_t side) {
    const std::size_t column = index / side;
    const std::size_t layer = column / side;
    return {static_cast<double>(index % side), static_cast<double>(column % side),
            static_cast<double>(layer)};
}

using Counts = std::array<std::uint64_t, 6>;
void count(Counts& counts, const SwarmStep& step) {
    for (const SwarmPair& pair : step.pairs) {
        ++counts[static_cast<std::size_t>(pair.verdict)];
    }
    counts[0] += step.report.candidates - step.pairs.size();
}
std::uint64_t of(const Counts& counts, Verdict verdict) {
    return counts[static_cast<std::size_t>(verdict)];
}

TEST_P(SwarmsOfGpus, OfRandomBodiesSayWhatAWorldSays) {
    Random random(20261119);
    Both both = this->both(several_shapes(), 400);
    Counts counts{};
    std::uint64_t candidates = 0;
    std::uint64_t doubtful = 0;
    for (std::size_t frame = 0; frame < scaled(20); ++frame) {
        const SwarmStep step = both.step(random_poses(random, 400, random.uniform(4, 12)));
        EXPECT_FALSE(step.report.by_processor);
        count(counts, step);
        candidates += step.report.candidates;
        doubtful += step.report.doubtful;
    }
    EXPECT_GT(of(counts, Verdict::Apart), candidates / 10);
    EXPECT_GT(of(counts, Verdict::Crossing), candidates / 10);
    EXPECT_GT(of(counts, Verdict::AInsideB), 10U);
    EXPECT_GT(of(counts, Verdict::BInsideA), 10U);
    EXPECT_LT(doubtful, candidates / 200);
}

/// Flush boxes in a grid: contact that only exact arithmetic can tell.
TEST_P(SwarmsOfGpus, OfTouchingBoxesLeaveContactToTheProcessor) {
    constexpr std::size_t side = 4;
    Both both = this->both({box_of_sides({1, 1, 1})}, side * side * side);
    std::vector<Rigid> poses;
    for (std::size_t i = 0; i < side * side * side; ++i) {
        poses.push_back(translation(place_in_grid(i, side)));
    }
    const SwarmStep step = both.step(poses);
    Counts counts{};
    count(counts, step);
    constexpr std::uint64_t neighbours = 468; // over faces, edges and corners
    EXPECT_EQ(of(counts, Verdict::Touching), neighbours);
    EXPECT_EQ(step.pairs.size(), neighbours);
    EXPECT_EQ(step.report.doubtful, neighbours);
}

/// Boxes of a turned grid and, in every other one, a smaller box, all with gaps or overlaps down to
/// the rounding of doubles: where a bound that is too small would show.
TEST_P(SwarmsOfGpus, OfNearlyTouchingBoxesSayWhatAWorldSays) {
    Random random(15);
    constexpr std::size_t side = 4;
    Both both = this->both({box_of_sides({1, 1, 1})}, 3 * side * side * side / 2);
    Counts counts{};
    std::uint64_t doubtful = 0;
    std::uint64_t candidates = 0;
    for (std::size_t frame = 0; frame < scaled(40); ++frame) {
        double off = random.below(2) == 0 ? 1e-3 : -1e-3;
        for (std::uint64_t k = random.below(12); k > 0; --k) {
            off *= 0.1;
        }
        Rigid turned = random_rotation(random);
        turned.scale = random.uniform(0.1, 10);
        std::vector<Rigid> poses;
        for (std::size_t i = 0; i < side * side * side; ++i) {
            const Vec3d corner = place_in_grid(i, side);
            const Rigid at = compose(turned, translation(corner * (1 + off)));
            poses.push_back(at);
            if (i % 2 == 0) {
                const double margin = std::abs(off);
                poses.push_back(compose(
                    at, {.translation = {margin, margin, margin}, .scale = 1 - 2 * margin}));
            }
        }
        const SwarmStep step = both.step(poses);
        count(counts, step);
        doubtful += step.report.doubtful;
        candidates += step.report.candidates;
    }
    EXPECT_GT(of(counts, Verdict::Apart), candidates / 10);
    EXPECT_GT(of(counts, Verdict::Crossing), candidates / 10);
    EXPECT_GT(of(counts, Verdict::BInsideA), candidates / 100);
    EXPECT_GT(doubtful, candidates / 10);
    EXPECT_LT(doubtful, candidates * 9 / 10);
}

TEST_P(SwarmsOfGpus, OfBodiesInOnePlaceAreTheSame) {
    Both both = this->both({rock(7, 36, {1, 1, 1})}, 40);
    const std::vector<Rigid> poses(40, translation({3, 4, 5}));
    const SwarmStep step = both.step(poses);
    Counts counts{};
    count(counts, step);
    EXPECT_EQ(of(counts, Verdict::Same), 40U * 39 / 2);
}

TEST_P(SwarmsOfGpus, FarFromTheOriginSayWhatAWorldSays) {
    Random random(5);
    Both both = this->both(several_shapes(), 200);
    Counts counts{};
    for (const double far : {1e3, 1e6, 1e9, 1e14}) {
        count(counts, both.step(random_poses(random, 200, 5, {far, -far, far / 3})));
    }
    EXPECT_GT(of(counts, Verdict::Crossing), 500U);
    EXPECT_GT(of(counts, Verdict::Apart), 100U);
}

/// More than Mesa lets a thread look over: the processor does.
TEST_P(SwarmsOfGpus, OfShapesWithManyFacesSayWhatAWorldSays) {
    Random random(14);
    const std::vector<Polytope> shapes{rock(4, 4000, {1, 1, 1}), rock(5, 400, {1, 0.5, 1})};
    Both both = this->both(shapes, 40);
    EXPECT_GT(both.step(random_poses(random, 40, 5)).pairs.size(), 20U);
}

/// Also clusters that are far from each other, so from the first body.
TEST_P(SwarmsOfGpus, OfClustersFarApartSayWhatAWorldSays) {
    Random random(6);
    Both both = this->both(several_shapes(), 200);
    std::vector<Rigid> poses = random_poses(random, 200, 5);
    for (std::size_t i = 100; i < 200; ++i) {
        poses[i].translation = poses[i].translation + Vec3d{1e7, 1e7, -1e7};
    }
    EXPECT_GT(both.step(poses).pairs.size(), 100U);
}

TEST_P(SwarmsOfGpus, OfHugeAndTinyBodiesSayWhatAWorldSays) {
    Random random(8);
    Both both = this->both(several_shapes(), 300);
    Counts counts{};
    for (int frame = 0; frame < 3; ++frame) {
        std::vector<Rigid> poses = random_poses(random, 300, 8);
        for (Rigid& pose : poses) {
            constexpr std::array sizes{1e-6, 1e-2, 1.0, 10.0};
            pose.scale *= sizes[random.below(sizes.size())];
        }
        const SwarmStep step = both.step(poses);
        EXPECT_FALSE(step.report.by_processor);
        count(counts, step);
    }
    EXPECT_GT(of(counts, Verdict::AInsideB) + of(counts, Verdict::BInsideA), 1000U);
    EXPECT_GT(of(counts, Verdict::Crossing), 300U);
}

/// Long lists of partners are sorted by the processor.
TEST_P(SwarmsOfGpus, OfOneBodyAroundAllOthersNameEachOnce) {
    Random random(9);
    Both both = this->both({box_of_sides({1, 1, 1})}, 2500);
    std::vector<Rigid> poses = random_poses(random, 2500, 100);
    poses[0] = {.translation = {-500, -500, -500}, .scale = 1000};
    EXPECT_GE(both.step(poses).pairs.size(), 2499U);
}

TEST_P(SwarmsOfGpus, GrowListsThatAreTooShort) {
    Random random(10);
    Both both = this->both(several_shapes(), 200, {.first_room = 1});
    const SwarmStep step = both.step(random_poses(random, 200, 5));
    EXPECT_GT(step.report.repeats, 0U);
    EXPECT_EQ(both.step(random_poses(random, 200, 8)).report.repeats, 0U);
}

TEST_P(SwarmsOfGpus, OfNoBodyAndOfOneFindNothing) {
    Both none = both(several_shapes(), 0);
    EXPECT_TRUE(none.step({}).pairs.empty());
    Both one = both(several_shapes(), 1);
    EXPECT_TRUE(one.step({Rigid{}}).pairs.empty());
    EXPECT_FALSE(one.swarm().wait());
}

/// Poses that mirror or shear, sizes beyond floats.
TEST_P(SwarmsOfGpus, BeyondTheDeviceAreAnsweredByTheProcessor) {
    Random random(11);
    Both both = this->both(several_shapes(), 50);
    std::vector<Rigid> poses = random_poses(random, 50, 4);
    poses[3].row_x = -poses[3].row_x;
    EXPECT_TRUE(both.step(poses).report.by_processor);
    poses = random_poses(random, 50, 4);
    poses[7].scale = 1e60;
    EXPECT_TRUE(both.step(poses).report.by_processor);
    poses = random_poses(random, 50, 4);
    EXPECT_FALSE(both.step(poses).report.by_processor);
}

TEST_P(SwarmsOfGpus, RefuseWhatAWorldRefuses) {
    Swarm swarm = this->swarm();
    const gpu::ShapeId shape = need(swarm.add_shape(box_of_sides({1, 1, 1})));
    EXPECT_FALSE(swarm.add(gpu::ShapeId{1}));
    need(swarm.add(shape));
    need(swarm.add(shape));
    EXPECT_FALSE(swarm.submit(std::vector<Rigid>(3)));
    EXPECT_FALSE(swarm.submit_moving());
    std::vector<Rigid> poses(2);
    poses[1].translation.x = std::numeric_limits<double>::quiet_NaN();
    need(swarm.submit(poses));
    EXPECT_FALSE(swarm.add(shape)); // a frame is in flight
    EXPECT_FALSE(swarm.wait()->step);
    poses[1] = {};
    need(swarm.submit(poses));
    EXPECT_EQ(need(std::move(swarm.wait()->step)).pairs.size(), 1U);
}

TEST_P(SwarmsOfGpus, AnswerFramesInTheirOrder) {
    Random random(12);
    Both both = this->both(several_shapes(), 100, {.frames_in_flight = 3});
    std::vector<std::vector<Rigid>> poses;
    for (std::uint64_t frame = 0; frame < 3; ++frame) {
        poses.push_back(random_poses(random, 100, 5));
        EXPECT_EQ(need(both.swarm().submit(poses.back())), frame);
    }
    EXPECT_FALSE(both.swarm().submit(poses.back()));
    for (const auto& frame : poses) {
        both.answer(frame);
    }
}

/// Poses stay on the device; read back, they are what a World is asked about.
TEST_P(SwarmsOfGpus, MoveTheirBodies) {
    Random random(13);
    constexpr std::size_t bodies = 300;
    unsigned repeats = 0; // do not move bodies again
    Both both = this->both(several_shapes(), bodies, {.frames_in_flight = 1, .first_room = 1});
    std::vector<gpu::SwarmMotion> motions;
    for (const Rigid& pose : random_poses(random, bodies, 8)) {
        motions.push_back({pose, random.direction() * 0.3, random.direction() * 0.2});
    }
    const Box3 walls{{-4, -4, -4}, {4, 4, 4}};
    need(both.swarm().set_motions(motions, walls));
    std::vector<Rigid> poses;
    Counts counts{};
    for (int frame = 0; frame < 12; ++frame) {
        need(both.swarm().submit_moving());
        auto answer = both.swarm().wait();
        const SwarmStep step = need(std::move(answer->step));
        poses = need(both.swarm().last_poses());
        both.compare(step, poses);
        EXPECT_FALSE(step.report.by_processor);
        repeats += step.report.repeats;
        count(counts, step);
        for (std::size_t i = 0; i < bodies && frame == 0; ++i) {
            const Rigid& began = motions[i].pose;
            const Vec3d at = poses[i].translation;
            EXPECT_LT(length(at - (began.translation + motions[i].velocity)), 1e-12);
            const Rigid turned = compose(rotation(motions[i].spin, length(motions[i].spin)),
                                         Rigid{began.row_x, began.row_y, began.row_z});
            EXPECT_LT(
                length(apply(Rigid{poses[i].row_x, poses[i].row_y, poses[i].row_z}, {1, 2, 3}) -
                       apply(turned, {1, 2, 3})),
                1e-12);
        }
    }
    for (const Rigid& pose : poses) { // back from the walls
        const Vec3d at = pose.translation;
        EXPECT_LT(std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}), 4.31);
    }
    EXPECT_GT(of(counts, Verdict::Crossing), 1000U);
    EXPECT_GT(repeats, 0U);
}

IMPINGE_ON_EVERY_DEVICE(SwarmsOfGpus);

} // namespace
} // namespace impinge::tests
