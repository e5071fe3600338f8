// SPDX-License-Identifier: Apache-2.0
#include "world/step/candidates.hpp"

namespace impinge::inline v0 {
namespace {

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

} // namespace

void take_candidates(const BodyTable& bodies, std::span<const BoxPair> pairs,
                     std::span<WorldCandidate> last, std::vector<WorldCandidate>& next) {
    next.clear();
    next.reserve(pairs.size());
    const bool filtered = bodies.any_filter();
    auto old = last.begin();
    for (const BoxPair& pair : pairs) {
        if (filtered && !bodies.filters_pass(pair.a, pair.b)) {
            continue;
        }
        const std::uint64_t key = key_of(pair.a, pair.b);
        while (old != last.end() && key_of(old->a, old->b) < key) {
            ++old;
        }
        if (old != last.end() && key_of(old->a, old->b) == key) {
            next.push_back(std::move(*old));
        } else {
            next.emplace_back();
            next.back().a = pair.a;
            next.back().b = pair.b;
        }
    }
}

} // namespace impinge::inline v0
