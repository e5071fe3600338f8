// SPDX-License-Identifier: Apache-2.0
#include "check_wishes.hpp"

#include <algorithm>
#include <map>

namespace impinge::cli {

void group_by_file(std::span<LoadedBody> bodies, PairWishes& wishes) {
    std::map<std::string, std::size_t> numbers;
    std::vector<std::size_t> file_of;
    file_of.reserve(bodies.size());
    for (LoadedBody& body : bodies) {
        file_of.push_back(numbers.emplace(body.file, numbers.size()).first->second);
        body.group = body.file;
    }
    const PairWishes before = wishes;
    wishes.of = [before, file_of](std::uint32_t a, std::uint32_t b) {
        if (file_of[a] == file_of[b]) {
            return PairWish{.check = false};
        }
        return before.of ? before.of(a, b) : PairWish{true, before.largest_clearance};
    };
}

void want_clearance(PairWishes& wishes, double clearance) {
    wishes.largest_clearance = std::max(wishes.largest_clearance, clearance);
    if (wishes.of && clearance > 0) {
        wishes.of = [before = std::move(wishes.of), clearance](std::uint32_t a, std::uint32_t b) {
            PairWish wish = before(a, b);
            wish.clearance = std::max(wish.clearance, clearance);
            return wish;
        };
    }
}

} // namespace impinge::cli
