// SPDX-License-Identifier: Apache-2.0
//
// Swarms whose bodies become more, and what their options ask for.
#include "base/random.hpp"
#include "impinge/gpu_swarm.hpp"
#include "scenes/polytope.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/random_rotation.hpp"

namespace impinge::tests {
namespace {

using gpu::Swarm;
using gpu::SwarmMotion;
using gpu::SwarmStep;

class BodiesOfSwarms : public SessionsOfGpus {
  protected:
    [[nodiscard]] Swarm swarm(const gpu::SwarmOptions& options = {}) const {
        return need(Swarm::create(device(), options));
    }
};

Polytope rock() { return Polytope::from_mesh(scenes::random_polytope().view()).value(); }

SwarmStep answer(Swarm& swarm) {
    auto frame = swarm.wait();
    if (!frame) {
        throw std::runtime_error("no frame came back");
    }
    return need(std::move(frame->step));
}

std::vector<Rigid> random_poses(Random& random, std::size_t count, double side) {
    std::vector<Rigid> poses(count);
    for (Rigid& pose : poses) {
        pose = random_rotation(random);
        pose.translation = random.in_box({0, 0, 0}, {side, side, side});
    }
    return poses;
}

std::vector<SwarmMotion> motions_from(const std::vector<Rigid>& poses) {
    std::vector<SwarmMotion> motions;
    for (const Rigid& pose : poses) {
        motions.push_back({pose, {0.1, 0.2, -0.1}, {0, 0.1, 0}});
    }
    return motions;
}

constexpr Box3 walls{{-1, -1, -1}, {5, 5, 5}};

/// Of the bodies that there were: motions are not those of a swarm with another body or shape.
TEST_P(BodiesOfSwarms, HaveNoMotionsOnceThereAreOthers) {
    Random random(1);
    Swarm swarm = this->swarm();
    const gpu::ShapeId shape = need(swarm.add_shape(rock()));
    for (int i = 0; i < 30; ++i) {
        need(swarm.add(shape));
    }
    const std::vector<Rigid> poses = random_poses(random, 30, 3);
    need(swarm.set_motions(motions_from(poses), walls));
    need(swarm.submit_moving());
    const std::uint64_t hash = answer(swarm).hash;
    need(swarm.add_shape(rock())); // of which there is no body
    EXPECT_FALSE(swarm.submit_moving()) << "a shape was added";
    need(swarm.set_motions(motions_from(poses), walls));
    need(swarm.submit_moving());
    const SwarmStep again = answer(swarm);
    EXPECT_EQ(again.hash, hash);
    EXPECT_GT(again.pairs.size(), 10U);
    need(swarm.add(shape));
    EXPECT_FALSE(swarm.submit_moving()) << "a body was added";
}

/// Poses are those of a frame that was answered, of the bodies that there are.
TEST_P(BodiesOfSwarms, HaveNoLastPosesOnceThereAreOthers) {
    Random random(2);
    Swarm swarm = this->swarm();
    EXPECT_FALSE(swarm.last_poses());
    const gpu::ShapeId shape = need(swarm.add_shape(rock()));
    std::vector<Rigid> poses = random_poses(random, 20, 3);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        need(swarm.add(shape));
    }
    need(swarm.submit(poses));
    EXPECT_FALSE(swarm.last_poses()) << "nothing was answered";
    answer(swarm);
    EXPECT_EQ(need(swarm.last_poses()).size(), poses.size());
    need(swarm.add(shape));
    EXPECT_FALSE(swarm.last_poses());
    poses.push_back({});
    need(swarm.set_motions(motions_from(poses), walls));
    EXPECT_FALSE(swarm.last_poses());
    need(swarm.submit(poses));
    answer(swarm);
    const std::vector<Rigid> last = need(swarm.last_poses());
    ASSERT_EQ(last.size(), poses.size());
    EXPECT_EQ(last[7].translation, poses[7].translation);
    need(swarm.add_shape(rock()));
    EXPECT_FALSE(swarm.last_poses());
}

TEST_P(BodiesOfSwarms, AreHashedWhereThatIsAskedFor) {
    Random random(3);
    Swarm with = swarm({.first_room = 1});
    Swarm without = swarm({.hashes = false, .first_room = 1});
    std::vector<Rigid> poses = random_poses(random, 40, 3);
    for (Swarm* swarm : {&with, &without}) {
        const gpu::ShapeId shape = need(swarm->add_shape(rock()));
        for (std::size_t i = 0; i < poses.size(); ++i) {
            need(swarm->add(shape));
        }
    }
    const auto ask = [&](Swarm& swarm) {
        need(swarm.submit(poses));
        return answer(swarm);
    };
    const SwarmStep hashed = ask(with);
    EXPECT_NE(hashed.hash, 0U);
    EXPECT_EQ(ask(without).hash, 0U);
    EXPECT_GT(hashed.report.repeats, 0U);
    poses[3].row_x = -poses[3].row_x; // for the processor
    EXPECT_NE(ask(with).hash, 0U);
    const SwarmStep by_processor = ask(without);
    EXPECT_TRUE(by_processor.report.by_processor);
    EXPECT_GT(by_processor.pairs.size(), 10U);
    EXPECT_EQ(by_processor.hash, 0U);
}

TEST_P(BodiesOfSwarms, AreTheSameInAHundredRepeats) {
    Random random(4);
    Swarm swarm = this->swarm({.frames_in_flight = 3});
    const gpu::ShapeId shape = need(swarm.add_shape(rock()));
    const std::vector<Rigid> poses = random_poses(random, 300, 8);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        need(swarm.add(shape));
    }
    need(swarm.submit(poses));
    const SwarmStep first = answer(swarm);
    EXPECT_GT(first.pairs.size(), 200U);
    for (int i = 0; i < 34; ++i) {
        for (int k = 0; k < 3; ++k) {
            need(swarm.submit(poses));
        }
        for (int k = 0; k < 3; ++k) {
            const SwarmStep step = answer(swarm);
            ASSERT_EQ(step.pairs, first.pairs) << "repeat " << 3 * i + k;
            ASSERT_EQ(step.hash, first.hash);
        }
    }
}

TEST_P(BodiesOfSwarms, SayHowLongTheDeviceTookWhereThatIsAskedFor) {
    Random random(5);
    const std::vector<Rigid> poses = random_poses(random, 100, 4);
    const auto times = [&](gpu::Timing timing) {
        Swarm swarm = this->swarm({.timing = timing});
        const gpu::ShapeId shape = need(swarm.add_shape(rock()));
        for (std::size_t i = 0; i < poses.size(); ++i) {
            need(swarm.add(shape));
        }
        need(swarm.submit(poses));
        return answer(swarm).report.device;
    };
    EXPECT_EQ(times(gpu::Timing::None).total, 0);
    EXPECT_GT(times(gpu::Timing::Total).total, 0);
    EXPECT_EQ(times(gpu::Timing::Total).quick, 0);
    const gpu::SwarmTimes stages = times(gpu::Timing::Stages);
    EXPECT_GT(stages.quick, 0);
    EXPECT_NEAR(stages.upload + stages.boxes + stages.cells + stages.fill + stages.candidates +
                    stages.quick + stages.search + stages.order + stages.deliver,
                stages.total, 1e-6 * stages.total + 1e-6);
}

IMPINGE_ON_EVERY_DEVICE(BodiesOfSwarms);

} // namespace
} // namespace impinge::tests
