// SPDX-License-Identifier: Apache-2.0
#include "io/scene/poses.hpp"

#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/pose_checks.hpp"
#include "io/scene/fields.hpp"
#include "math/measures.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 4> pose_fields = {"matrix", "rotation", "translation",
                                                         "scale"};
constexpr std::array<std::string_view, 4> rotation_fields = {"axis", "degrees", "quaternion",
                                                             "matrix"};

/// Divides at the end, so that quarter turns come out exact however their root of 1/2 was rounded.
Rigid from_quaternion(const std::array<double, 4>& xyzw) {
    double size = 0;
    for (const double part : xyzw) {
        size = std::max(size, std::abs(part));
    }
    const double x = xyzw[0] / size;
    const double y = xyzw[1] / size;
    const double z = xyzw[2] / size;
    const double w = xyzw[3] / size;
    const double n = x * x + y * y + z * z + w * w;
    const auto over = [n](double numerator) { return numerator / n; };
    return {.row_x = {over(w * w + x * x - y * y - z * z), over(2 * (x * y - w * z)),
                      over(2 * (x * z + w * y))},
            .row_y = {over(2 * (x * y + w * z)), over(w * w - x * x + y * y - z * z),
                      over(2 * (y * z - w * x))},
            .row_z = {over(2 * (x * z - w * y)), over(2 * (y * z + w * x)),
                      over(w * w - x * x - y * y + z * z)}};
}

Rigid axis_rotation(const Fields& fields) {
    const PlacedValue axis_value = fields.need("axis");
    const PlacedValue degrees_value = fields.need("degrees");
    const Vec3d axis = vector_of(axis_value);
    const double size = largest_magnitude(axis);
    if (size == 0) {
        axis_value.fail("has no direction");
    }
    return rotation_degrees({axis.x / size, axis.y / size, axis.z / size},
                            number_of(degrees_value));
}

Rigid quaternion_rotation(const PlacedValue& value) {
    const auto xyzw = four_numbers_in(value.value);
    if (!xyzw) {
        value.fail("needs 4 numbers: [x, y, z, w]");
    }
    if (std::all_of(xyzw->begin(), xyzw->end(), [](double part) { return part == 0; })) {
        value.fail("must not be all zero");
    }
    return from_quaternion(*xyzw);
}

Rigid matrix_rotation(const PlacedValue& value) {
    const std::vector<PlacedValue> rows = items_of(value, 3);
    if (rows.size() != 3) {
        value.fail("needs 3 rows of 3 numbers");
    }
    const Rigid pose{
        .row_x = vector_of(rows[0]), .row_y = vector_of(rows[1]), .row_z = vector_of(rows[2])};
    if (flattens(pose)) {
        value.fail("is singular: it would flatten the body");
    }
    return pose;
}

Rigid rotation_of(const PlacedValue& value) {
    const Fields fields(value, rotation_fields);
    const bool by_axis = fields.has("axis") || fields.has("degrees");
    if (int(by_axis) + int(fields.has("quaternion")) + int(fields.has("matrix")) != 1) {
        fields.fail("needs either axis and degrees, or quaternion, or matrix");
    }
    if (by_axis) {
        return axis_rotation(fields);
    }
    return fields.has("quaternion") ? quaternion_rotation(fields.need("quaternion"))
                                    : matrix_rotation(fields.need("matrix"));
}

Rigid from_matrix(const PlacedValue& value) {
    std::vector<std::array<double, 4>> rows;
    bool well_formed = value.value.kind() == JsonKind::List;
    if (well_formed) {
        value.value.for_each_child([&](JsonValue row) {
            const auto numbers = four_numbers_in(row);
            well_formed = well_formed && numbers && rows.size() < 4;
            if (well_formed) {
                rows.push_back(*numbers);
            }
        });
    }
    if (!well_formed || rows.size() < 3) {
        value.fail("needs 3 or 4 rows of 4 numbers");
    }
    if (rows.size() == 4 && rows[3] != std::array<double, 4>{0, 0, 0, 1}) {
        value.fail("the last row of 4 must be 0 0 0 1");
    }
    const auto direction = [&](std::size_t i) { return Vec3d{rows[i][0], rows[i][1], rows[i][2]}; };
    const Rigid pose{.row_x = direction(0),
                     .row_y = direction(1),
                     .row_z = direction(2),
                     .translation = {rows[0][3], rows[1][3], rows[2][3]}};
    if (flattens(pose)) {
        value.fail("is singular: it would flatten the body");
    }
    return pose;
}

/// So that a pose has one set of bits, and one text.
Rigid without_negative_zeros(const Rigid& pose) {
    const Vec3d zero{};
    return {pose.row_x + zero, pose.row_y + zero, pose.row_z + zero, pose.translation + zero,
            pose.scale};
}

} // namespace

Rigid pose_of(const PlacedValue& value) {
    const Fields fields(value, pose_fields);
    const auto rotation = fields.find("rotation");
    const auto translation = fields.find("translation");
    const auto scale = fields.find("scale");
    if (const auto matrix = fields.find("matrix")) {
        if (rotation || translation || scale) {
            fields.fail("matrix says it all: rotation, translation and scale cannot stand beside");
        }
        return without_negative_zeros(from_matrix(*matrix));
    }
    Rigid pose = rotation ? rotation_of(*rotation) : Rigid{};
    pose.translation = translation ? vector_of(*translation) : Vec3d{};
    pose.scale = scale ? number_of(*scale) : 1;
    if (!(pose.scale > 0)) {
        scale->fail("must be greater than 0");
    }
    return without_negative_zeros(pose);
}

Rigid pose_in(const Fields& fields, std::string_view name) {
    const auto value = fields.find(name);
    return value ? pose_of(*value) : Rigid{};
}

namespace {

constexpr std::array<std::string_view, 5> sequence_fields = {"$schema", "format", "format_version",
                                                             "unit", "frames"};
constexpr std::array<std::string_view, 3> frame_fields = {"name", "a", "b"};

PoseFrame frame_of(const PlacedValue& value) {
    const Fields fields(value, frame_fields);
    PoseFrame frame;
    frame.name = optional_text(fields, "name", longest_name);
    frame.a = pose_in(fields, "a");
    frame.b = pose_in(fields, "b");
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
