// SPDX-License-Identifier: Apache-2.0
//
// What a device says of its stages, for programs that measure frames.
#pragma once

#include "bench/bench_run.hpp"
#include "impinge/gpu.hpp"

#include <array>
#include <cstdio>
#include <vector>

namespace impinge::bench {

inline constexpr std::array stage_fields{
    &gpu::DeviceTimes::world,  &gpu::DeviceTimes::codes,  &gpu::DeviceTimes::cull_a,
    &gpu::DeviceTimes::cull_b, &gpu::DeviceTimes::count,  &gpu::DeviceTimes::places,
    &gpu::DeviceTimes::fill,   &gpu::DeviceTimes::match,  &gpu::DeviceTimes::crowd,
    &gpu::DeviceTimes::filter, &gpu::DeviceTimes::refine, &gpu::DeviceTimes::deliver,
    &gpu::DeviceTimes::total};
inline constexpr std::array stage_names{"world",  "codes",   "cull_a", "cull_b", "count",
                                        "places", "fill",    "match",  "crowd",  "filter",
                                        "refine", "deliver", "total"};

inline gpu::DeviceTimes medians(const std::vector<gpu::DeviceTimes>& all) {
    gpu::DeviceTimes middle;
    for (auto field : stage_fields) {
        std::vector<double> values;
        for (const gpu::DeviceTimes& times : all) {
            values.push_back(times.*field);
        }
        middle.*field = median(std::move(values));
    }
    return middle;
}

/// In microseconds.
inline void print_stages(const gpu::DeviceTimes& times) {
    for (std::size_t i = 0; i < stage_fields.size(); ++i) {
        std::printf(" %s %.1f", stage_names[i], 1e3 * times.*stage_fields[i]);
    }
}

inline Json json_of_stages(const gpu::DeviceTimes& times) {
    Json json;
    for (std::size_t i = 0; i < stage_fields.size(); ++i) {
        json[stage_names[i]] = times.*stage_fields[i];
    }
    return json;
}

} // namespace impinge::bench
