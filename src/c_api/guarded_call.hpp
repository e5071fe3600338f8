// SPDX-License-Identifier: Apache-2.0
//
// The frame of every query of the C API: what goes wrong inside becomes a status and a line of
// text.
#pragma once

#include "impinge.h"
#include "impinge/expected.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace impinge::inline v0 {

inline impinge_status fail(impinge_error* error, impinge_status status, std::string_view message) {
    if (error != nullptr) {
        error->status = status;
        const std::size_t length = std::min(message.size(), sizeof error->message - 1);
        std::memcpy(error->message, message.data(), length);
        error->message[length] = '\0';
    }
    return status;
}

constexpr impinge_status status_of(ErrorCode code) {
    return code == ErrorCode::InvalidArgument   ? IMPINGE_INVALID_ARGUMENT
           : code == ErrorCode::NonFinite       ? IMPINGE_NON_FINITE
           : code == ErrorCode::IndexOutOfRange ? IMPINGE_INDEX_OUT_OF_RANGE
           : code == ErrorCode::OutOfMemory     ? IMPINGE_OUT_OF_MEMORY
                                                : IMPINGE_INTERNAL;
}

/// Runs `query`, which returns a Status. Nothing it throws gets past here.
template <typename Query> impinge_status guarded(impinge_error* error, Query query) noexcept {
    try {
        if (const Status status = query(); !status) {
            return fail(error, status_of(status.error().code), status.error().message);
        }
        return IMPINGE_OK;
    } catch (const std::bad_alloc&) {
        return fail(error, IMPINGE_OUT_OF_MEMORY, "not enough memory");
    } catch (const std::exception& thrown) {
        return fail(error, IMPINGE_INTERNAL, thrown.what());
    } catch (...) {
        return fail(error, IMPINGE_INTERNAL, "an exception of unknown type");
    }
}

} // namespace impinge::inline v0
