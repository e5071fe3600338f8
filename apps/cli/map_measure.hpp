// SPDX-License-Identifier: Apache-2.0
//
// The work of `impinge map`: measures, and writes pictures and data on the way.
#pragma once

#include "map_report.hpp"
#include "progress.hpp"

namespace impinge::cli {

/// The error says what went wrong on the way. If the context was cancelled, what comes back is not
/// to be told.
Expected<MapReport> measure_map(const MapOptions& options, const MapRequest& request,
                                const Context& context, Progress& progress);

} // namespace impinge::cli
