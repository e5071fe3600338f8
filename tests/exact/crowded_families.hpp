// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenes/crowding.hpp"

#include <gtest/gtest.h>

#include <string>

namespace impinge::tests {

inline auto every_crowded_family() {
    return testing::ValuesIn(scenes::crowded_families().begin(), scenes::crowded_families().end());
}

/// GoogleTest takes no hyphens.
inline std::string name_of_family(const testing::TestParamInfo<scenes::CrowdedFamily>& row) {
    std::string name = row.param.name;
    std::erase(name, '-');
    return name;
}

} // namespace impinge::tests
