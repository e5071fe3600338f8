// SPDX-License-Identifier: Apache-2.0
//
// What was measured of a pair, in JSON.
#pragma once

#include "check/examination.hpp"
#include "output/json_report.hpp"

namespace impinge::cli {

/// Tolerance, overlap, way out and contact of a pair; null where they were not asked for, or the
/// pair does not interfere.
void add_measures(Json& out, const Examination& examination, const AssemblyPair& pair);

/// Clearance and distance of a pair, null where none was asked for or none is within it.
void add_nearest(Json& out, const Examination& examination, const AssemblyPair& pair);

/// A measured pair; null for none, and of one that was interrupted.
Json json_overlap(const PairMeasure* measure);
/// How much of the surfaces is how near; null where it was not asked for.
Json json_histogram(const Examination& examination, const AssemblyPair& pair);
/// Null for none.
Json json_way_out(const std::optional<Separation>& way_out);

} // namespace impinge::cli
