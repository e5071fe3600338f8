// SPDX-License-Identifier: Apache-2.0
//
// One more question about some of the pairs: large ones one after the other with all threads, small
// ones side by side.
#pragma once

#include "impinge/assembly.hpp"
#include "input/loaded_body.hpp"
#include "world/weighted_work.hpp"

#include <optional>
#include <span>
#include <vector>

namespace impinge::cli {

/// The answers in the order of the pairs; each has fields a and b. `is_meant(pair)` says which are
/// asked about, `ask(pair, answer, context)` fills an answer in. Of several failures the first in
/// that order counts. Answers not begun when the context is cancelled are missing.
template <typename Answer, typename IsMeant, typename Ask>
Expected<std::vector<Answer>>
ask_pairs(std::span<const LoadedBody> bodies, std::span<const AssemblyPair> pairs,
          const IsMeant& is_meant, const Ask& ask, const Context& context) {
    std::vector<const AssemblyPair*> meant;
    std::vector<std::uint64_t> weights;
    for (const AssemblyPair& pair : pairs) {
        if (is_meant(pair)) {
            meant.push_back(&pair);
            weights.push_back(bodies[pair.a].mesh->triangles.size() +
                              bodies[pair.b].mesh->triangles.size());
        }
    }
    std::vector<std::optional<Expected<Answer>>> found(meant.size());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& part) {
        Answer answer{};
        answer.a = meant[i]->a;
        answer.b = meant[i]->b;
        const Status status = ask(*meant[i], answer, part);
        found[i].emplace(status ? Expected<Answer>(std::move(answer))
                                : Expected<Answer>(status.error()));
    });
    std::vector<Answer> answers;
    for (auto& one : found) {
        if (one && !*one) {
            return one->error();
        }
        if (one) {
            answers.push_back(std::move(**one));
        }
    }
    return answers;
}

} // namespace impinge::cli
