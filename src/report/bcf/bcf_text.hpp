// SPDX-License-Identifier: Apache-2.0
//
// The XML documents of a BCF file. The order of elements is that of the schemas of buildingSMART;
// neither version uses a namespace.
#pragma once

#include "impinge/report_bcf.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0::report {

/// What one topic says.
struct BcfTopic {
    std::string guid;
    std::string title;
    std::string description;
    ClashStatus status = ClashStatus::New;
    Severity severity = Severity::Error;
    ClashKind kind = ClashKind::Hard;
    std::string assignee;
    std::string comment;
    std::string date;
};

/// In metres.
struct BcfCamera {
    Vec3d eye{};
    Vec3d direction{}; ///< unit
    Vec3d up{};        ///< unit, across the direction
    double field_of_view_degrees = 60;
    double aspect_ratio = 1; ///< width to height
};

struct BcfViewpoint {
    std::string guid;
    BcfCamera camera;
    std::vector<std::string> selected; ///< keys of parts
    Vec3d from{};                      ///< a line at the clash, in metres
    Vec3d to{};
    std::optional<Vec3d> clip_at; ///< cut away what is on the side of the eye
};

/// Text between tags or in an attribute: escaped, UTF-8, without what XML 1.0 has no word for.
std::string xml_text(std::string_view text);

std::string bcf_version_text(BcfVersion version);
std::string bcf_extensions_text();
std::string bcf_markup_text(const BcfTopic& topic, const BcfViewpoint& viewpoint,
                            const BcfOptions& options);
std::string bcf_viewpoint_text(const BcfViewpoint& viewpoint, BcfVersion version);

/// "New", "Active", ...: the words that are written, and listed in extensions.xml.
std::string bcf_word(std::string_view word);

} // namespace impinge::inline v0::report
