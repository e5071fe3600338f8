// SPDX-License-Identifier: Apache-2.0
//
// The words of clash rules, in files and on the command line.
#include "impinge/clash_rule.hpp"

#include <array>

namespace impinge::inline v0 {
namespace {

constexpr std::array<ClashKind, 5> clash_kinds = {ClashKind::Hard, ClashKind::Containment,
                                                  ClashKind::Duplicate, ClashKind::Clearance,
                                                  ClashKind::Contact};
constexpr std::array<Severity, 3> severities = {Severity::Note, Severity::Warning, Severity::Error};

} // namespace

const char* to_string(ClashKind kind) {
    switch (kind) {
    case ClashKind::Hard:
        return "hard";
    case ClashKind::Containment:
        return "containment";
    case ClashKind::Duplicate:
        return "duplicate";
    case ClashKind::Clearance:
        return "clearance";
    case ClashKind::Contact:
        return "contact";
    }
    return "unknown";
}

std::optional<ClashKind> clash_kind_from_string(std::string_view text) {
    for (const ClashKind kind : clash_kinds) {
        if (text == to_string(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

const char* to_string(Severity severity) {
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return "unknown";
}

std::optional<Severity> severity_from_string(std::string_view text) {
    for (const Severity severity : severities) {
        if (text == to_string(severity)) {
            return severity;
        }
    }
    return std::nullopt;
}

} // namespace impinge::inline v0
