// SPDX-License-Identifier: Apache-2.0
//
// The walkthrough by hand, after I-COLLIDE (Cohen, Lin, Manocha, Ponamgi 1995, section 5.4): a hand
// that mouse and keys move through the scene takes hold of what it touches, carries, turns and
// scales it. What is touched is red. Beside that, what frames take as bodies and pairs grow.
//
// Collisions are asked of a World on a thread of its own. The window waits for it only as long as a
// small world takes.
#pragma once

#include "hand/frame_times.hpp"
#include "hand/hand_pose.hpp"
#include "hand/hand_shape.hpp"
#include "hand/hand_world.hpp"
#include "panels/newest_work.hpp"
#include "panels/pane.hpp"

#include <set>

namespace impinge::viewer {

class HandPane final : public Pane {
  public:
    HandPane(unsigned threads, std::function<void()> wake);

    [[nodiscard]] Command command() const override { return Command::WalkByHand; }
    [[nodiscard]] const char* word() const override { return "hand"; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] bool animates() const override { return frames_to_measure_ > 0; }
    bool handle(const Event& event, const raster::View& view) override;
    void add_to_scene(const Session& session, DrawnScene& scene) override;
    [[nodiscard]] std::uint64_t look() const override { return look_; }
    void draw_over(const SceneOverlay& overlay) override;
    /// carries, touches (bodies, by name), touched-parts (likewise), crossing (bodies that do not
    /// touch the hand), bodies, colliding (pairs), collision-ms, drawing-ms, frames, counts (of
    /// bodies that there are times of), place.x, place.y, place.z, scale (of what is carried)
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;
    /// at X Y Z [HEADING [DIP [ROLL]]], by X Y Z, grasp, let-go, scale F, size F, strew N [SEED],
    /// measure
    std::optional<Status> obey(std::span<const std::string> words) override;

  private:
    struct Carried {
        BodyIndex body = 0;
        Rigid in_hand; ///< its pose in the frame of the hand
    };
    /// Waits for the answer of what the hand touches as it is, and then with its fingers closed.
    struct Grasp {
        std::uint64_t serial = 0;
        Rigid frame;
        bool closed = false;
        std::optional<Rigid> let_go; ///< where, if that has been meanwhile
    };

    void begin(Session& session);
    void end(Session& session);
    void take_up_place(const Session& session);
    void moved();
    void bend(double grip);
    void ask();
    bool take_answer();
    bool answer_now();
    void grasp();
    void let_go();
    void finish_grasp();
    void take_hold(const Grasp& grasp, const std::set<BodyIndex>& touched);
    void carry();
    void scale_carried(double factor);
    void notice_lost_hold();
    void note_time(const HandFinding& finding);
    void measure();
    void tremble();
    Status strew(std::size_t count, std::uint64_t seed);
    bool key_once(const Event& event);
    bool key(const Event& event, const raster::View& view);
    bool mouse(const Event& event, const raster::View& view);
    void step(const Event& event, const WalkAxes& axes);
    void turn(const Event& event);
    void turn_by(double heading, double dip, double roll);
    void wheel(const Event& event, const raster::View& view);
    [[nodiscard]] std::vector<PlacedPart> placed_parts(const Rigid& frame) const;
    [[nodiscard]] double step_length() const;
    [[nodiscard]] std::optional<std::string> fact_of_answer(std::string_view name) const;
    [[nodiscard]] std::string names_of(const std::set<BodyIndex>& bodies) const;
    void show_state(PanelContext& context);
    void show_tools(PanelContext& context);
    void show_times(PanelContext& context);

    Session* session_ = nullptr; ///< from the first update() on; outlives the panes
    int scene_ = 0;              ///< which of the session is walked through; 0: none
    ShowOptions show_before_;
    HandShape shape_;
    HandPose pose_;
    double size_ = 1;
    double grip_ = 0;
    std::optional<BodyIndex> hand_body_; ///< of the scene, in place of the shape
    Rigid body_in_hand_;                 ///< where it stands in the frame of the hand
    std::optional<Carried> carried_;
    std::optional<Grasp> grasp_;
    bool eye_follows_ = true;
    bool held_by_mouse_ = false; ///< its left button was pressed in the scene
    bool turning_ = false;       ///< by the right button
    bool viewer_drags_ = false;  ///< by a button that is not for the hand
    bool shift_ = false;
    Key held_ = Key::None; ///< a key that does something once, however long it is held
    ScreenPoint last_at_;
    std::uint64_t serial_ = 0;
    std::uint64_t first_serial_ = 1; ///< of this scene: others tell of other bodies
    std::uint64_t look_ = 0;
    Revision asked_revision_ = 0;
    bool wants_answer_ = false; ///< something has moved that was not asked about
    std::shared_ptr<const HandFinding> found_;
    FrameTimes times_;
    int frames_to_measure_ = 0;
    Vec3d measured_at_;
    int strew_count_ = 100;
    int strew_seed_ = 1;
    std::shared_ptr<HandWorld> world_ = std::make_shared<HandWorld>(); ///< of the thread below
    NewestWork<HandQuestion, HandFinding> work_;                       ///< last: ends first
};

} // namespace impinge::viewer
