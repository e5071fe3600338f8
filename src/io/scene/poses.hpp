// SPDX-License-Identifier: Apache-2.0
//
// Poses in JSON files: that of a body of a scene, and motions of two bodies, frame by frame, whose
// manual is docs/poses.md; docs/schema/poses.schema.json says the same in the words of JSON Schema.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/rigid.hpp"
#include "impinge/unit.hpp"
#include "io/scene/fields.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

/// A matrix, or rotation, translation and scale. Throws a ParseFailure; a singular pose, which
/// would flatten the body, is refused, a mirror or shear is not.
Rigid pose_of(const PlacedValue& value);
/// Of a field; the identity if it is not there.
Rigid pose_in(const Fields& fields, std::string_view name);

/// Poses are applied after those that the bodies have of themselves.
struct PoseFrame {
    std::string name; ///< empty if the file gives none
    Rigid a;
    Rigid b;

    friend bool operator==(const PoseFrame&, const PoseFrame&) = default;
};

struct PoseSequence {
    std::optional<LengthUnit> unit; ///< of translations
    std::vector<PoseFrame> frames;  ///< at least one
};

/// From the text of a file; `name` stands for it in messages, which read like those about scenes:
/// "FILE: frames[3].b.scale: must be greater than 0".
Expected<PoseSequence> parse_pose_sequence(std::string_view text,
                                           const std::filesystem::path& name);
Expected<PoseSequence> read_pose_sequence(const std::filesystem::path& path);

} // namespace impinge::inline v0
