// SPDX-License-Identifier: Apache-2.0
#include "report/clash_ids.hpp"

#include "base/hash.hpp"

#include <algorithm>

namespace impinge::inline v0::report {
namespace {

void add_text(Hasher& hasher, std::string_view text) {
    hasher.add(std::uint64_t{text.size()});
    for (const char c : text) {
        hasher.add(std::uint64_t{static_cast<unsigned char>(c)});
    }
}

std::string hexadecimal(std::uint64_t word) {
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; word >>= 4U) {
        text[i] = "0123456789abcdef"[word & 0xFU];
    }
    return text;
}

} // namespace

std::string id_of(std::initializer_list<std::string_view> texts) {
    Hasher hasher;
    for (const std::string_view text : texts) {
        add_text(hasher, text);
    }
    return hexadecimal(hasher.digest());
}

std::string clash_id(ClashKind kind, std::string_view key_a, std::string_view key_b) {
    return id_of({to_string(kind), std::min(key_a, key_b), std::max(key_a, key_b)});
}

std::string contact_id(std::string_view key, std::string_view others) {
    return id_of({to_string(ClashKind::Contact), key, others});
}

std::string uuid_of(std::string_view text) {
    std::string digits = id_of({"first half", text}) + id_of({"second half", text});
    digits[12] = '8'; // the version
    digits[16] = "89ab"[digits[16] % 4];
    for (const std::size_t at : {20U, 16U, 12U, 8U}) {
        digits.insert(at, "-");
    }
    return digits;
}

} // namespace impinge::inline v0::report
