// SPDX-License-Identifier: Apache-2.0
//
// How failures become values. The boundary that no exception passes: every public function that
// returns Expected or Status runs its work in here, so that running out of memory is an answer like
// any other.
#pragma once

#include "impinge/expected.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace impinge::inline v0 {

/// The error of an argument outside its documented range.
inline Error invalid(std::string message) {
    return {ErrorCode::InvalidArgument, std::move(message)};
}

/// What became of the exception that is being handled. Short enough to need no memory itself.
inline Error error_of_exception() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {ErrorCode::OutOfMemory, "out of memory"};
    } catch (const std::length_error&) { // of a container that could never be so large
        return {ErrorCode::OutOfMemory, "out of memory"};
    } catch (const std::exception& thrown) {
        try {
            return {ErrorCode::Internal, thrown.what()};
        } catch (...) {
            return {ErrorCode::OutOfMemory, "out of memory"};
        }
    } catch (...) {
        return {ErrorCode::Internal, "unknown"};
    }
}

/// work() returns an Expected or a Status. What it throws, a caller's callback included, comes back
/// as an Error.
template <typename Work> auto no_throw(Work&& work) noexcept -> decltype(work()) {
    try {
        return work();
    } catch (...) {
        return error_of_exception();
    }
}

} // namespace impinge::inline v0
