// SPDX-License-Identifier: Apache-2.0
//
// What counts as a clash: rules for pairs of bodies, as a scene file has them. impinge/report.hpp
// asks them of a scene. Part of the library impinge::io.
//
//     impinge::ClashRule press_fits() {
//         return {.name = "press fits",
//                 .kind = impinge::ClashKind::Hard,
//                 .severity = impinge::Severity::Warning,
//                 .between = {"shaft*", "hub*"},
//                 .limit = 0.05};
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace impinge::inline v0 {

/// What is wrong with a pair of bodies.
enum class ClashKind : std::uint8_t {
    Hard,        ///< the interiors overlap, deeper than the limit
    Containment, ///< one lies in the other
    Duplicate,   ///< equal as point sets
    Clearance,   ///< nearer than the limit
    Contact,     ///< a body that should touch one of others and is farther from all than the limit
};

enum class Severity : std::uint8_t { Note, Warning, Error };

/// "hard", "containment", "duplicate", "clearance", "contact": stable, for files.
IMPINGE_API const char* to_string(ClashKind kind);
IMPINGE_API std::optional<ClashKind> clash_kind_from_string(std::string_view text);
/// "note", "warning", "error".
IMPINGE_API const char* to_string(Severity severity);
IMPINGE_API std::optional<Severity> severity_from_string(std::string_view text);

/// Who is meant: a pattern for names ("bolt*") or for groups ("group:fixture*"); * stands for any
/// characters, ? for one. The name of a body of several parts stands for all of them.
struct PairPattern {
    std::string a;
    std::string b;

    friend bool operator==(const PairPattern&, const PairPattern&) = default;
};

/// Of each kind, the last rule that matches a pair, either way round, decides. A Contact rule is
/// about single bodies: each one that the first pattern means should touch some body that the
/// second one means.
struct ClashRule {
    std::string name = {}; ///< for people
    ClashKind kind = ClashKind::Hard;
    Severity severity = Severity::Error;
    PairPattern between{"*", "*"};
    /// How deep (Hard), how near (Clearance) or how far (Contact) is allowed, in the unit of the
    /// scene; not negative. The others have none.
    double limit = 0;
    /// Of Clearance: whether bodies that touch count as too near.
    bool touching_counts = true;

    friend bool operator==(const ClashRule&, const ClashRule&) = default;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
