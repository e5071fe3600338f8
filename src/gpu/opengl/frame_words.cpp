// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/frame_words.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace impinge::inline v0::gpu::opengl {
namespace {

constexpr std::size_t words_of_body = std::size_t{4} * 14;
constexpr std::size_t pose_words = std::size_t{4} * 2;
constexpr std::size_t float_words = std::size_t{4} * 9;

using Words = std::span<std::uint32_t>;

void put(Words words, std::size_t at, double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    words[at] = static_cast<std::uint32_t>(bits);
    words[at + 1] = static_cast<std::uint32_t>(bits >> 32);
}
std::uint32_t float_bits(double number) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(number));
}
void put_float(Words words, std::size_t at, double number) { words[at] = float_bits(number); }
void put_floats(Words words, std::size_t at, Vec3d v) {
    put_float(words, at, v.x);
    put_float(words, at + 1, v.y);
    put_float(words, at + 2, v.z);
}

double sum_of_sizes(Vec3d v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// How large the body may be in the world.
double size_of(const FrameBody& body) {
    const Rigid& pose = body.pose;
    return body.mesh->reach * pose.scale *
           std::max({sum_of_sizes(pose.row_x), sum_of_sizes(pose.row_y), sum_of_sizes(pose.row_z)});
}
double size_of_largest(const FrameSide& side) {
    double size = 0;
    for (const FrameBody& body : side.bodies()) {
        size = std::max(size, size_of(body));
    }
    return size;
}

/// Times 2^this, the largest body is about as large as 1.
int unit_exponent(const FrameRequest& request) {
    const double size = std::max(size_of_largest(request.a), size_of_largest(request.b));
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

double largest_row(const Rigid& pose) {
    constexpr double lost = 3 * 4e-32; // of numbers that a device takes for 0
    return (std::max(
                {sum_of_sizes(pose.row_x), sum_of_sizes(pose.row_y), sum_of_sizes(pose.row_z)}) *
                pose.scale +
            lost) *
           1.000001;
}

/// As far as floats go; two of the last ones take every number beyond the range of floats, or to 0.
double unit_factor(int exponent) { return std::ldexp(1.0, std::clamp(exponent, -126, 127)); }

struct Unit {
    int exponent = 0;
    double one = 1; ///< 2^exponent
    Vec3d origin;   ///< in the world
};

/// In the middle of the bodies of A.
Unit unit_of(const FrameRequest& request, int exponent) {
    Unit unit{.exponent = exponent, .one = std::ldexp(1.0, exponent), .origin = {}};
    Box3 centres;
    for (const FrameBody& body : request.a.bodies()) {
        const Vec3d told = told_centre(*body.mesh, unit.one) * (1 / unit.one);
        centres = extend(centres, apply(body.pose, told));
    }
    const Vec3d middle = request.a.size() == 1 ? centres.min : centre(centres);
    unit.origin = is_finite(middle) ? middle : centres.min;
    return unit;
}

/// What the stages ask of a body before all else: 1 if it has no pose, 2 if besides one product
/// takes its floats to the unit, and denormal ones to nothing that counts.
std::uint32_t simplicity(const FrameBody& body, int exponent) {
    if (!is_identity(body.pose)) {
        return 0;
    }
    return body.mesh->scalar == Scalar::Float32 && std::abs(exponent) <= 20 ? 2 : 1;
}

void put_place(Words words, const MeshPlace& place) {
    words[2] = place.first_position;
    words[3] = place.position_stride;
    words[7] = place.first_corner;
}

void put_counts(Words words, std::size_t vertices, std::size_t triangles) {
    words[0] = static_cast<std::uint32_t>(vertices);
    words[1] = static_cast<std::uint32_t>(triangles);
}

void put_body(Words words, const FrameBody& body, const Unit& unit) {
    const DeviceMesh& mesh = *body.mesh;
    const Rigid& pose = body.pose;
    words[4] = mesh.scalar == Scalar::Float32 ? 1 : 2;
    words[5] = simplicity(body, unit.exponent);
    std::size_t at = pose_words;
    for (const Vec3d& row : {pose.row_x, pose.row_y, pose.row_z, pose.translation}) {
        for (int axis = 0; axis < 3; ++axis) {
            put(words, at, row[axis]);
            at += 2;
        }
    }
    put(words, at, pose.scale);
    const Vec3d centre = told_centre(mesh, unit.one);
    at = float_words;
    put_floats(words, at, pose.row_x * pose.scale);
    put_floats(words, at + 3, pose.row_y * pose.scale);
    put_floats(words, at + 6, pose.row_z * pose.scale);
    put_floats(words, at + 9, centre);
    put_floats(words, at + 12, rest_of(centre));
    const Vec3d moved = (apply(pose, centre * (1 / unit.one)) - unit.origin) * unit.one;
    put_floats(words, at + 15, moved);
    put_float(words, at - 2, largest_row(pose));
    put_float(words, at - 1, largest_magnitude(moved) * 1.000001);
    put_float(words, at + 18, is_identity(pose) ? 0 : rounding_of_world(pose, centre, unit.one));
    put_float(words, at + 19, growth_by_pose(pose));
}

void put_side(Words words, const FrameSide& side, const MeshPlace& place, std::size_t first_code) {
    put_counts(words, side.vertex_count(), side.triangle_count());
    put_place(words, place);
    words[6] = static_cast<std::uint32_t>(first_code);
}

void put_numbers_of_bodies(Words words, std::size_t first, std::size_t end) {
    words[pose_words] = static_cast<std::uint32_t>(first);
    words[pose_words + 1] = static_cast<std::uint32_t>(end);
}

void put_bodies(Words words, const FrameSide& side, const MeshPlaces& places, const Unit& unit) {
    std::size_t vertices = 0;
    for (std::size_t i = 0; i < side.size(); ++i) {
        const Words of_body = words.subspan(i * words_of_body, words_of_body);
        // A vertex has its number in the side; wraps around, and back when it is added.
        MeshPlace place = places[i];
        place.first_position -= static_cast<std::uint32_t>(vertices) * place.position_stride;
        vertices += side.body(i).mesh->vertex_count;
        put_counts(of_body, vertices, side.end_triangle(i));
        put_place(of_body, place);
        put_body(of_body, side.body(i), unit);
    }
}

} // namespace

bool is_of_many(const FrameRequest& request) {
    return request.among == Among::OneSide || request.a.size() > 1 || request.b.size() > 1;
}

bool is_of_simple(const FrameRequest& request) {
    const int exponent = unit_exponent(request);
    return simplicity(request.a.body(0), exponent) == 2 &&
           simplicity(request.other().body(0), exponent) == 2;
}

std::vector<std::uint32_t> words_of_bodies(const FrameRequest& request, const MeshPlaces& a,
                                           const MeshPlaces& b) {
    const std::size_t of_a = request.a.size() * words_of_body;
    std::vector<std::uint32_t> words(of_a + request.b.size() * words_of_body);
    const Unit unit = unit_of(request, unit_exponent(request));
    put_bodies(Words(words).first(of_a), request.a, a, unit);
    put_bodies(Words(words).subspan(of_a), request.b, b, unit);
    return words;
}

FrameWords frame_words(const FrameRequest& request, const FrameShape& shape) {
    FrameWords words{};
    const Words of_a = Words(words).first(words_of_body);
    const Words of_b = Words(words).subspan(words_of_body, words_of_body);
    const int exponent = unit_exponent(request);
    const Unit unit = unit_of(request, exponent);
    const FrameSide& other = request.other();
    put_side(of_a, request.a, shape.a, 0);
    put_side(of_b, other, shape.b, request.a.vertex_count());
    if (is_of_many(request)) {
        const std::size_t bodies = request.a.size() + request.b.size();
        put_numbers_of_bodies(of_a, 0, request.a.size());
        put_numbers_of_bodies(of_b, request.a.size(), bodies);
    } else {
        put_body(of_a, request.a.body(0), unit);
        put_body(of_b, other.body(0), unit);
    }
    constexpr std::size_t of_frame = 2 * words_of_body;
    put(words, of_frame, unit.origin.x);
    put(words, of_frame + 2, unit.origin.y);
    put(words, of_frame + 4, unit.origin.z);
    put(words, of_frame + 6, unit.one);
    const ListRoom& room = shape.room;
    const int first_exponent = std::abs(exponent) <= 100 ? exponent : exponent / 2;
    const std::array rest{static_cast<std::uint32_t>(exponent),
                          static_cast<std::uint32_t>(request.among),
                          request.stop == Stop::Never ? 0U : 1U,
                          static_cast<std::uint32_t>(request.a.size()),
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
                          float_bits(unit_factor(first_exponent)),
                          float_bits(unit_factor(exponent - first_exponent))};
    std::copy(rest.begin(), rest.end(), words.begin() + of_frame + 8);
    return words;
}

} // namespace impinge::inline v0::gpu::opengl
