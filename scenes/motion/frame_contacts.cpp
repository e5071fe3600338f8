// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/frame_contacts.hpp"

#include "base/stopwatch.hpp"

#include <algorithm>

namespace impinge::scenes {

std::uint64_t FrameContacts::triangle_pairs() const {
    std::uint64_t sum = 0;
    for (const BodyContacts& contacts : bodies) {
        sum += contacts.pairs.size();
    }
    return sum;
}

std::uint64_t FrameContacts::count(Verdict verdict) const {
    return static_cast<std::uint64_t>(std::count_if(
        bodies.begin(), bodies.end(), [&](const auto& pair) { return pair.verdict == verdict; }));
}

Expected<FrameContacts> exact_contacts(std::span<const Body> bodies, const PairMatters& matters,
                                       const Context& context) {
    Stopwatch watch;
    auto check = check_all(
        bodies,
        {.detail = Detail::Pairs,
         .wishes = {.of = [&](std::uint32_t a,
                              std::uint32_t b) { return PairWish{.check = matters(a, b)}; }},
         .open_meshes = OpenMeshes::Surfaces},
        context);
    if (!check) {
        return check.error();
    }
    FrameContacts contacts;
    contacts.candidates = check->pairs.size();
    contacts.partial = check->partial;
    for (AssemblyPair& pair : check->pairs) {
        if (pair.interference.verdict != Verdict::Apart) {
            contacts.bodies.push_back(
                {pair.a, pair.b, pair.interference.verdict, std::move(pair.interference.pairs)});
        }
    }
    contacts.milliseconds = watch.lap();
    return contacts;
}

} // namespace impinge::scenes
