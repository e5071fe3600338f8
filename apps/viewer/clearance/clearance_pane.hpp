// SPDX-License-Identifier: Apache-2.0
//
// How far two bodies are apart, or in each other, as a map beside the scene and on the bodies
// themselves: measured anew whenever one of them moves, on a thread of its own.
#pragma once

#include "clearance/clearance_look.hpp"
#include "clearance/clearance_meter.hpp"
#include "clearance/motion_path.hpp"
#include "panels/newest_work.hpp"
#include "panels/pane.hpp"
#include "panels/pane_image.hpp"

namespace impinge::viewer {

enum class ClearanceAlong : std::uint8_t { Suitable, Refined, X, Y, Z, Seen };

struct ClearanceSettings {
    Measured measured = Measured::AlongView;
    ClearanceAlong along = ClearanceAlong::Suitable;
    Vec3d seen{0, 0, -1}; ///< the direction of Seen
    int resolution = 512;
    double contact = 0; ///< half the width of the contact band; 0: what suits
    double range = 0;   ///< of the colours; 0: what suits
    ClearanceColours colours = ClearanceColours::Scale;
    bool draped = true;
    bool whole_motion = false; ///< all frames of the timeline together, if it moves the bodies
    bool touched = false;      ///< of a whole motion: all that was in contact in any frame
    bool path = true;          ///< the way of bodies that the timeline moves
};

class ClearancePane final : public Pane {
  public:
    ClearancePane(unsigned threads, const std::function<void()>& wake);

    [[nodiscard]] Command command() const override { return Command::Clearance; }
    [[nodiscard]] const char* word() const override { return "clearance"; }
    [[nodiscard]] float height() const override { return 1.6F; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override { return is_open() && work_.busy(); }
    void set_open(bool open) override;
    void add_to_scene(const Session& session, DrawnScene& scene) override;
    [[nodiscard]] std::uint64_t look() const override { return look_; }
    void draw_over(const SceneOverlay& overlay) override;
    /// gap, overlap, volume, bound, contact, both, measured, direction, probe, place, error; of a
    /// whole motion frames, closest_frame and touched
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;
    /// The map as .npy or .pfm, or its picture as .png.
    [[nodiscard]] std::optional<Status> save(const std::filesystem::path& file) const override;

  private:
    /// A place of the map that is shown in the scene, too.
    struct Pointed {
        Vec3d from;
        Vec3d to;
        double clearance = 0;
        std::optional<std::size_t> frame; ///< of a whole motion
    };
    /// What is known of the timeline, as long as it is the same.
    struct MotionKey {
        const Track* track = nullptr;
        std::string title;
        std::size_t frames = 0;
        std::optional<PairOfBodies> pair;

        friend bool operator==(const MotionKey&, const MotionKey&) = default;
    };

    [[nodiscard]] std::optional<ClearanceRequest> request(const Session& session) const;
    [[nodiscard]] ColourWish colour_wish() const;
    void take_motion(const Session& session);
    void ask(const Session& session);
    void take_answer(const Session& session);
    void forget_answer();
    [[nodiscard]] bool wants_motion() const { return settings_.whole_motion && !motion_.empty(); }
    /// From where A was in a frame of the motion to where it is now.
    [[nodiscard]] Rigid from_frame(std::size_t frame) const;
    void paint();
    void show_settings(PanelContext& context);
    void show_numbers_wished(PanelContext& context);
    void show_motion_switches(PanelContext& context);
    void show_motion(PanelContext& context);
    void show_map(PanelContext& context, float height);
    void show_probe(PanelContext& context);
    void show_bar_and_numbers(PanelContext& context);
    void show_map_numbers(PanelContext& context);
    void show_closest_numbers(PanelContext& context);
    void number_row(PanelContext& context, const char* label, const std::string& text,
                    const std::optional<Vec3d>& place = {}, double clearance = 0);
    void point_at(ImagePixel pixel);
    [[nodiscard]] std::string length(double value) const;

    NewestWork<ClearanceRequest, ClearanceAnswer> work_;
    ClearanceSettings settings_;
    std::optional<LengthUnit> unit_;
    std::array<std::string, 2> names_;
    std::optional<PairOfBodies> pair_; ///< what is asked about
    Revision asked_revision_ = 0;
    int scene_ = 0;      ///< which of the session is asked about
    bool asked_ = false; ///< with the settings as they are
    bool asked_settled_ = true;
    std::shared_ptr<const ClearanceAnswer> answer_;
    MotionKey motion_key_;
    std::vector<PairPoses> motion_; ///< of the pair in the timeline
    std::shared_ptr<const Segments> path_;
    std::optional<std::pair<std::uint32_t, ProbeRays>> motion_rays_; ///< of one frame
    Rigid a_now_;
    ClearanceLook shown_;
    PaneImage map_;
    PaneImage bar_{PixelsAre::Drawn};
    std::optional<Pointed> pointed_; ///< by the mouse, in this frame
    Vec3d view_axis_{0, 0, -1};      ///< of the scene
    std::uint64_t look_ = 1;
};

} // namespace impinge::viewer
