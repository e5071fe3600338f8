// SPDX-License-Identifier: Apache-2.0
//
// What a frame wrote into memory of the processor: the words of its state, the pairs that surely
// cross, those in doubt with their corners.
#pragma once

#include "gpu/opengl/frame_lists.hpp"

namespace impinge::inline v0::gpu::opengl {

/// How many words it takes where lists have that room.
std::size_t answer_words(const ListRoom& room);

class FrameAnswer {
  public:
    /// Of a frame with that room, once the device is done with it.
    FrameAnswer(const std::uint32_t* words, const ListRoom& room) : words_(words), room_(room) {}

    /// A vertex is not finite, or beyond what the device can say: nothing else is told.
    [[nodiscard]] bool is_beyond_numbers() const;
    /// A count did not fit its word.
    [[nodiscard]] bool is_uncountable() const;
    [[nodiscard]] ListNeeds needs() const;
    [[nodiscard]] bool is_complete() const;
    /// All of it, if it is complete or beyond numbers.
    [[nodiscard]] RawPairs read(const FrameRequest& request) const;

  private:
    void read_counts(const FrameRequest& request, RawPairs& pairs) const;
    void read_pairs(const FrameRequest& request, RawPairs& pairs) const;

    const std::uint32_t* words_;
    const ListRoom& room_;
};

} // namespace impinge::inline v0::gpu::opengl
