// SPDX-License-Identifier: Apache-2.0
//
// Particles in closed form: where each is at any time, and everything it hits, without stepping.
//
//     impinge::Expected<std::size_t> hits_in_first_second(const impinge::Collider& roof) {
//         const impinge::Emitter rain{.particles = 1000, .origin = {-5, -5, 10},
//                                     .edge_u = {10, 0, 0}, .edge_v = {0, 10, 0},
//                                     .velocity = {0, 0, -9}, .life = 2};
//         const auto system = impinge::ParticleSystem::make({&rain, 1}, {&roof, 1});
//         if (!system) {
//             return system.error();
//         }
//         const auto impacts = system->impacts(0, 1);
//         return impacts ? impacts->list.size() : 0;
//     }
//
// A particle is born, flies, and is born again when its life span has passed. Its flight is
// x0 + v0 t + a t² / 2, in which x0, v0 and a are doubles: what is decided below is decided for
// exactly this flight. An impact is at a time after the start of a flight at which the particle is
// on a collider, be it that it crosses or grazes it; a start on a collider is none.
//
// Whether and where a flight first meets a plane, a quadric or a triangle is decided exactly:
// computed in doubles with a bound of their error, and without rounding where that does not tell.
// Times are within 2^-37 of the duration of the flight (2^-48 for what was decided without
// rounding); if a flight meets two colliders closer together than that, either may come first.
// Blends are decided for their density to within 2^-36 of the sum of their weights.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/colliders.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"
#include "impinge/vec3.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// How a particle of the first generation starts.
struct ParticleStart {
    Vec3d position{};
    Vec3d velocity{};
    double birth = 0;
};

/// How much a wind changes from place to place and from moment to moment: along any line in space
/// and time, gone through at u metres and s seconds a unit, its first derivative is at most
/// strength * (per_metre * u + per_second * s), and its second strength * (that bracket)². A sum of
/// waves has the sum of their amplitudes, the largest wave number and the largest angular
/// frequency.
struct WindGusts {
    double strength = 0; ///< metres per second; 0: the same wind everywhere and always
    double per_metre = 0;
    double per_second = 0;
};

/// Flight that has no closed form: acceleration + drag * (wind(p, t) - velocity). It is replaced by
/// parabolas of the given duration, each from where the last ended.
struct Air {
    double drag = 0;                                             ///< per second
    std::function<Vec3d(Vec3d position, double time)> wind = {}; ///< none: still air
    double piece = 0.05;                                         ///< seconds
    /// What is known of the wind. Without it nothing can be proved of the flight, unless the air is
    /// still.
    std::optional<WindGusts> gusts = {};
};

/// What a particle looks like at an age.
struct ParticleLook {
    double age = 0; ///< in parts of its life, 0 to 1
    std::array<float, 3> colour{1, 1, 1};
    float opacity = 1;
    double size = 1; ///< what the vertices of the body are multiplied with
};

/// A particle as a small body. For those who draw it: what flies and hits is its centre, a point,
/// and neither shape nor size nor spin changes an impact.
struct ParticleBody {
    std::vector<Vec3d> vertices = {}; ///< displaced from the centre
    std::vector<TriangleIndices> triangles = {};
    Vec3d spin_axis{0, 0, 1};
    double spin = 0; ///< radians per second of flight; each particle begins at a random angle
    /// By age; between two of them everything changes evenly. None: as ParticleLook is made.
    std::vector<ParticleLook> looks = {};
};

/// Where particles come from. Everything random depends on seed, particle and generation alone.
struct Emitter {
    std::uint32_t particles = 0;
    /// Starts are spread evenly over the parallelepiped of these edges, of which any may be zero.
    Vec3d origin{};
    Vec3d edge_u{};
    Vec3d edge_v{};
    Vec3d edge_w{};
    Vec3d velocity{};
    Vec3d velocity_spread{}; ///< each coordinate of the velocity is off by at most this
    Vec3d acceleration{};
    double life = 1; ///< seconds from birth to birth
    /// The earliest birth; those of all particles are spread evenly over one life span from then
    /// on.
    double first_birth = 0;
    std::uint32_t generations = 0; ///< lives of each particle; 0: without end
    std::uint32_t seed = 1;
    std::optional<Air> air = {};
    /// If not empty, there is one particle for each of these instead; each later generation starts
    /// as the first, displaced by a random part of the edges and of the velocity's spread.
    std::vector<ParticleStart> starts = {};
    ParticleBody body = {};
};

struct Impact {
    double time = 0;
    std::uint32_t emitter = 0;
    std::uint32_t particle = 0;
    std::uint32_t generation = 0;
    std::uint32_t bounce = 0; ///< how many impacts of this life came before
    std::uint32_t collider = 0;
    std::uint32_t triangle = 0; ///< of a mesh
    Vec3d position{};
    Vec3d normal{};   ///< of length 1, to the side from which the particle came
    Vec3d velocity{}; ///< before the impact, relative to the collider
    double speed = 0;
    double normal_speed = 0; ///< not negative
    double angle = 0;        ///< between path and normal, radians: 0 is head-on
};

struct Impacts {
    std::vector<Impact> list; ///< by time; at equal times by emitter, particle and bounce
    /// How far particles in air are from their true path at most, estimated from half the piece.
    /// The true path is that of the flight since its birth or its last bounce.
    double flight_error = 0;
    /// The same, proved: infinite if Air::gusts says nothing of a wind, or the piece is too long
    /// for it. It goes with the cube of the piece in still air and in an even wind, with its square
    /// in gusts.
    double flight_error_bound = 0;
    /// Lives that came to ParticleOptions::most_bounces: what they hit later is missing.
    std::uint64_t cut_short = 0;
    std::uint64_t hash = 0; ///< of the list: the same on every machine
    bool partial = false;   ///< cancelled: impacts are missing
};

enum class ParticlePhase : std::uint8_t {
    Unborn,
    Flying,
    Gone,    ///< eliminated; position is where
    Stuck,   ///< to a collider, by its response
    Resting, ///< bounced so little that it lies still
    Ended,   ///< after its last generation
};

struct ParticleState {
    ParticlePhase phase = ParticlePhase::Unborn;
    std::uint32_t generation = 0;
    std::uint32_t bounces = 0;
    double age = 0; ///< seconds since birth
    Vec3d position{};
    Vec3d velocity{};
    double flown = 0; ///< seconds of its age until it was gone, stuck or at rest
};

/// Of a particle of the emitter in a state of its own.
IMPINGE_API ParticleLook look_of(const Emitter& emitter, const ParticleState& state);
/// Puts the vertices of its body where they are, with their size.
IMPINGE_API Rigid pose_of(const Emitter& emitter, std::uint32_t particle,
                          const ParticleState& state);

struct ParticleStates {
    std::vector<ParticleState> list; ///< emitter after emitter
    bool partial = false;            ///< cancelled: some are left Unborn
};

struct ParticleOptions {
    /// A particle whose speed after a bounce, relative to the collider, is below this rests there.
    double rest_speed = 1e-3;
    std::uint32_t most_bounces = 100000;
};

class ParticleSystemData;

/// Immutable; copies share one whole. May be used by any number of threads at once.
class ParticleSystem {
  public:
    /// Copies what it is given. Fails, naming the emitter or collider and the number, if a number
    /// is not finite or outside what is documented, or a mesh is refused by validate().
    IMPINGE_API static Expected<ParticleSystem> make(std::span<const Emitter> emitters,
                                                     std::span<const Collider> colliders,
                                                     const ParticleOptions& options = {});

    [[nodiscard]] IMPINGE_API std::uint64_t particle_count() const;

    /// All impacts after `from` and not after `to`.
    [[nodiscard]] IMPINGE_API Expected<Impacts> impacts(double from, double to,
                                                        const Context& context = {}) const;
    [[nodiscard]] IMPINGE_API Expected<ParticleStates> states(double time,
                                                              const Context& context = {}) const;

    // For the functions of this library.
    explicit ParticleSystem(std::shared_ptr<const ParticleSystemData> data)
        : data_(std::move(data)) {}
    [[nodiscard]] const ParticleSystemData& data() const { return *data_; }

  private:
    std::shared_ptr<const ParticleSystemData> data_;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
