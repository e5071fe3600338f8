// SPDX-License-Identifier: Apache-2.0
//
// What the viewer is about, without window and drawing: the scene with its document, the files
// being read, the checks being made, and what the user wants to see. Nothing here waits: update()
// looks at what has come and asks for what is missing.
#pragma once

#include "app/loader.hpp"
#include "camera/stereo.hpp"
#include "check/checker.hpp"
#include "export/report_export.hpp"
#include "gizmo/gizmo.hpp"
#include "scene/document.hpp"
#include "scene/scene_state.hpp"
#include "simulations/simulation.hpp"
#include "simulations/simulation_wish.hpp"
#include "timeline/timeline.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace impinge::viewer {

struct ShowOptions {
    bool curves = true;
    bool triangles = false;
    bool see_through = true;
    bool measures = true;
    bool boxes = false;
    bool edges = false;
    bool grid = false;
    bool overlaps = false; ///< regions in which solids overlap
    bool features = false; ///< that are closest to each other
    bool interest = false; ///< boxes in which bodies can meet
    bool panels = true;
};

struct ToolOptions {
    GizmoMode mode = GizmoMode::Move;
    bool local_axes = false;
    bool slide = false;
};

/// What the hand of the walkthrough wants of the camera: to go along.
struct EyeWalk {
    Vec3d step;
    Vec3d about; ///< the eye turns about it
    double turn_radians = 0;
};

class Session {
  public:
    /// `wake` may be called from any thread: there is something new.
    Session(unsigned threads, std::function<void()> wake);

    // Files.
    void open(SceneDescription scene, std::filesystem::path folder);
    /// Scene files replace what is there, mesh files are put beside it, or are a scene if there is
    /// none yet.
    void open_files(std::span<const std::string> files);
    /// Fails, too, on what could not be opened again and on files that others would miss.
    Status save(const std::filesystem::path& file);
    /// Fails on a file that the scene was read from.
    [[nodiscard]] Status check_output(const std::filesystem::path& file) const;
    /// A clash report of what is there, written beside the window; message() says what came of it.
    Status export_report(const std::filesystem::path& file);
    [[nodiscard]] const std::string& scene_file() const { return document_.scene.source; }
    [[nodiscard]] bool loading() const { return loader_.busy() || !to_open_.empty(); }

    /// Takes what has come and asks for what is missing. Whether something is new to be seen.
    bool update();
    /// What is being done that takes long, for the status line; empty if nothing is.
    [[nodiscard]] std::string progress() const { return report_.progress(); }
    /// Nothing is being read or written, and the scene as it is has been checked.
    [[nodiscard]] bool idle() const;
    /// Whether what is known is about the scene as it is now.
    [[nodiscard]] bool verdicts_are_current() const;
    [[nodiscard]] bool checking() const { return checker_.busy(); }

    // Changes; those of poses of a body under the mouse through drag_to, which knows of sliding.
    [[nodiscard]] SceneState& state() { return state_; }
    [[nodiscard]] const SceneState& state() const { return state_; }
    void begin_drag(BodyIndex body);
    void drag_to(const Rigid& pose);
    void end_drag();
    void cancel_drag();
    /// As one step that can be undone.
    void add_copies(std::span<const BodyCopy> copies) {
        state_.add(copied_bodies(document_, state_, copies));
    }

    /// Around all that is seen, of the scene or of the simulation.
    [[nodiscard]] Box3 seen_box() const { return simulation ? simulation->box() : state_.box(); }

    /// The same, with what lies beyond what the camera is to show.
    [[nodiscard]] Box3 deep_box() const {
        return simulation ? simulation->deep_box() : state_.box();
    }

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] const CheckResult* result() const { return result_.get(); }
    [[nodiscard]] std::shared_ptr<const CheckResult> shared_result() const { return result_; }
    [[nodiscard]] BodyState state_of(BodyIndex body) const;
    /// The pair that distances are told of: the one chosen, or the one that suggests itself.
    [[nodiscard]] std::optional<PairOfBodies> measured() const;
    void measure(std::optional<PairOfBodies> pair) { chosen_pair_ = pair; }
    /// Looks for the way out of the measured pair, however long that takes, until something
    /// changes.
    void find_way_out() { way_out_wished_ = true; }
    void find_overlap() { overlap_wished_ = true; }

    /// For the person in front: what went wrong, or was done.
    [[nodiscard]] const std::string& message() const { return message_; }
    void tell(std::string message) { message_ = std::move(message); }
    /// Whether one of the files that were opened last could not be read; message() says why.
    [[nodiscard]] bool failed() const { return failed_; }
    /// Grows whenever a whole scene was opened.
    [[nodiscard]] int scenes_opened() const { return scenes_opened_; }

    /// The files, or what was to be done with them, are no good: says so, and failed() from now on.
    void fail(std::string message) {
        failed_ = true;
        tell(std::move(message));
    }

    ShowOptions show;
    Stereo stereo;
    bool walking = false;  ///< a hand is moved by the mouse, not the camera
    EyeWalk eye_walks;     ///< not done yet
    double drawing_ms = 0; ///< what it took to draw the scene last, until the device was done
    ToolOptions tools;
    Timeline timeline;
    std::string recording;                         ///< in words, while frames are recorded
    std::optional<SimulationWish> simulation_wish; ///< to be begun
    std::optional<ParticleWish> particle_wish;     ///< likewise
    bool particles = false;                        ///< are what the simulation is of
    std::shared_ptr<Simulation> simulation;        ///< seen in place of the scene; or null
    std::optional<Box3> box_to_frame;              ///< the camera is to show it once
    std::string sequence_file; ///< to be opened in the timeline once all else has been read

  private:
    [[nodiscard]] Status check_scene_output(const std::filesystem::path& file) const;
    bool take_loaded();
    bool take_result();
    void take_slide(const CheckResult& answer);
    void forget_slide();
    bool take_report();
    void start_next_load();
    void ask_if_needed();
    [[nodiscard]] CheckRequest request();
    [[nodiscard]] WantedExtras wanted_extras() const;
    /// The pair that something is to be found out about beside the verdict.
    [[nodiscard]] std::optional<PairOfBodies> wanted_pair() const;
    [[nodiscard]] std::optional<PairOfBodies> suggested_pair() const;

    SceneState state_;
    Document document_;
    Loader loader_;
    ReportExport report_;
    std::vector<std::string> to_open_;
    std::shared_ptr<const CheckResult> result_;
    Revision result_revision_ = 0; ///< that the result is about; a slide moves on to a new one
    std::optional<PairOfBodies> chosen_pair_;
    std::optional<PairOfBodies> asked_pair_;
    bool way_out_wished_ = false;
    bool overlap_wished_ = false;
    WantedExtras asked_extras_;
    Revision asked_revision_ = 0;
    bool asked_settled_ = true;
    std::uint64_t serial_ = 0;
    std::uint64_t least_serial_ = 0;    ///< answers to requests before are about something else
    std::optional<Rigid> slide_target_; ///< not asked for yet
    std::uint64_t slide_serial_ = 0;    ///< of the last slide that was asked for; 0: none is open
    bool ends_after_slide_ = false;     ///< the mouse was let go meanwhile
    std::string message_;
    bool failed_ = false;
    int scenes_opened_ = 0;
    Checker checker_; ///< last, so that its thread ends first
};

} // namespace impinge::viewer
