// SPDX-License-Identifier: Apache-2.0
//
// Failure as a value. A function that can fail returns Expected<T> or Status, which holds either
// the answer or an Error with a sentence for a person, and never throws: running out of memory and
// what a caller's own callback throws come back as an Error too.
//
// Functions that return something else have nothing to refuse. Those of them that hand out a
// container or a string, and constructors of objects that own memory, may let std::bad_alloc
// through, and nothing else: Diagnosis::reasons(), list_defects(), World(), BroadPhase, texts.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace impinge::inline v0 {

enum class ErrorCode {
    InvalidArgument, ///< an option or parameter outside its documented range
    NonFinite,       ///< a coordinate is NaN or infinite, or a pose made it so
    IndexOutOfRange, ///< a triangle names a vertex the mesh does not have
    FileUnreadable,  ///< missing, a directory, no permission, or it shrank while being read
    FileMalformed,   ///< the bytes are not what the format asks for
    FileUnwritable,  ///< an output could not be written whole; nothing was left behind
    Unsupported,     ///< a format, method or device that is not available here
    OutOfMemory,     ///< of this machine or of a device; the message may be just that
    DeviceLost,      ///< a device that answers no more; make another
    Internal,        ///< an exception of a caller's callback, or a mistake in impinge
};

struct Error {
    ErrorCode code = ErrorCode::InvalidArgument;
    /// Names the body or file, the place and the reason, in that order, without a full stop.
    std::string message;
};

/// Either a T or an Error. Test it like a pointer, then dereference it:
///
///     auto result = collide(a, b);
///     if (!result) return fail(result.error());
///     use(result->verdict);
///
/// Dereferencing an Expected that holds an error is a programming mistake (std::bad_variant_access
/// is raised inside the caller's own code, never silently ignored).
template <typename T> class [[nodiscard]] Expected {
  public:
    // Implicit on purpose: `return value;` and `return Error{...};` both read naturally.
    Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Expected(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
    [[nodiscard]] T& value() & { return std::get<0>(state_); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    [[nodiscard]] const Error& error() const { return std::get<1>(state_); }

  private:
    std::variant<T, Error> state_;
};

/// For functions that either work or say why not.
using Status = std::optional<Error>;

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
