// SPDX-License-Identifier: Apache-2.0
#include "io/wav.hpp"

#include "io/byte_order.hpp"
#include "io/write_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace impinge::inline v0 {
namespace {

constexpr std::uint32_t wav_channels = 2;
constexpr std::uint32_t bytes_a_sample = 2;
constexpr std::uint32_t head_bytes = 36; ///< of the head, behind the count of all

std::int16_t as_sample(float value) {
    constexpr double largest = 32767;
    const double clamped =
        std::isnan(value) ? 0 : std::clamp(static_cast<double>(value), -1.0, 1.0);
    return static_cast<std::int16_t>(std::lround(clamped * largest));
}

} // namespace

Expected<std::string> wav_bytes(const StereoSamples& sound) {
    if (sound.left.size() != sound.right.size()) {
        return Error{ErrorCode::InvalidArgument, "sound: its channels differ in length"};
    }
    const std::uint64_t data = std::uint64_t{wav_channels} * bytes_a_sample * sound.left.size();
    if (sound.rate < 1 || data + head_bytes > 0xFFFFFFFFU) {
        return Error{ErrorCode::Unsupported, "sound: too long for a WAV file"};
    }
    const auto rate = static_cast<std::uint32_t>(sound.rate);
    std::string out = "RIFF";
    out.reserve(head_bytes + 8 + data);
    append_little(out, static_cast<std::uint32_t>(head_bytes + data));
    out += "WAVEfmt ";
    append_little(out, std::uint32_t{16});
    append_little(out, std::uint16_t{1}); // whole numbers
    append_little(out, static_cast<std::uint16_t>(wav_channels));
    append_little(out, rate);
    append_little(out, rate * wav_channels * bytes_a_sample);
    append_little(out, static_cast<std::uint16_t>(wav_channels * bytes_a_sample));
    append_little(out, static_cast<std::uint16_t>(8 * bytes_a_sample));
    out += "data";
    append_little(out, static_cast<std::uint32_t>(data));
    for (std::size_t i = 0; i < sound.left.size(); ++i) {
        append_little(out, as_sample(sound.left[i]));
        append_little(out, as_sample(sound.right[i]));
    }
    return out;
}

Status write_wav(const std::filesystem::path& path, const StereoSamples& sound) {
    const Expected<std::string> bytes = wav_bytes(sound);
    if (!bytes) {
        return Error{bytes.error().code, path.string() + ": " + bytes.error().message};
    }
    return write_file(path, *bytes);
}

} // namespace impinge::inline v0
