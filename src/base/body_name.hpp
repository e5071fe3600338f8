// SPDX-License-Identifier: Apache-2.0
//
// Whose fault an error is: what a body is called in messages, and its index in Error::body.
#pragma once

#include "impinge/expected.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace impinge::inline v0 {

struct BodyName {
    std::string text;
    std::optional<std::size_t> index = {};
};

/// The two bodies of a query about a pair.
inline BodyName body_a() { return {"body A", 0}; }
inline BodyName body_b() { return {"body B", 1}; }
/// One of many.
inline BodyName body_number(std::size_t index) { return {"body " + std::to_string(index), index}; }

/// The same error, said of that body: "body A: vertex 3 is not finite".
inline Error about(const BodyName& name, Error error) {
    error.message.insert(0, name.text + ": ");
    error.body = name.index;
    error.reason_begins = name.index ? name.text.size() + 2 : 0;
    return error;
}

/// An error of a query about two of many bodies, said of those.
inline Error about_pair(std::size_t a, std::size_t b, Error error) {
    error.message.insert(0, "bodies " + std::to_string(a) + " and " + std::to_string(b) + ": ");
    if (error.body) {
        error.body = *error.body == 0 ? a : b;
    }
    error.reason_begins = 0;
    return error;
}

} // namespace impinge::inline v0
