// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/frame_words.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace impinge::inline v0::gpu::opengl {
namespace {

constexpr std::size_t words_of_body = 4 * 14;
constexpr std::size_t pose_words = 4 * 2;
constexpr std::size_t float_words = 4 * 9;

void put(FrameWords& words, std::size_t at, double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    words[at] = static_cast<std::uint32_t>(bits);
    words[at + 1] = static_cast<std::uint32_t>(bits >> 32);
}
std::uint32_t float_bits(double number) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(number));
}
void put_float(FrameWords& words, std::size_t at, double number) { words[at] = float_bits(number); }
void put_floats(FrameWords& words, std::size_t at, Vec3d v) {
    put_float(words, at, v.x);
    put_float(words, at + 1, v.y);
    put_float(words, at + 2, v.z);
}

double sum_of_sizes(Vec3d v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// How large the body may be in the world.
double size_of(const DeviceMesh& mesh, const Rigid& pose) {
    return mesh.reach * pose.scale *
           std::max({sum_of_sizes(pose.row_x), sum_of_sizes(pose.row_y), sum_of_sizes(pose.row_z)});
}

/// Times 2^this, both bodies are about as large as 1.
int unit_exponent(const FrameRequest& request) {
    const double size =
        std::max(size_of(*request.a, request.pose_a), size_of(*request.b, request.pose_b));
    return size > 0 && std::isfinite(size) ? -std::clamp(std::ilogb(size), -1000, 1000) : 0;
}

/// A number that two floats hold.
double as_two_floats(double x) {
    const auto high = static_cast<float>(x);
    const auto low = static_cast<float>(x - static_cast<double>(high));
    const double both = static_cast<double>(high) + static_cast<double>(low);
    return std::isfinite(both) ? both : 0;
}

/// The centre of a body in units of the frame, as floats can say it.
Vec3d told_centre(const DeviceMesh& mesh, double unit) {
    return {as_two_floats(mesh.centre.x * unit), as_two_floats(mesh.centre.y * unit),
            as_two_floats(mesh.centre.z * unit)};
}

Vec3d rest_of(Vec3d v) {
    const auto rest = [](double x) { return x - static_cast<double>(static_cast<float>(x)); };
    return {rest(v.x), rest(v.y), rest(v.z)};
}

/// How far rounding may move a vertex of the world where the pose puts the centre, both as the
/// processor computes them, in units of the frame; several times as much.
double rounding_of_world(const Rigid& pose, Vec3d centre, double unit) {
    const Vec3d there = apply(pose, centre * (1 / unit));
    return (largest_magnitude(there) + largest_magnitude(pose.translation)) * unit * 0x1p-47;
}

/// More than what a small change of a place, or of a number of the pose, is multiplied with.
double growth_by_pose(const Rigid& pose) {
    const double rows = std::max({largest_magnitude(pose.row_x), largest_magnitude(pose.row_y),
                                  largest_magnitude(pose.row_z)});
    return 1.001 * (1 + rows) * (1 + pose.scale);
}

/// As far as floats go; two of the last ones take every number beyond the range of floats, or to 0.
double unit_factor(int exponent) { return std::ldexp(1.0, std::clamp(exponent, -126, 127)); }

struct Unit {
    double one = 1;
    Vec3d origin; ///< in the world
};

void put_body(FrameWords& words, std::size_t body, const DeviceMesh& mesh, const Rigid& pose,
              const MeshPlace& place, std::uint32_t first_code, const Unit& unit) {
    const std::size_t first = body * words_of_body;
    words[first] = static_cast<std::uint32_t>(mesh.vertex_count);
    words[first + 1] = static_cast<std::uint32_t>(mesh.triangle_count);
    words[first + 2] = place.first_position;
    words[first + 3] = place.position_stride;
    words[first + 4] = mesh.scalar == Scalar::Float32 ? 1 : 2;
    words[first + 5] = is_identity(pose) ? 1 : 0;
    words[first + 6] = first_code;
    words[first + 7] = place.first_corner;
    std::size_t at = first + pose_words;
    for (const Vec3d& row : {pose.row_x, pose.row_y, pose.row_z, pose.translation}) {
        for (int axis = 0; axis < 3; ++axis) {
            put(words, at, row[axis]);
            at += 2;
        }
    }
    put(words, at, pose.scale);
    const Vec3d centre = told_centre(mesh, unit.one);
    at = first + float_words;
    put_floats(words, at, pose.row_x * pose.scale);
    put_floats(words, at + 3, pose.row_y * pose.scale);
    put_floats(words, at + 6, pose.row_z * pose.scale);
    put_floats(words, at + 9, centre);
    put_floats(words, at + 12, rest_of(centre));
    put_floats(words, at + 15, (apply(pose, centre * (1 / unit.one)) - unit.origin) * unit.one);
    put_float(words, at + 18, is_identity(pose) ? 0 : rounding_of_world(pose, centre, unit.one));
    put_float(words, at + 19, growth_by_pose(pose));
}

} // namespace

FrameWords frame_words(const FrameRequest& request, const FrameShape& shape) {
    FrameWords words{};
    const int exponent = unit_exponent(request);
    Unit unit{.one = std::ldexp(1.0, exponent), .origin = {}};
    unit.origin = apply(request.pose_a, told_centre(*request.a, unit.one) * (1 / unit.one));
    put_body(words, 0, *request.a, request.pose_a, shape.a, 0, unit);
    put_body(words, 1, *request.b, request.pose_b, shape.b,
             static_cast<std::uint32_t>(request.a->vertex_count), unit);
    constexpr std::size_t of_frame = 2 * words_of_body;
    put(words, of_frame, unit.origin.x);
    put(words, of_frame + 2, unit.origin.y);
    put(words, of_frame + 4, unit.origin.z);
    put(words, of_frame + 6, unit.one);
    const ListRoom& room = shape.room;
    const std::array rest{static_cast<std::uint32_t>(exponent),
                          request.one_body() ? 1U : 0U,
                          request.stop == Stop::Never ? 0U : 1U,
                          0U,
                          room.records_a,
                          room.records_b,
                          room.entries,
                          room.tasks,
                          room.candidates,
                          room.crossing,
                          room.doubtful,
                          room.cell_bits,
                          shape.sample_mask,
                          shape.world_groups_of_a,
                          float_bits(unit_factor(exponent / 2)),
                          float_bits(unit_factor(exponent - exponent / 2))};
    std::copy(rest.begin(), rest.end(), words.begin() + of_frame + 8);
    return words;
}

} // namespace impinge::inline v0::gpu::opengl
