// SPDX-License-Identifier: Apache-2.0
//
// The words of a report, in files and for people.
#include "impinge/report.hpp"

namespace impinge::inline v0::report {

const char* to_string(ClashStatus status) {
    switch (status) {
    case ClashStatus::New:
        return "new";
    case ClashStatus::Active:
        return "active";
    case ClashStatus::Reviewed:
        return "reviewed";
    case ClashStatus::Approved:
        return "approved";
    case ClashStatus::Resolved:
        return "resolved";
    }
    return "unknown";
}

std::optional<ClashStatus> clash_status_from_string(std::string_view text) {
    for (const ClashStatus status : {ClashStatus::New, ClashStatus::Active, ClashStatus::Reviewed,
                                     ClashStatus::Approved, ClashStatus::Resolved}) {
        if (text == to_string(status)) {
            return status;
        }
    }
    return std::nullopt;
}

const char* to_string(GroupReason reason) {
    switch (reason) {
    case GroupReason::SamePair:
        return "same_pair";
    case GroupReason::CommonPart:
        return "common_part";
    case GroupReason::Neighbours:
        return "neighbours";
    }
    return "unknown";
}

const char* to_string(Gone gone) {
    switch (gone) {
    case Gone::NotFound:
        return "not_found";
    case Gone::PartGone:
        return "part_gone";
    case Gone::Ignored:
        return "ignored";
    case Gone::NoRule:
        return "no_rule";
    case Gone::NotExamined:
        return "not_examined";
    }
    return "unknown";
}

} // namespace impinge::inline v0::report
