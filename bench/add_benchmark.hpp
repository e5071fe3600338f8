// SPDX-License-Identifier: Apache-2.0
//
// How a measurement is registered: milliseconds on the wall, and beside them the processor's time
// of all threads.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace impinge::bench {

inline void add_benchmark(const std::string& name,
                          const std::function<void(benchmark::State&)>& measure) {
    benchmark::RegisterBenchmark(name.c_str(), measure)
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
}

} // namespace impinge::bench
