// SPDX-License-Identifier: Apache-2.0
//
// The panes that the viewer has, in the order in which they stand.
#pragma once

#include "panels/panes.hpp"

#include <functional>

namespace impinge::viewer {

struct PaneSetup {
    unsigned threads = 1; ///< of what panes work out
    std::function<void()> wake;
};

void add_panes(Panes& panes, const PaneSetup& setup);

} // namespace impinge::viewer
