// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/frame_answer.hpp"

#include "gpu/opengl/state_words.hpp"

#include <bit>

namespace impinge::inline v0::gpu::opengl {
namespace {

constexpr std::size_t doubtful_words = 38;

double stored_number(Scalar scalar, const std::uint32_t* words, std::size_t i) {
    if (scalar == Scalar::Float32) {
        return static_cast<double>(std::bit_cast<float>(words[i]));
    }
    return std::bit_cast<double>(words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32);
}

Triangle stored_triangle(Scalar scalar, const std::uint32_t* words) {
    Triangle triangle{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t* const from = words + 6 * corner;
        triangle.corners[corner] = {stored_number(scalar, from, 0), stored_number(scalar, from, 1),
                                    stored_number(scalar, from, 2)};
    }
    return triangle;
}

Scalar scalar_of(const FrameSide& side, std::uint32_t triangle) {
    return side.body(side.body_of(triangle)).mesh->scalar;
}

} // namespace

std::size_t answer_words(const ListRoom& room) {
    return answer_head + std::size_t{2} * room.crossing + doubtful_words * room.doubtful;
}

bool FrameAnswer::is_beyond_numbers() const {
    constexpr std::uint32_t nowhere = 0xFFFFFFFF;
    constexpr std::uint32_t not_finite = state_place("not_finite");
    return words_[not_finite] != nowhere || words_[not_finite + 1] != nowhere;
}

bool FrameAnswer::is_uncountable() const { return words_[state_place("uncountable")] != 0; }

ListNeeds FrameAnswer::needs() const {
    return {.entries = words_[state_place("entries")],
            .tasks = words_[state_place("tasks")],
            .candidates = words_[state_place("candidates")],
            .crossing = words_[state_place("crossing")],
            .doubtful = words_[state_place("doubtful")]};
}

bool FrameAnswer::is_complete() const {
    const ListNeeds needed = needs();
    return needed.entries <= room_.entries && needed.tasks <= room_.tasks &&
           needed.candidates <= room_.candidates && needed.crossing <= room_.crossing &&
           needed.doubtful <= room_.doubtful;
}

void FrameAnswer::read_counts(const FrameRequest& request, RawPairs& pairs) const {
    const ListNeeds counts = needs();
    const std::uint64_t in_a = words_[state_place("records_a")];
    pairs.counters = {.triangles_in_region = in_a + words_[state_place("in_region_b")],
                      .triangles_after_bins = words_[state_place("survivors")] +
                                              std::uint64_t{words_[state_place("records_b")]},
                      .candidate_pairs = counts.candidates};
    if (request.one_side()) {
        pairs.counters.triangles_after_bins = in_a;
    }
    if (request.among == Among::OneSide) { // the region is the box of all
        pairs.counters.triangles_in_region = request.a.triangle_count();
    }
    pairs.report.candidates = counts.candidates;
    pairs.report.sure = counts.crossing;
    pairs.report.doubtful = counts.doubtful;
    pairs.report.entries = counts.entries;
    pairs.report.tasks = counts.tasks;
    pairs.report.bytes_returned = word_bytes * (answer_head + std::size_t{2} * counts.crossing +
                                                doubtful_words * std::size_t{counts.doubtful});
}

void FrameAnswer::read_pairs(const FrameRequest& request, RawPairs& pairs) const {
    const ListNeeds counts = needs();
    const std::uint32_t* from = words_ + answer_head;
    pairs.crossing.resize(counts.crossing);
    for (SurePair& pair : pairs.crossing) {
        pair = {from[0], from[1]};
        from += 2;
    }
    from = words_ + answer_head + std::size_t{2} * room_.crossing;
    pairs.doubtful.resize(counts.doubtful);
    for (DoubtfulPair& pair : pairs.doubtful) {
        pair = {from[0], from[1], stored_triangle(scalar_of(request.a, from[0]), from + 2),
                stored_triangle(scalar_of(request.other(), from[1]), from + 20)};
        from += doubtful_words;
    }
}

RawPairs FrameAnswer::read(const FrameRequest& request) const {
    RawPairs pairs;
    pairs.beyond_numbers = is_beyond_numbers();
    if (!pairs.beyond_numbers) {
        read_counts(request, pairs);
        read_pairs(request, pairs);
    }
    return pairs;
}

} // namespace impinge::inline v0::gpu::opengl
