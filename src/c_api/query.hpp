// SPDX-License-Identifier: Apache-2.0
//
// The frame of every query of the C API. What C programs hand over is checked and turned into
// bodies and options of the C++ API; what goes wrong becomes a status and a line of text.
#pragma once

#include "impinge.h"
#include "impinge/collide.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace impinge::inline v0 {

/// An argument that must not be null is.
Error is_null(const char* name);

/// `name` stands for the body in messages.
Expected<Body> to_body(const impinge_body* body, const char* name);

struct QueryOptions {
    Detail detail = Detail::Verdict;
    Context context;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
};
Expected<QueryOptions> to_options(const impinge_options* options);

/// What every query about two bodies is asked with.
struct PairQuery {
    Body a;
    Body b;
    QueryOptions options;
};
Expected<PairQuery> to_pair_query(const impinge_body* a, const impinge_body* b,
                                  const impinge_options* options);

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
