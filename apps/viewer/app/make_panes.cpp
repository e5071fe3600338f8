// SPDX-License-Identifier: Apache-2.0
#include "app/make_panes.hpp"

#include "clearance/clearance_pane.hpp"
#include "hand/hand_pane.hpp"
#include "methods/methods_pane.hpp"
#include "planes/planes_pane.hpp"
#include "simulations/impacts_pane.hpp"
#include "simulations/simulation_pane.hpp"
#include "simulations/sound_pane.hpp"
#include "timeline/timeline_pane.hpp"

namespace impinge::viewer {

void add_panes(Panes& panes, const PaneSetup& setup) {
    panes.add(std::make_unique<ClearancePane>(setup.threads, setup.wake));
    panes.add(std::make_unique<HandPane>(setup.threads, setup.wake));
    panes.add(std::make_unique<MethodsPane>(setup.threads, setup.wake));
    panes.add(std::make_unique<PlanesPane>(setup.threads, setup.wake));
    panes.add(std::make_unique<TimelinePane>(setup.wake));
    const auto particles = std::make_shared<ParticleRunSlot>();
    panes.add(std::make_unique<SimulationPane>(setup.threads, setup.wake, particles));
    panes.add(std::make_unique<ImpactsPane>(particles, setup.wake));
    panes.add(std::make_unique<SoundPane>(particles, setup.wake));
}

} // namespace impinge::viewer
