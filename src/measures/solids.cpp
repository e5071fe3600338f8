// SPDX-License-Identifier: Apache-2.0
#include "measures/solids.hpp"

#include <utility>

namespace impinge::inline v0 {

std::vector<std::string> reasons_not_solid(const MeshSolidity& a, const MeshSolidity& b) {
    std::vector<std::string> reasons;
    for (const auto& [name, solidity] : {std::pair{"body A: ", &a}, std::pair{"body B: ", &b}}) {
        for (const std::string& reason : solidity->reasons) {
            reasons.push_back(name + reason);
        }
    }
    return reasons;
}

} // namespace impinge::inline v0
