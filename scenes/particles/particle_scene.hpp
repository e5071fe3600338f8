// SPDX-License-Identifier: Apache-2.0
//
// Things that fall on things: emitters and colliders, how both look and sound, and where one looks
// and listens from.
#pragma once

#include "impinge/colliders.hpp"
#include "impinge/impact_sound.hpp"
#include "impinge/particles.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::scenes {

struct Tint {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;

    friend bool operator==(const Tint&, const Tint&) = default;
};

/// The small body that stands for a particle. Size and colour change evenly over its life.
struct BodyLook {
    double radius = 0.03;
    double end_radius = 0.03;
    Tint tint{235, 240, 246};
    Tint end_tint{235, 240, 246};
    /// A body in flight is as long as the way it makes in this time, in seconds.
    double stretch = 0;
    double spin = 0; ///< degrees a second
};

struct ColliderLook {
    Tint tint{176, 186, 198};
    Tint splat{235, 240, 246};
    double splat_radius = 0.06; ///< of the mark that a hit at a normal speed of 10 leaves; 0: none
};

/// Something that is seen, and nothing hits it.
struct Prop {
    Mesh mesh;
    Tint tint;
};

/// The eye, as in render::Camera.
struct Viewpoint {
    Vec3d from{0.3, -1, 0.45};
    std::optional<Vec3d> middle = {};
    double zoom = 1;
    double vertical_angle_degrees = 30;
};

struct ParticleScene {
    std::string what; ///< in words
    std::vector<Emitter> emitters = {};
    std::vector<double> stretches = {}; ///< by emitter: BodyLook::stretch; the rest is in its body
    std::vector<Collider> colliders = {};
    std::vector<ColliderLook> collider_looks = {}; ///< by collider, as the next
    std::vector<SoundMaterial> materials = {};
    std::vector<Prop> props = {};
    Viewpoint view = {};
    std::vector<Vec3d> shown = {}; ///< points that the view holds; none: all that is drawn
    Vec3d ear{0, -6, 1.7};
    Vec3d right{1, 0, 0}; ///< of the ear
    double loudness = 0.05;
    double seconds = 4;

    [[nodiscard]] std::uint64_t particle_count() const;
    /// So many in all, shared out as they are now. Emitters with given starts keep theirs.
    void set_particle_count(std::uint64_t count);
    /// Its particles look so; a body that the emitter has of itself keeps its vertices, which are
    /// multiplied with the radius.
    void emit(Emitter emitter, const BodyLook& look);
    /// Every emitter gets its own.
    void set_seed(std::uint32_t seed);
};

/// Puts a scene together; each collider with its look and sound.
class ParticleSceneBuilder {
  public:
    explicit ParticleSceneBuilder(ParticleScene scene) : scene_(std::move(scene)) {}

    /// Of those that follow.
    ParticleSceneBuilder& bouncing(double restitution, double friction);
    ParticleSceneBuilder& eliminating();
    ParticleSceneBuilder& silent();
    ParticleSceneBuilder& sounding(Substance substance, double size);
    ParticleSceneBuilder& looking(const ColliderLook& look);

    void add(std::string name, std::variant<ImplicitSurface, Blend, Mesh> shape);
    void prop(Mesh mesh, Tint tint) { scene_.props.push_back({std::move(mesh), tint}); }
    void emit(Emitter emitter, const BodyLook& look) { scene_.emit(std::move(emitter), look); }

    ParticleScene build() && { return std::move(scene_); }

  private:
    ParticleScene scene_;
    Collider collider_;
    ColliderLook look_;
    SoundMaterial material_;
};

/// Hail on a yard with a house, a gazebo, a picnic table and a bin: stones bounce and lie still.
ParticleScene hail();
/// Rain on the same yard, with an umbrella over the table and a puddle: drops leave wet spots.
ParticleScene rain();
/// A fountain whose drops bounce from bowl to bowl, all of them quadrics.
ParticleScene fountain();

struct ParticleSceneName {
    std::string_view name;
    std::string_view description;
    ParticleScene (*make)();
};

inline constexpr std::array<ParticleSceneName, 3> particle_scenes{{
    {"hail", "hail on a yard: house, gazebo, picnic table and bin; stones bounce and lie still",
     hail},
    {"rain", "rain on the same yard, with an umbrella and a puddle; drops leave wet spots", rain},
    {"fountain", "a fountain whose drops bounce from bowl to bowl, all of them quadrics", fountain},
}};

} // namespace impinge::scenes
