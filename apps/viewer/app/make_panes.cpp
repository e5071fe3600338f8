// SPDX-License-Identifier: Apache-2.0
#include "app/make_panes.hpp"

#include "clearance/clearance_pane.hpp"
#include "timeline/timeline_pane.hpp"

namespace impinge::viewer {

void add_panes(Panes& panes, const PaneSetup& setup) {
    panes.add(std::make_unique<ClearancePane>(setup.threads, setup.wake));
    panes.add(std::make_unique<TimelinePane>(setup.wake));
}

} // namespace impinge::viewer
