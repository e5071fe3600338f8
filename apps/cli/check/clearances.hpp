// SPDX-License-Identifier: Apache-2.0
//
// Where and how much of pairs lies within their clearance: `impinge check --clearance-pairs` and
// `--histogram`.
#pragma once

#include "check/examination.hpp"
#include "impinge/clearance_histogram.hpp"
#include "impinge/clearance_pairs.hpp"

#include <string>

namespace impinge::cli {

/// Of the pairs that come within their clearance, in their order; stops early when the context is
/// cancelled.
Status list_near_triangles(Examination& examination, const Context& context);
/// Limits are tenths of the clearance, up to it.
Status measure_histograms(Examination& examination, const Context& context);

/// One line for each pair of triangles.
std::string near_triangles_csv(const Examination& examination);
/// One line for each surface of a pair and each limit.
std::string histogram_csv(const Examination& examination);

} // namespace impinge::cli
