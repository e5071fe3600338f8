// SPDX-License-Identifier: Apache-2.0
#include "io/scene/particle_shapes.hpp"

#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t most_corners = 1'000'000; ///< of a loop, and of blobs
constexpr std::size_t most_bounds = 1'000;

using ShapeFields = std::span<const std::string_view>;

Vec2d pair_of(const PlacedValue& value) {
    const std::vector<PlacedValue> items =
        value.value.kind() == JsonKind::List ? items_of(value, 3) : std::vector<PlacedValue>();
    if (items.size() != 2 || !items[0].value.is_number() || !items[1].value.is_number()) {
        value.fail("needs 2 numbers: [x, y]");
    }
    return {items[0].value.number(), items[1].value.number()};
}

Vec2d positive_pair_of(const PlacedValue& value) {
    const Vec2d pair = pair_of(value);
    if (!(pair.x > 0 && pair.y > 0)) {
        value.fail("must be greater than 0");
    }
    return pair;
}

/// One number for both, or two.
Vec2d radius_of(const PlacedValue& value) {
    if (value.value.is_number()) {
        const double radius = positive_of(value);
        return {radius, radius};
    }
    return positive_pair_of(value);
}

Vec3d radii_of(const PlacedValue& value) {
    const Vec3d radii = vector_of(value);
    if (!(radii.x > 0 && radii.y > 0 && radii.z > 0)) {
        value.fail("must be greater than 0");
    }
    return radii;
}

/// Sets low and high, in this order.
void set_range(const Fields& fields, double& low, double& high) {
    low = number_of(fields.need("low"));
    high = number_of(fields.need("high"));
    if (!(low < high)) {
        fields.fail("'low' must be less than 'high'");
    }
}

/// A symmetric matrix of four rows.
QuadraticForm form_of(const PlacedValue& value) {
    std::array<std::array<double, 4>, 4> q{};
    const std::vector<PlacedValue> rows =
        value.value.kind() == JsonKind::List ? items_of(value, 5) : std::vector<PlacedValue>();
    for (std::size_t i = 0; i < rows.size() && rows.size() == 4; ++i) {
        const auto row = four_numbers_in(rows[i].value);
        if (!row) {
            rows[i].fail("needs 4 numbers");
        }
        q[i] = *row;
    }
    if (rows.size() != 4) {
        value.fail("needs 4 rows of 4 numbers");
    }
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (q[i][k] != q[k][i]) {
                value.fail("must be symmetric");
            }
        }
    }
    return {.xx = q[0][0],
            .yy = q[1][1],
            .zz = q[2][2],
            .xy = q[0][1],
            .xz = q[0][2],
            .yz = q[1][2],
            .x = q[0][3],
            .y = q[1][3],
            .z = q[2][3],
            .one = q[3][3]};
}

DescribedShape rectangle_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 4> known = {"kind", "origin", "u", "v"};
    const Fields fields(value, known);
    return RectangleShape{vector_of(fields.need("origin")), direction_from(fields.need("u")),
                          direction_from(fields.need("v"))};
}

DescribedShape disc_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 5> known = {"kind", "centre", "normal", "radius",
                                                              "hole"};
    const Fields fields(value, known);
    DiscShape disc{.centre = vector_of(fields.need("centre")),
                   .normal = direction_from(fields.need("normal")),
                   .radius = positive_of(fields.need("radius"))};
    if (const auto hole = fields.find("hole")) {
        disc.hole = number_between(*hole, 0, disc.radius);
    }
    return disc;
}

DescribedShape polygon_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 5> known = {"kind", "origin", "u", "v", "loops"};
    const Fields fields(value, known);
    Outline outline{.origin = vector_of(fields.need("origin")),
                    .u = direction_from(fields.need("u")),
                    .v = direction_from(fields.need("v"))};
    const PlacedValue loops = fields.need("loops");
    for (const PlacedValue& loop : items_of(loops, most_corners)) {
        std::vector<Vec2d>& corners = outline.loops.emplace_back();
        for (const PlacedValue& corner : items_of(loop, most_corners)) {
            corners.push_back(pair_of(corner));
        }
        if (corners.size() < 3) {
            loop.fail("needs 3 corners or more");
        }
    }
    if (outline.loops.empty()) {
        loops.fail("needs at least one loop");
    }
    return PolygonShape{std::move(outline)};
}

DescribedShape ellipsoid_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 2> known = {"kind", "radii"};
    return EllipsoidShape{radii_of(Fields(value, known).need("radii"))};
}

DescribedShape turned_of(const PlacedValue& value, RoundShape kind) {
    static constexpr std::array<std::string_view, 4> known = {"kind", "radius", "low", "high"};
    const Fields fields(value, known);
    TurnedShape shape{.kind = kind, .radius = radius_of(fields.need("radius"))};
    set_range(fields, shape.low, shape.high);
    return shape;
}

DescribedShape paraboloid_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"kind", "radius", "high"};
    const Fields fields(value, known);
    return TurnedShape{.kind = RoundShape::Paraboloid,
                       .radius = radius_of(fields.need("radius")),
                       .high = positive_of(fields.need("high"))};
}

DescribedShape saddle_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"kind", "radius", "half"};
    const Fields fields(value, known);
    return SaddleShape{radius_of(fields.need("radius")), positive_pair_of(fields.need("half"))};
}

DescribedShape hyperboloid_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 5> known = {"kind", "radii", "sheets", "low",
                                                              "high"};
    const Fields fields(value, known);
    HyperboloidShape shape{.radii = radii_of(fields.need("radii"))};
    const PlacedValue sheets = fields.need("sheets");
    shape.sheets = static_cast<int>(std::min<std::uint64_t>(whole_of(sheets), 3));
    if (shape.sheets != 1 && shape.sheets != 2) {
        sheets.fail("must be 1 or 2");
    }
    set_range(fields, shape.low, shape.high);
    return shape;
}

DescribedShape quadric_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"kind", "matrix", "box"};
    static constexpr std::array<std::string_view, 2> known_of_box = {"min", "max"};
    const Fields fields(value, known);
    QuadricShape shape{.form = form_of(fields.need("matrix")), .box = {}};
    if (const auto box = fields.find("box")) {
        const Fields ends(*box, known_of_box);
        shape.box = Box3{vector_of(ends.need("min")), vector_of(ends.need("max"))};
        const Vec3d size = shape.box->max - shape.box->min;
        if (!(size.x >= 0 && size.y >= 0 && size.z >= 0)) {
            box->fail("'min' must not be greater than 'max'");
        }
    }
    return shape;
}

DescribedShape blend_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"kind", "blobs", "threshold"};
    static constexpr std::array<std::string_view, 3> known_of_blob = {"centre", "radius", "weight"};
    const Fields fields(value, known);
    Blend blend;
    const PlacedValue blobs = fields.need("blobs");
    for (const PlacedValue& item : items_of(blobs, most_corners)) {
        const Fields of_blob(item, known_of_blob);
        Blob blob{.centre = vector_of(of_blob.need("centre")),
                  .radius = positive_of(of_blob.need("radius"))};
        if (const auto weight = of_blob.find("weight")) {
            blob.weight = number_of(*weight);
        }
        blend.blobs.push_back(blob);
    }
    if (blend.blobs.empty()) {
        blobs.fail("needs at least one ball");
    }
    if (const auto threshold = fields.find("threshold")) {
        blend.threshold = positive_of(*threshold);
    }
    return blend;
}

DescribedShape mesh_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"kind", "file", "chart"};
    static constexpr std::array<std::pair<std::string_view, MeshChart>, 3> charts{
        {{"auto", MeshChart::Auto}, {"uv", MeshChart::Uv}, {"atlas", MeshChart::Atlas}}};
    const Fields fields(value, known);
    MeshShape mesh{.file = text_of(fields.need("file"), longest_path)};
    if (const auto chart = fields.find("chart")) {
        mesh.chart = word_of(*chart, charts);
    }
    return mesh;
}

struct ShapeKind {
    std::string_view name;
    DescribedShape (*parse)(const PlacedValue&);
};

constexpr std::array<ShapeKind, 11> shape_kinds{
    {{"rectangle", rectangle_of},
     {"disc", disc_of},
     {"polygon", polygon_of},
     {"ellipsoid", ellipsoid_of},
     {"cylinder", [](const PlacedValue& v) { return turned_of(v, RoundShape::Cylinder); }},
     {"cone", [](const PlacedValue& v) { return turned_of(v, RoundShape::Cone); }},
     {"paraboloid", paraboloid_of},
     {"saddle", saddle_of},
     {"hyperboloid", hyperboloid_of},
     {"quadric", quadric_of},
     {"blend", blend_of}}};

std::string kind_of(const PlacedValue& value) {
    if (value.value.kind() != JsonKind::Object) {
        value.fail("must be an object: { ... }");
    }
    const auto kind = value.value.member("kind");
    if (!kind) {
        value.fail("field 'kind' is missing");
    }
    return text_of({*kind, value.place + ".kind"}, longest_name);
}

} // namespace

double positive_of(const PlacedValue& value) {
    const double number = number_of(value);
    if (!(number > 0)) {
        value.fail("must be greater than 0");
    }
    return number;
}

double number_between(const PlacedValue& value, double least, double most) {
    const double number = number_of(value);
    if (!(number >= least)) {
        value.fail(least == 0 ? "must not be negative" : "is too small");
    }
    if (!(number <= most)) {
        value.fail("is too large");
    }
    return number;
}

Vec3d direction_from(const PlacedValue& value) {
    const Vec3d direction = vector_of(value);
    if (direction == Vec3d{}) {
        value.fail("must not be zero");
    }
    return direction;
}

DescribedShape shape_of(const PlacedValue& value) {
    const std::string kind = kind_of(value);
    if (kind == "mesh") {
        return mesh_of(value);
    }
    std::string names;
    for (const ShapeKind& known : shape_kinds) {
        if (kind == known.name) {
            return known.parse(value);
        }
        names += std::string(known.name) + ", ";
    }
    PlacedValue{value.value, value.place + ".kind"}.fail(in_quotes(kind) + " is none of " + names +
                                                         "mesh");
}

std::vector<DescribedBound> bounds_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"point", "normal", "matrix"};
    std::vector<DescribedBound> bounds;
    for (const PlacedValue& item : items_of(value, most_bounds)) {
        const Fields fields(item, known);
        if (const auto matrix = fields.find("matrix")) {
            if (fields.has("point") || fields.has("normal")) {
                fields.fail("has both a matrix and a plane");
            }
            bounds.emplace_back(form_of(*matrix));
        } else {
            bounds.emplace_back(
                PlaneSide{vector_of(fields.need("point")), direction_from(fields.need("normal"))});
        }
    }
    return bounds;
}

} // namespace impinge::inline v0
