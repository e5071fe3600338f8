// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/expected.hpp"

#include <stdexcept>
#include <utility>

namespace impinge::bench::peers {

/// Benchmarks end at the first failure: nothing they time may fail.
template <typename Value> Value value_or_throw(Expected<Value> value) {
    if (!value) {
        throw std::runtime_error(value.error().message);
    }
    return std::move(*value);
}

} // namespace impinge::bench::peers
