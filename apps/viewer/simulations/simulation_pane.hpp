// SPDX-License-Identifier: Apache-2.0
//
// What a simulation finds and takes, frame by frame: counters, times, one of them as a graph, and
// the pairs that are not apart. Also the one who begins simulations and ends them.
#pragma once

#include "panels/pane.hpp"
#include "simulations/particles_source.hpp"

#include <future>

namespace impinge::viewer {

class SimulationPane final : public Pane {
  public:
    SimulationPane(unsigned threads, std::function<void()> wake,
                   std::shared_ptr<ParticleRunSlot> run)
        : threads_(threads), wake_(std::move(wake)), run_(std::move(run)) {}

    [[nodiscard]] Command command() const override { return Command::Counters; }
    [[nodiscard]] const char* word() const override { return "simulation"; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override;
    /// kind, bodies, hash, interfering (bodies), kept (frames), or one of the frame's counters.
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;

  private:
    void begin(Session& session, SimulationSetup setup);
    void take_wishes(Session& session);
    void retire();
    void show_facts(PanelContext& context, const SimulationFrame& frame);
    void show_graph(PanelContext& context, const SimulationFrame& frame);
    void show_pairs(PanelContext& context, const SimulationFrame& frame);

    unsigned threads_;
    std::function<void()> wake_;
    std::shared_ptr<ParticleRunSlot> run_;
    std::shared_ptr<Simulation> simulation_;
    /// Those whose threads are being waited for.
    std::vector<std::future<void>> ending_;
    std::size_t graph_ = 0; ///< which fact
    std::uint64_t seen_look_ = 0;
    std::size_t seen_kept_ = 0;
    bool staged_ = false;
};

/// In the side panel, in place of the bodies of a scene: what is found in the frame that is shown.
void show_simulation_panel(PanelContext& context);
/// For the status line.
std::string simulation_status(const Simulation& simulation);
/// All simulations, to choose from.
void show_simulation_list(PanelContext& context);
/// The same as a menu.
void show_simulation_menu(PanelContext& context);

} // namespace impinge::viewer
