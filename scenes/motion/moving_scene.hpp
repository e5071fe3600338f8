// SPDX-License-Identifier: Apache-2.0
//
// A scene that moves by itself, frame after frame: rigid bodies, sheets, bodies on a path and fixed
// ones. Each step moves everything, then pushes bodies out of each other where their triangles met
// at the beginning of the step, as far as they are deeper in each other than `slop`; velocities
// follow from where bodies came to stand (position based dynamics). All of it is done in one order:
// the same bits for any number of threads.
//
//     scenes::TornCloth scene({.triangles = 1600});
//     for (int frame = 0; frame < 300; ++frame) {
//         show(scene.bodies(), scene.contacts());
//         scene.advance(context);
//     }
#pragma once

#include "scenes/motion/frame_contacts.hpp"
#include "scenes/motion/rigid_motion.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::scenes {

/// What moves a body.
enum class MovedBy : std::uint8_t {
    Nothing,
    Path,   ///< its vertices are where the scene puts them; it pushes and is not pushed
    Forces, ///< a rigid body
    Sheet,  ///< every vertex has its own mass; positions are those of the world
};

/// Whose faces say in which direction two bodies are pushed apart: those of the higher rank; of
/// the same rank, the ones that have the other body less deep behind them.
enum class FaceRank : std::uint8_t {
    Solid,
    Ball,
    Sheet,  ///< has two sides: the centre of the other body says which
    Wall,   ///< flat and fixed
    Ground, ///< flat above, and fixed
};

struct SceneBody {
    std::string name;
    Mesh mesh; ///< in the frame of the body
    Rigid pose{};
    MovedBy moved_by = MovedBy::Nothing;
    FaceRank rank = FaceRank::Solid;
    RigidMotion motion{};                  ///< of a rigid body
    std::vector<double> inverse_masses{};  ///< of a sheet's vertices; 0 is fixed
    std::vector<Vec3d> velocities{};       ///< of a sheet's vertices
    std::vector<Vec3d> positions_before{}; ///< of vertices that move one by one
    bool plane_bound = false;              ///< pushed sideways only: a ball that rolls on a table

    [[nodiscard]] Body body() const { return {mesh.view(), pose}; }
    [[nodiscard]] Vec3d vertex(std::uint32_t index) const {
        return apply(pose, mesh.positions[index]);
    }
    [[nodiscard]] Triangle triangle(std::uint32_t index) const;
};

/// A rigid body of uniform density with its centre of gravity in the middle of its vertices'
/// surface, where its mesh stands.
SceneBody rigid_body(std::string name, Mesh mesh, double mass);

struct StepRules {
    double frames_per_second = 60;
    int steps_per_frame = 8; ///< contacts are found at the end of each
    int sub_steps = 1;       ///< of a step: bodies move that often with the same contacts
    int iterations = 3;      ///< of holding and pushing in a sub-step
    double slop = 0.004;     ///< bodies may be that deep in each other
    double max_push = 0.01;  ///< of one contact in one iteration
    double friction = 0.4;
    double max_speed = 6;
    double damping = 0.2; ///< of velocities, per second
    double gravity = 9.81;

    /// Of a sub-step.
    [[nodiscard]] double step_seconds() const {
        return 1 / (frames_per_second * steps_per_frame * sub_steps);
    }
};

/// What keeps bodies from passing through each other unseen: nothing is `thinnest` or thinner
/// (straight through a solid; a sheet is as thick as what falls on it), no point moves farther in a
/// step than `step`, and after no step is a body deeper in another than `depth`. For two bodies to
/// pass through each other, more than thinnest - 2 * step of the one would have to be beyond the
/// other after some step: so nothing passes as long as depth + 2 * step < thinnest.
struct PassingLimits {
    double thinnest = 0;
    double step = 0;
    double depth = 0;
};

struct MotionSums;
class MovingScene;
/// Sees the scene after every step.
using StepWatcher = std::function<void(const MovingScene&)>;

class MovingScene {
  public:
    virtual ~MovingScene() = default;

    /// The next frame. Fails as the contact finder does. If it was cancelled the scene stands
    /// between two frames.
    Status advance(const Context& context = {}, const StepWatcher& watcher = {});
    [[nodiscard]] virtual PassingLimits limits() const = 0;

    [[nodiscard]] std::span<const SceneBody> bodies() const { return bodies_; }
    /// Of the bodies where they now stand.
    [[nodiscard]] const FrameContacts& contacts() const { return contacts_; }
    [[nodiscard]] bool matters(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] const StepRules& rules() const { return rules_; }
    /// No point moved farther than this in any step of the last frame.
    [[nodiscard]] double largest_step() const { return largest_step_; }
    [[nodiscard]] std::size_t frame() const { return frame_; }
    [[nodiscard]] double seconds() const { return seconds_; }
    [[nodiscard]] std::uint64_t triangle_count() const;
    [[nodiscard]] std::uint64_t vertex_count() const;
    /// How often bodies were split so far: tears, cracks.
    [[nodiscard]] virtual std::uint64_t splits() const { return 0; }
    /// Of all vertices and triangles.
    [[nodiscard]] std::uint64_t hash() const;
    /// Of contacts that are found by pixels: what is smaller may be missed or taken for a contact.
    /// Nothing if they are exact and complete.
    [[nodiscard]] virtual std::optional<double> pixel_size() const { return {}; }
    /// What stays, or must not grow, in a scene that is answered by impulses; nothing in others.
    [[nodiscard]] virtual std::optional<MotionSums> sums() const;

    /// Another method from now on, and the contacts of this frame by it.
    Status use_contacts(ContactFinder finder, const Context& context = {});

  protected:
    explicit MovingScene(const StepRules& rules) : rules_(rules) {}
    MovingScene(const MovingScene&) = default;
    MovingScene(MovingScene&&) = default;
    MovingScene& operator=(const MovingScene&) = default;
    MovingScene& operator=(MovingScene&&) = default;

    /// Puts bodies on their paths, at `seconds()`.
    virtual void follow_paths() {}
    /// Moves everything by a step, as far as it is pushed where it goes: by default all of the
    /// above. No point moves farther than what it returns.
    virtual double move();
    /// Answers the contacts in which a step ended, where move() does not: by impulses.
    virtual void respond() {}
    /// The clock goes on; part of move().
    void let_pass(double seconds) { seconds_ += seconds; }
    /// What holds a sheet together; part of every iteration.
    virtual void hold(double /*step_seconds*/) {}
    /// At the end of a step: what tears or breaks.
    virtual void split() {}

    std::vector<SceneBody> bodies_;
    FrameContacts contacts_;
    StepRules rules_;

  private:
    Status find_contacts(const Context& context);
    void begin_step();
    double hold_and_push_apart();
    void lift_sheets();
    /// How far a point can have moved at most.
    double end_step();

    ContactFinder finder_ = exact_contacts;
    double largest_step_ = 0;
    double seconds_ = 0;
    std::size_t frame_ = 0;
};

} // namespace impinge::scenes
