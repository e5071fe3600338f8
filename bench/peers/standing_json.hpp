// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/bench_run.hpp"
#include "bench/peers/contest.hpp"

namespace impinge::bench::peers {

/// Medians, counts and hash.
Json to_json(const Standing& standing);

} // namespace impinge::bench::peers
