// SPDX-License-Identifier: Apache-2.0
#include "examination.hpp"

#include "base/hash.hpp"
#include "stopwatch.hpp"

namespace impinge::cli {
namespace {

/// Bodies whose boxes have no common point need no query. Two empty bodies are apart in the same
/// way, and asking about them costs nothing.
Expected<Interference> query(const LoadedBody& a, const LoadedBody& b,
                             const CollideOptions& options) {
    return boxes_overlap(a.box, b.box) ? collide(a.body(), b.body(), options)
                                       : collide(Body{}, Body{}, options);
}

} // namespace

std::size_t pair_count(std::size_t bodies) { return bodies < 2 ? 0 : bodies * (bodies - 1) / 2; }

std::uint64_t Examination::candidate_pairs() const {
    std::uint64_t sum = 0;
    for (const ExaminedPair& pair : pairs) {
        sum += pair.result.counters.candidate_pairs;
    }
    return sum;
}

std::uint64_t Examination::hash() const {
    Hasher hasher;
    for (const ExaminedPair& pair : pairs) {
        hasher.add(pair.result.hash);
    }
    return hasher.digest();
}

bool is_decided(const Interference& result) {
    return !result.partial || result.verdict == Verdict::Crossing;
}

VerdictCounts count_verdicts(const Examination& examination) {
    VerdictCounts counts;
    for (const ExaminedPair& pair : examination.pairs) {
        if (!is_decided(pair.result)) {
            ++counts.undecided;
            continue;
        }
        switch (pair.result.verdict) {
        case Verdict::Apart:
            ++counts.apart;
            break;
        case Verdict::Touching:
            ++counts.touching;
            break;
        case Verdict::Crossing:
            ++counts.crossing;
            break;
        case Verdict::AInsideB:
            ++counts.a_inside_b;
            break;
        case Verdict::BInsideA:
            ++counts.b_inside_a;
            break;
        case Verdict::Same:
            ++counts.same;
            break;
        }
    }
    return counts;
}

Status examine_pairs(Examination& examination, const CollideOptions& options) {
    const Stopwatch watch;
    const std::vector<LoadedBody>& bodies = examination.bodies;
    for (std::size_t a = 0; a < bodies.size(); ++a) {
        for (std::size_t b = a + 1; b < bodies.size() && !options.context.cancelled(); ++b) {
            auto result = query(bodies[a], bodies[b], options);
            if (!result) {
                return Error{result.error().code, bodies[a].file + " and " + bodies[b].file + ": " +
                                                      result.error().message};
            }
            examination.partial |= result->partial;
            examination.pairs.push_back({a, b, std::move(*result)});
        }
    }
    examination.partial |= examination.pairs.size() < pair_count(examination.named_bodies);
    examination.collide_ms = watch.milliseconds();
    return {};
}

} // namespace impinge::cli
