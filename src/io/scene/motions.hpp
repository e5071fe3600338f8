// SPDX-License-Identifier: Apache-2.0
//
// Files of motions: where any number of bodies stand, frame by frame. docs/poses.md is the manual,
// docs/schema/motions.schema.json says the same in the words of JSON Schema.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/rigid.hpp"
#include "impinge/unit.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

struct MovedBody {
    std::string body; ///< its name
    Rigid pose;       ///< applied after the one that the body has of itself

    friend bool operator==(const MovedBody&, const MovedBody&) = default;
};

/// Bodies that are not named stay where they were in the frame before.
struct MotionFrame {
    std::vector<MovedBody> moved;
};

struct Motions {
    std::optional<LengthUnit> unit;  ///< of translations
    std::vector<MotionFrame> frames; ///< at least one
};

/// From the text of a file; `name` stands for it in messages: "FILE: frames[3].moved[0].pose.scale:
/// must be greater than 0".
Expected<Motions> parse_motions(std::string_view text, const std::filesystem::path& name);
Expected<Motions> read_motions(const std::filesystem::path& path);

} // namespace impinge::inline v0
