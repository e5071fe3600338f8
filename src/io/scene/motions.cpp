// SPDX-License-Identifier: Apache-2.0
#include "io/scene/motions.hpp"

#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/poses.hpp"

#include <array>

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 5> motions_fields = {"$schema", "format", "format_version",
                                                            "unit", "frames"};
constexpr std::array<std::string_view, 1> motion_frame_fields = {"moved"};
constexpr std::array<std::string_view, 2> moved_fields = {"body", "pose"};

MovedBody moved_of(const PlacedValue& value) {
    const Fields fields(value, moved_fields);
    return {text_of(fields.need("body"), longest_name), pose_of(fields.need("pose"))};
}

MotionFrame motion_frame_of(const PlacedValue& value) {
    const Fields fields(value, motion_frame_fields);
    MotionFrame frame;
    if (const auto moved = fields.find("moved")) {
        for (const PlacedValue& body : items_of(*moved, most_bodies)) {
            frame.moved.push_back(moved_of(body));
        }
    }
    return frame;
}

Motions motions_of(const PlacedValue& root) {
    const Fields fields(root, motions_fields);
    check_head(fields, "impinge-motions");
    Motions motions{.unit = unit_in(fields), .frames = {}};
    const PlacedValue frames = fields.need("frames");
    for (const PlacedValue& frame : items_of(frames, most_frames)) {
        motions.frames.push_back(motion_frame_of(frame));
    }
    if (motions.frames.empty()) {
        frames.fail("needs at least one frame");
    }
    return motions;
}

} // namespace

Expected<Motions> parse_motions(std::string_view text, const std::filesystem::path& name) {
    return or_error<Motions>(name, [&] {
        const JsonTree tree = parse_json(text);
        return motions_of({tree.root(), {}});
    });
}

Expected<Motions> read_motions(const std::filesystem::path& path) {
    const auto bytes = read_file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parse_motions({bytes->view().data(), bytes->view().size()}, path);
}

} // namespace impinge::inline v0
