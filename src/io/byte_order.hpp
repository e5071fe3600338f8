// SPDX-License-Identifier: Apache-2.0
//
// Numbers in files: unaligned, and in the byte order of the file rather than of the machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>

namespace impinge::inline v0 {

template <typename T, std::endian order> T load(const char* bytes) {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes, sizeof(T));
    if constexpr (order != std::endian::native) {
        std::reverse(raw.begin(), raw.end());
    }
    return std::bit_cast<T>(raw);
}

template <typename T> T load_little(const char* bytes) {
    return load<T, std::endian::little>(bytes);
}

template <typename T> void append_little(std::string& out, T value) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if constexpr (std::endian::native != std::endian::little) {
        std::reverse(raw.begin(), raw.end());
    }
    out.append(raw.data(), raw.size());
}

} // namespace impinge::inline v0
