// SPDX-License-Identifier: Apache-2.0
#include "check/verdict_words.hpp"

#include "output/text.hpp"

namespace impinge::cli {

std::string verdict_words(const Examination& examination, const AssemblyPair& pair) {
    const Interference& result = pair.interference;
    if (!is_decided(result)) {
        return "undecided (interrupted)";
    }
    if (could_not_tell(examination, pair)) {
        return "could not tell";
    }
    if (is_left_open(pair)) {
        return result.verdict == Verdict::Apart ? "undecided (surfaces apart)"
                                                : "undecided (surfaces touch)";
    }
    if (is_within_tolerance(examination, pair)) {
        return coloured("touching", Verdict::Touching) + " (within tolerance)";
    }
    std::string words;
    switch (result.verdict) {
    case Verdict::AInsideB:
        words = "a inside b";
        break;
    case Verdict::BInsideA:
        words = "b inside a";
        break;
    default:
        words = to_string(result.verdict);
    }
    words = coloured(words, result.verdict);
    if (result.partial) {
        words += " (interrupted)";
    }
    return result.compared == Compared::Surfaces ? words + ", surfaces only" : words;
}

} // namespace impinge::cli
