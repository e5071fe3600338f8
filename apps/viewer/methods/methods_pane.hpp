// SPDX-License-Identifier: Apache-2.0
//
// Any method on any device about the bodies of the scene, anew whenever one of them moves: what it
// says of each pair and whether the exact engine agrees, with the time and the counters of each
// stage.
#pragma once

#include "methods/method_choices.hpp"
#include "methods/method_runner.hpp"
#include "panels/newest_work.hpp"
#include "panels/pane.hpp"

#include <deque>

namespace impinge::viewer {

class MethodsPane final : public Pane {
  public:
    MethodsPane(unsigned threads, const std::function<void()>& wake);

    [[nodiscard]] Command command() const override { return Command::Methods; }
    [[nodiscard]] const char* word() const override { return "methods"; }
    [[nodiscard]] float height() const override { return 1.6F; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override { return is_open() && work_.busy(); }
    void draw_over(const SceneOverlay& overlay) override { view_axis_ = overlay.view.axis_z; }
    void set_open(bool open) override;
    /// method, device, runs_on, error, pairs, agrees, missed, invented, untold, refused, open,
    /// comparison, triangles, same_bits, times, ms, exact_ms, runs (in the graph); of the pair that
    /// is shown verdict and exact; stage.NAME and count.NAME of what is shown, with "-" for blanks
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;

  private:
    struct Times {
        float method = 0; ///< milliseconds
        float exact = 0;
    };

    [[nodiscard]] MethodRequest request(const Session& session) const;
    void ask(const Session& session);
    bool take_run();
    void forget_run();
    /// Of the run, or null where all pairs are looked at together.
    [[nodiscard]] const MethodPair* shown_pair() const;
    [[nodiscard]] const Work& shown_work() const;
    [[nodiscard]] std::optional<std::string> pair_fact(std::string_view name) const;

    void show_settings(PanelContext& context);
    void show_method_choices(PanelContext& context);
    void show_sampling(PanelContext& context);
    void show_comparison(PanelContext& context);
    void show_pairs(PanelContext& context);
    void show_row(PanelContext& context, const MethodPair& pair);
    void show_stages(PanelContext& context);
    void show_counts(PanelContext& context);
    void show_history(PanelContext& context);
    struct Plot {
        ImVec2 corner;
        ImVec2 size;
        float most = 0; ///< milliseconds at its upper side
        float scale = 1;
    };
    void draw_curve(float Times::*which, const Plot& plot, ImU32 colour) const;

    NewestWork<MethodRequest, MethodRun> work_;
    MethodSettings settings_;
    MethodSettings asked_settings_;
    Revision asked_revision_ = 0;
    int scene_ = 0;      ///< which of the session is asked about
    bool asked_ = false; ///< with the settings as they are
    bool asked_settled_ = true;
    std::shared_ptr<const MethodRun> run_;
    std::deque<Times> history_; ///< with the same settings, the newest last
    std::optional<PairOfBodies> measured_;
    Vec3d view_axis_{0, 0, -1}; ///< of the scene
};

} // namespace impinge::viewer
