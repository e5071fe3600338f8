// SPDX-License-Identifier: Apache-2.0
#include "io/scene/pose_sequence.hpp"

#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/head.hpp"
#include "io/scene/limits.hpp"
#include "io/scene/pose.hpp"

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 5> sequence_fields = {"$schema", "format", "format_version",
                                                             "unit", "frames"};
constexpr std::array<std::string_view, 3> frame_fields = {"name", "a", "b"};

PoseFrame frame_of(const PlacedValue& value) {
    const Fields fields(value, frame_fields);
    PoseFrame frame;
    frame.name = optional_text(fields, "name", longest_name);
    if (const auto pose = fields.find("a")) {
        frame.a = pose_of(*pose);
    }
    if (const auto pose = fields.find("b")) {
        frame.b = pose_of(*pose);
    }
    return frame;
}

PoseSequence sequence_of(const PlacedValue& root) {
    const Fields fields(root, sequence_fields);
    check_head(fields, "impinge-poses");
    PoseSequence sequence;
    sequence.unit = unit_in(fields);
    const PlacedValue frames = fields.need("frames");
    for (const PlacedValue& frame : items_of(frames, most_frames)) {
        sequence.frames.push_back(frame_of(frame));
    }
    if (sequence.frames.empty()) {
        frames.fail("needs at least one frame");
    }
    return sequence;
}

} // namespace

Expected<PoseSequence> parse_pose_sequence(std::string_view text,
                                           const std::filesystem::path& name) {
    return or_error<PoseSequence>(name, [&] {
        const JsonTree tree = parse_json(text);
        return sequence_of({tree.root(), {}});
    });
}

Expected<PoseSequence> read_pose_sequence(const std::filesystem::path& path) {
    const auto bytes = read_file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parse_pose_sequence({bytes->view().data(), bytes->view().size()}, path);
}

} // namespace impinge::inline v0
