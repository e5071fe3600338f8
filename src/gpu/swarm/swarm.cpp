// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "base/stopwatch.hpp"
#include "convex/convex_pair.hpp"
#include "gpu/make_engine.hpp"
#include "gpu/swarm/swarm_answer.hpp"
#include "math/measures.hpp"

#include <cmath>
#include <deque>
#include <string>

namespace impinge::inline v0::gpu {

class Swarm::State {
  public:
    State(std::unique_ptr<SwarmEngine> made, const SwarmOptions& swarm_options)
        : options(swarm_options), engine(std::move(made)) {}

    template <typename MakeEngine>
    static Expected<Swarm> make(const SwarmOptions& options, MakeEngine make_engine);

    struct Flight {
        std::uint64_t number = 0;
        std::size_t slot = 0;
    };

    /// Whether bodies may be changed now.
    [[nodiscard]] Status at_rest() const {
        return flights.empty() ? Status() : invalid("swarm: frames are in flight");
    }
    /// After bodies or shapes came: what was known of them is known of others.
    void bodies_changed() {
        bodies_known = false;
        moves = false;
        last_slot.reset();
    }
    /// What the device does not know yet.
    Status bring_bodies();
    template <typename Start> Expected<std::uint64_t> submit(Start start);
    Expected<SwarmStep> answer(std::size_t slot, const Context& context);

    SwarmOptions options;
    std::unique_ptr<SwarmEngine> engine;
    SwarmBodies bodies;
    bool bodies_known = true;
    bool moves = false; ///< there are motions for all of them
    std::deque<Flight> flights;
    std::uint64_t next = 0;
    std::optional<std::size_t> last_slot;
};

Status Swarm::State::bring_bodies() {
    if (bodies_known) {
        return {};
    }
    Status status = engine->set_bodies(bodies.shapes, bodies.shape_of);
    bodies_known = static_cast<bool>(status);
    return status;
}

template <typename Start> Expected<std::uint64_t> Swarm::State::submit(Start start) {
    if (flights.size() == engine->slots()) {
        return invalid("swarm: as many frames are in flight as may be: wait() for one");
    }
    if (Status status = bring_bodies(); !status) {
        return status.error();
    }
    const std::size_t slot = next % engine->slots();
    if (!bodies.shape_of.empty()) {
        if (Status status = start(slot); !status) {
            return status.error();
        }
    }
    last_slot.reset();
    flights.push_back({next, slot});
    return next++;
}

Expected<SwarmStep> Swarm::State::answer(std::size_t slot, const Context& context) {
    SwarmStep step;
    if (!bodies.shape_of.empty()) {
        const auto raw = engine->finish(slot);
        if (!raw) {
            return raw.error();
        }
        last_slot = slot;
        if (raw->beyond_numbers) {
            const auto poses = engine->poses(slot);
            auto by_world = poses ? step_of_world(bodies, *poses, context) : poses.error();
            if (by_world) {
                by_world->hash = options.hashes ? by_world->hash : 0;
                by_world->report.repeats = raw->report.repeats;
            }
            return by_world;
        }
        Stopwatch watch;
        auto pairs = pairs_of(*raw, bodies, context);
        if (!pairs) {
            return pairs.error();
        }
        step.pairs = std::move(*pairs);
        step.report = raw->report;
        step.report.proof_ms = watch.lap();
    }
    step.hash = options.hashes ? hash_of(step.pairs) : 0;
    return step;
}

Swarm::Swarm(std::unique_ptr<State> state) : state_(std::move(state)) {}
Swarm::Swarm(Swarm&& other) noexcept = default;
Swarm& Swarm::operator=(Swarm&& other) noexcept = default;
Swarm::~Swarm() = default;

template <typename MakeEngine>
Expected<Swarm> Swarm::State::make(const SwarmOptions& options, MakeEngine make_engine) {
    return no_throw([&]() -> Expected<Swarm> {
        if (options.frames_in_flight < 1 || options.frames_in_flight > 64) {
            return invalid("frames_in_flight: must be from 1 to 64");
        }
        auto made = make_engine();
        if (!made) {
            return made.error();
        }
        return Swarm(std::make_unique<State>(std::move(*made), options));
    });
}

Expected<Swarm> Swarm::create(raster::Device& device, const SwarmOptions& options) {
    return State::make(options, [&] { return swarm_engine_on(device, options); });
}

Expected<Swarm> Swarm::in_current_context(const SwarmOptions& options) {
    return State::make(options, [&] { return swarm_engine_in_current_context(options); });
}

Expected<ShapeId> Swarm::add_shape(const Polytope& shape) {
    return no_throw([&]() -> Expected<ShapeId> {
        if (const Status status = state_->at_rest(); !status) {
            return status.error();
        }
        state_->bodies.shapes.push_back(shape);
        state_->bodies_changed();
        return static_cast<ShapeId>(state_->bodies.shapes.size() - 1);
    });
}

Expected<std::uint32_t> Swarm::add(ShapeId shape) {
    return no_throw([&]() -> Expected<std::uint32_t> {
        SwarmBodies& bodies = state_->bodies;
        if (const Status status = state_->at_rest(); !status) {
            return status.error();
        }
        if (static_cast<std::size_t>(shape) >= bodies.shapes.size()) {
            return invalid("shape " + std::to_string(static_cast<std::uint32_t>(shape)) +
                           ": there is no such shape");
        }
        if (bodies.shape_of.size() == most_bodies) {
            return invalid("swarm: no more bodies have a number");
        }
        bodies.shape_of.push_back(static_cast<std::uint32_t>(shape));
        state_->bodies_changed();
        return static_cast<std::uint32_t>(bodies.shape_of.size() - 1);
    });
}

namespace {

struct Quaternion {
    Vec3d vector;
    double real = 1;
};

/// Of rows that are a turn, by the largest of its four numbers (Shepperd 1978).
Quaternion quaternion_of(const Rigid& pose) {
    const Vec3d x = pose.row_x;
    const Vec3d y = pose.row_y;
    const Vec3d z = pose.row_z;
    const double trace = x.x + y.y + z.z;
    Quaternion q;
    if (trace >= std::max({x.x, y.y, z.z})) {
        q = {{z.y - y.z, x.z - z.x, y.x - x.y}, 1 + trace};
    } else if (x.x >= y.y && x.x >= z.z) {
        q = {{1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x}, z.y - y.z};
    } else if (y.y >= z.z) {
        q = {{x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y}, x.z - z.x};
    } else {
        q = {{x.z + z.x, y.z + z.y, 1 + z.z - x.x - y.y}, y.x - x.y};
    }
    const double by_length = 1 / std::sqrt(squared_length(q.vector) + q.real * q.real);
    return {q.vector * by_length, q.real * by_length};
}

Quaternion quaternion_of_spin(const Vec3d& spin) {
    const double angle = length(spin);
    if (angle == 0) {
        return {};
    }
    return {spin * (std::sin(angle / 2) / angle), std::cos(angle / 2)};
}

Status check_motion(const SwarmMotion& motion, std::size_t body) {
    if (is_finite(motion.velocity) && is_finite(motion.spin)) {
        return check_convex_pose(motion.pose);
    }
    return invalid("body " + std::to_string(body) + ": its motion is not finite");
}

} // namespace

Status Swarm::set_motions(std::span<const SwarmMotion> motions, const Box3& walls) {
    return no_throw([&]() -> Status {
        if (Status status = state_->at_rest(); !status) {
            return status;
        }
        if (motions.size() != size() || is_empty(walls) || !is_finite(walls.min) ||
            !is_finite(walls.max)) {
            return invalid("motions: one is needed for each body, and walls that are finite");
        }
        MotionNumbers numbers{.of_bodies = {}, .walls = walls};
        numbers.of_bodies.reserve(16 * motions.size());
        for (std::size_t i = 0; i < motions.size(); ++i) {
            const SwarmMotion& motion = motions[i];
            if (Status status = check_motion(motion, i); !status) {
                return status;
            }
            const Quaternion q = quaternion_of(motion.pose);
            const Quaternion turn = quaternion_of_spin(motion.spin);
            const auto& [at, v] = std::pair(motion.pose.translation, motion.velocity);
            for (const double number :
                 {at.x, at.y, at.z, v.x, v.y, v.z, q.vector.x, q.vector.y, q.vector.z, q.real,
                  turn.vector.x, turn.vector.y, turn.vector.z, turn.real, motion.pose.scale, 0.0}) {
                numbers.of_bodies.push_back(number);
            }
        }
        if (size() > 0) {
            Status status = state_->bring_bodies();
            status = status ? state_->engine->set_motions(numbers) : status;
            if (!status) {
                return status;
            }
        }
        state_->moves = true;
        return {};
    });
}

std::size_t Swarm::size() const { return state_->bodies.shape_of.size(); }

Expected<std::uint64_t> Swarm::submit(std::span<const Rigid> poses, const Context& context) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        if (poses.size() != size()) {
            return invalid("poses: one is needed for each body");
        }
        return state_->submit(
            [&](std::size_t slot) { return state_->engine->start(slot, poses, context); });
    });
}

Expected<std::uint64_t> Swarm::submit_moving() {
    return no_throw([&]() -> Expected<std::uint64_t> {
        if (!state_->moves) {
            return invalid("swarm: bodies have no motions: set_motions() gives them some");
        }
        return state_->submit([&](std::size_t slot) { return state_->engine->start_moving(slot); });
    });
}

Expected<std::uint64_t> Swarm::submit_buffer(unsigned buffer, std::size_t offset_bytes) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        return state_->submit([&](std::size_t slot) {
            return state_->engine->start_from_buffer(slot, buffer, offset_bytes);
        });
    });
}

std::optional<SwarmFrame> Swarm::wait(const Context& context) {
    if (state_->flights.empty()) {
        return std::nullopt;
    }
    const State::Flight flight = state_->flights.front();
    state_->flights.pop_front();
    return SwarmFrame{flight.number, no_throw([&]() -> Expected<SwarmStep> {
                          return state_->answer(flight.slot, context);
                      })};
}

std::size_t Swarm::frames_in_flight() const { return state_->flights.size(); }

Expected<std::vector<Rigid>> Swarm::last_poses() {
    return no_throw([&]() -> Expected<std::vector<Rigid>> {
        if (!state_->last_slot) {
            return invalid("swarm: no frame was answered since the last submit()");
        }
        return state_->engine->poses(*state_->last_slot);
    });
}

} // namespace impinge::inline v0::gpu
