// SPDX-License-Identifier: Apache-2.0
//
// Particles as frames: where they are is a formula of time, so that any frame is made at once.
#pragma once

#include "impinge/impact_map.hpp"
#include "scenes/particles/particle_scene.hpp"
#include "simulations/simulation.hpp"
#include "simulations/simulation_wish.hpp"

#include <memory>
#include <mutex>

namespace impinge::viewer {

/// What is known of a scene of particles; shared by the thread that makes frames and those that
/// make maps and sound. Set once, then never changed.
struct ParticleRun {
    scenes::ParticleScene scene;
    ParticleSystem system;
    std::vector<Impact> impacts; ///< of the whole time, in order
    double impacts_ms = 0;
};

/// Where the run appears once it is there.
class ParticleRunSlot {
  public:
    /// Unless that was cancelled, and the slot is another one's by now.
    void set(std::shared_ptr<const ParticleRun> run, const Context& context) {
        const std::lock_guard lock(mutex_);
        if (!context.cancelled()) {
            run_ = std::move(run);
        }
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        run_.reset();
    }
    [[nodiscard]] std::shared_ptr<const ParticleRun> get() const {
        const std::lock_guard lock(mutex_);
        return run_;
    }

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const ParticleRun> run_;
};

inline constexpr double particle_frames_per_second = 30;

/// The scene of that name or file, as `impinge particles` takes it.
Expected<scenes::ParticleScene> particle_scene(const ParticleWish& wish);
/// Where the run is put once it is there: a slot that may be another one's by then if it was
/// cancelled.
Expected<SimulationSetup> particle_setup(const ParticleWish& wish,
                                         std::shared_ptr<ParticleRunSlot> slot);

} // namespace impinge::viewer
