// SPDX-License-Identifier: Apache-2.0
//
// How a parser gives up. Inside io/ the parsers throw this; or_error() turns it into an Error that
// names the file, so nothing is thrown across the API.
#pragma once

#include "impinge/expected.hpp"

#include <cstddef>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

namespace impinge::inline v0 {

struct ParseFailure {
    ErrorCode code = ErrorCode::FileMalformed;
    std::string place; ///< "line 12" or "byte 84"; empty when the whole file is meant
    std::string reason;
    ErrorPlace at = {}; ///< the same place as a number, if it is one
};

[[noreturn]] inline void fail_at_byte(std::size_t offset, std::string reason,
                                      ErrorCode code = ErrorCode::FileMalformed) {
    throw ParseFailure{code,
                       "byte " + std::to_string(offset),
                       std::move(reason),
                       {ErrorPlace::Kind::Byte, offset}};
}

[[noreturn]] inline void fail_whole(std::string reason, ErrorCode code = ErrorCode::FileMalformed) {
    throw ParseFailure{code, {}, std::move(reason)};
}

/// What `parse` returns, or as an Error what it threw: "FILE: PLACE: reason".
template <typename T, typename Parse>
Expected<T> or_error(const std::filesystem::path& file, const Parse& parse) {
    try {
        return parse();
    } catch (const ParseFailure& failure) {
        const std::string place = failure.place.empty() ? "" : failure.place + ": ";
        return Error{.code = failure.code,
                     .message = file.string() + ": " + place + failure.reason,
                     .place = failure.at};
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, file.string() + ": not enough memory to read it"};
    }
}

/// Every body has its own copy of its name, but in a file thousands of bodies can have theirs from
/// one object: this bounds the sum of the copies.
class NameBudget {
  public:
    explicit NameBudget(std::size_t file_bytes) : left_(64 * file_bytes + (std::size_t{1} << 20)) {}

    /// To be told before a name is copied.
    void will_copy(std::string_view name) {
        if (name.size() > left_) {
            fail_whole("the names of its bodies take more than 64 times the size of the file",
                       ErrorCode::Unsupported);
        }
        left_ -= name.size();
    }

  private:
    std::size_t left_;
};

} // namespace impinge::inline v0
