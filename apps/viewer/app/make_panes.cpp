// SPDX-License-Identifier: Apache-2.0
#include "app/make_panes.hpp"

namespace impinge::viewer {

void add_panes(Panes& /*panes*/, const PaneSetup& /*setup*/) {}

} // namespace impinge::viewer
