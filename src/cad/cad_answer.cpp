// SPDX-License-Identifier: Apache-2.0
#include "cad/cad_answer.hpp"

#include "io/byte_order.hpp"

#include <cmath>
#include <map>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::string_view magic = "impinge cad 1\n";
constexpr std::uint8_t no_unit = 255;
constexpr std::uint32_t end_mark = 0x454E4421;
constexpr std::size_t piece = std::size_t{1} << 16;

/// Gathers small values into pieces.
class Encoder {
  public:
    explicit Encoder(const CadSink& sink) : sink_(sink) { buffer_ = magic; }

    template <typename T> void number(T value) {
        append_little(buffer_, value);
        if (buffer_.size() >= piece) {
            flush();
        }
    }
    void text(std::string_view value) {
        number(static_cast<std::uint32_t>(value.size()));
        buffer_ += value;
    }
    void point(Vec3d p) {
        number(p.x);
        number(p.y);
        number(p.z);
    }
    void flush() {
        sink_(buffer_);
        buffer_.clear();
    }

  private:
    const CadSink& sink_;
    std::string buffer_;
};

struct Damaged {};

/// Throws Damaged at whatever is not there.
class Decoder {
  public:
    explicit Decoder(std::span<const char> bytes) : bytes_(bytes) {}

    template <typename T> T number() {
        const T value = load_little<T>(need(sizeof(T)));
        if constexpr (std::is_floating_point_v<T>) {
            if (!std::isfinite(value)) {
                throw Damaged{};
            }
        }
        return value;
    }
    std::string text() {
        const auto size = number<std::uint32_t>();
        return {need(size), size};
    }
    Vec3d point() {
        const double x = number<double>();
        const double y = number<double>();
        return {x, y, number<double>()};
    }
    /// Of things that take so many bytes each at least.
    std::size_t count(std::size_t bytes_each) {
        const std::size_t value = number<std::uint32_t>();
        if (value > bytes_.size() / bytes_each) {
            throw Damaged{};
        }
        return value;
    }
    template <typename Enum> Enum one_of(Enum last) {
        const auto value = number<std::uint8_t>();
        if (value > static_cast<std::uint8_t>(last)) {
            throw Damaged{};
        }
        return static_cast<Enum>(value);
    }
    [[nodiscard]] bool at_end() const { return bytes_.empty(); }
    const char* need(std::size_t size) {
        if (size > bytes_.size()) {
            throw Damaged{};
        }
        const char* begin = bytes_.data();
        bytes_ = bytes_.subspan(size);
        return begin;
    }

  private:
    std::span<const char> bytes_;
};

void encode(const Mesh& mesh, Encoder& out) {
    out.number(static_cast<std::uint32_t>(mesh.positions.size()));
    out.number(static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const Vec3d& position : mesh.positions) {
        out.point(position);
    }
    for (const TriangleIndices& triangle : mesh.triangles) {
        for (const std::uint32_t corner : triangle) {
            out.number(corner);
        }
    }
}

Mesh decode_mesh(Decoder& in) {
    const std::size_t vertices = in.count(3 * sizeof(double));
    const std::size_t triangles = in.count(3 * sizeof(std::uint32_t));
    Mesh mesh;
    mesh.positions.reserve(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
        mesh.positions.push_back(in.point());
    }
    mesh.triangles.reserve(triangles);
    for (std::size_t i = 0; i < triangles; ++i) {
        TriangleIndices triangle{};
        for (std::uint32_t& corner : triangle) {
            corner = in.number<std::uint32_t>();
            if (corner >= vertices) {
                throw Damaged{};
            }
        }
        mesh.triangles.push_back(triangle);
    }
    if (triangles == 0) {
        throw Damaged{};
    }
    return mesh;
}

void encode(const FileBody& body, std::uint32_t mesh, Encoder& out) {
    out.number(mesh);
    out.text(body.name);
    out.text(body.facts.part);
    out.number(static_cast<std::uint8_t>(body.facts.kind));
    out.number(static_cast<std::uint8_t>(body.facts.colour.has_value()));
    for (const std::uint8_t channel : body.facts.colour.value_or(VertexColour{})) {
        out.number(channel);
    }
    out.number(body.facts.chord_error);
    for (const Vec3d& row :
         {body.pose.row_x, body.pose.row_y, body.pose.row_z, body.pose.translation}) {
        out.point(row);
    }
    out.number(body.pose.scale);
}

FileBody decode_body(Decoder& in, std::span<const std::shared_ptr<const Mesh>> meshes) {
    FileBody body;
    const auto mesh = in.number<std::uint32_t>();
    if (mesh >= meshes.size()) {
        throw Damaged{};
    }
    body.mesh = meshes[mesh];
    body.name = in.text();
    body.facts.part = in.text();
    body.facts.kind = in.one_of(BodyKind::Surface);
    const bool coloured = in.number<std::uint8_t>() != 0;
    VertexColour colour{};
    for (std::uint8_t& channel : colour) {
        channel = in.number<std::uint8_t>();
    }
    body.facts.colour = coloured ? std::optional(colour) : std::nullopt;
    body.facts.chord_error = in.number<double>();
    for (Vec3d* row :
         {&body.pose.row_x, &body.pose.row_y, &body.pose.row_z, &body.pose.translation}) {
        *row = in.point();
    }
    body.pose.scale = in.number<double>();
    if (!(body.facts.chord_error >= 0) || !(body.pose.scale > 0)) {
        throw Damaged{};
    }
    return body;
}

FileBodies decode_bodies(Decoder& in) {
    FileBodies bodies;
    const auto unit = in.number<std::uint8_t>();
    if (unit != no_unit && unit > static_cast<std::uint8_t>(LengthUnit::Foot)) {
        throw Damaged{};
    }
    bodies.unit = unit == no_unit ? std::nullopt : std::optional(static_cast<LengthUnit>(unit));
    for (std::size_t left = in.count(sizeof(std::uint32_t)); left > 0; --left) {
        bodies.remarks.push_back(in.text());
    }
    std::vector<std::shared_ptr<const Mesh>> meshes;
    for (std::size_t left = in.count(2 * sizeof(std::uint32_t)); left > 0; --left) {
        meshes.push_back(std::make_shared<const Mesh>(decode_mesh(in)));
    }
    for (std::size_t left = in.count(14 * sizeof(double)); left > 0; --left) {
        bodies.bodies.push_back(decode_body(in, meshes));
    }
    if (bodies.bodies.empty()) {
        throw Damaged{};
    }
    return bodies;
}

Expected<FileBodies> decode(Decoder in) {
    const std::string_view head(in.need(magic.size()), magic.size());
    if (head != magic) {
        throw Damaged{};
    }
    if (in.number<std::uint8_t>() != 0) {
        const auto code = in.one_of(ErrorCode::Internal);
        return Error{code, in.text()};
    }
    FileBodies bodies = decode_bodies(in);
    if (in.number<std::uint32_t>() != end_mark || !in.at_end()) {
        throw Damaged{};
    }
    return bodies;
}

} // namespace

void encode_cad_answer(const FileBodies& bodies, const CadSink& sink) {
    Encoder out(sink);
    out.number(std::uint8_t{0});
    out.number(bodies.unit ? static_cast<std::uint8_t>(*bodies.unit) : no_unit);
    out.number(static_cast<std::uint32_t>(bodies.remarks.size()));
    for (const std::string& remark : bodies.remarks) {
        out.text(remark);
    }
    std::map<const Mesh*, std::uint32_t> number_of;
    std::vector<const Mesh*> meshes;
    for (const FileBody& body : bodies.bodies) {
        if (number_of.emplace(body.mesh.get(), static_cast<std::uint32_t>(meshes.size())).second) {
            meshes.push_back(body.mesh.get());
        }
    }
    out.number(static_cast<std::uint32_t>(meshes.size()));
    for (const Mesh* mesh : meshes) {
        encode(*mesh, out);
    }
    out.number(static_cast<std::uint32_t>(bodies.bodies.size()));
    for (const FileBody& body : bodies.bodies) {
        encode(body, number_of[body.mesh.get()], out);
    }
    out.number(end_mark);
    out.flush();
}

void encode_cad_failure(const Error& error, const CadSink& sink) {
    Encoder out(sink);
    out.number(std::uint8_t{1});
    out.number(static_cast<std::uint8_t>(error.code));
    out.text(error.message);
    out.flush();
}

Expected<FileBodies> decode_cad_answer(std::span<const char> bytes) {
    try {
        return decode(Decoder(bytes));
    } catch (const Damaged&) {
        return Error{ErrorCode::Internal, "the program that reads CAD files sent a damaged answer"};
    }
}

} // namespace impinge::inline v0
