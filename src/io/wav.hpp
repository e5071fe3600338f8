// SPDX-License-Identifier: Apache-2.0
//
// Sound as WAV files (RIFF), which every player knows.
#pragma once

#include "impinge/expected.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace impinge::inline v0 {

/// Two channels of one length, from -1 to 1.
struct StereoSamples {
    int rate = 48000; ///< samples a second
    std::span<const float> left;
    std::span<const float> right;
};

/// The bytes of a WAV file with 16 bits a sample: rounded to the nearest, what is beyond -1 to 1 is
/// cut off, what is not a number is silent. Fails if the channels differ in length, or are longer
/// than the format can count.
Expected<std::string> wav_bytes(const StereoSamples& sound);

/// Whole or not at all, like every output.
Status write_wav(const std::filesystem::path& path, const StereoSamples& sound);

} // namespace impinge::inline v0
