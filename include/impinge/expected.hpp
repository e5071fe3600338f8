// SPDX-License-Identifier: Apache-2.0
//
// Failure as a value. A function that can fail returns Expected<T> or Status, which holds either
// the answer or an Error with a sentence for a person, and never throws: running out of memory and
// what a caller's own callback throws come back as an Error too.
//
//     impinge::Status print(const impinge::Expected<double>& length) {
//         if (!length) {
//             return length.error(); // a sentence for a person: length.error().message
//         }
//         std::printf("%f\n", *length);
//         return {}; // success
//     }
//
// Functions that return something else have nothing to refuse. Those of them that hand out a
// container or a string, and constructors of objects that own memory, may let std::bad_alloc
// through, and nothing else: Diagnosis::reasons(), list_defects(), World(), BroadPhase, texts.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// Where in a body or file something is wrong.
struct ErrorPlace {
    enum class Kind : std::uint8_t { Unknown, Vertex, Triangle, Line, Byte };
    Kind kind = Kind::Unknown;
    std::uint64_t index =
        0; ///< of the vertex or triangle from 0, of the line from 1, of the byte from 0

    friend bool operator==(const ErrorPlace&, const ErrorPlace&) = default;
};

struct Error {
    ErrorCode code = ErrorCode::InvalidArgument;
    /// For a person: the body or file, the place and the reason, in that order, without a full
    /// stop.
    std::string message;
    /// Which of the bodies handed to the call it is about: 0 is A and 1 is B, or an index into a
    /// list.
    std::optional<std::size_t> body{};
    ErrorPlace place{};
    std::size_t reason_begins = 0; ///< how much of `message` names that body; see reason()

    /// The message without the name of the body, for callers who have a better name for it.
    [[nodiscard]] std::string_view reason() const {
        return std::string_view(message).substr(std::min(reason_begins, message.size()));
    }
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

/// Success or an Error, for functions that have nothing else to return. True on success:
///
///     if (const Status status = world.move(body, pose); !status) return fail(status.error());
class [[nodiscard]] Status {
  public:
    Status() = default; ///< success
    // Implicit on purpose: `return Error{...};` reads naturally.
    Status(Error error) : error_(std::move(error)) {}

    [[nodiscard]] bool ok() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return ok(); }

    /// Asking a success for its error is a programming mistake (std::bad_optional_access).
    [[nodiscard]] const Error& error() const { return error_.value(); }

  private:
    std::optional<Error> error_;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
