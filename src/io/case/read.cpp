// SPDX-License-Identifier: Apache-2.0
#include "io/byte_order.hpp"
#include "io/case/file.hpp"
#include "io/case/layout.hpp"
#include "io/file_bytes.hpp"
#include "io/finite_pose.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/fields.hpp"
#include "io/scene/limits.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 11> header_fields = {
    "format", "format_version", "impinge_version",         "unit",
    "detail", "answer",         "touching_counts",         "meshes",
    "bodies", "wish_runs",      "open_meshes_are_surfaces"};
constexpr std::array<std::string_view, 2> mesh_fields = {"vertices", "triangles"};
constexpr std::array<std::string_view, 4> body_fields = {"name", "file", "group", "mesh"};

/// The counts of a mesh, before its arrays are read.
struct MeshCounts {
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
};

struct Header {
    Case recorded;
    std::vector<MeshCounts> meshes;
    std::uint64_t wish_runs = 0;
};

/// The arrays behind the header. Nothing is handed out, and so nothing allocated, that the file
/// does not hold.
class Arrays {
  public:
    Arrays(std::span<const char> bytes, std::size_t begin) : bytes_(bytes), next_(begin) {}

    /// The bytes of so many items, which are passed over.
    const char* take(std::uint64_t count, std::size_t bytes_per_item, const char* what) {
        const std::size_t left = bytes_.size() - next_;
        if (count > left / bytes_per_item) {
            fail_at_byte(next_, std::to_string(count) + " " + what + " do not fit into the " +
                                    std::to_string(left) + " bytes that are left");
        }
        const char* items = bytes_.data() + next_;
        next_ += static_cast<std::size_t>(count) * bytes_per_item;
        return items;
    }
    [[nodiscard]] std::size_t position() const { return next_; }
    void end() const {
        if (next_ != bytes_.size()) {
            fail_at_byte(next_, "has " + std::to_string(bytes_.size() - next_) +
                                    " bytes more than its header says");
        }
    }

  private:
    std::span<const char> bytes_;
    std::size_t next_;
};

void check_format(const Fields& header) {
    const PlacedValue format = header.need("format");
    if (text_of(format, longest_name) != case_format) {
        format.fail("must be 'impinge-case'");
    }
    const PlacedValue version = header.need("format_version");
    if (whole_of(version) != case_format_version) {
        version.fail("only 1 is known to this version of impinge");
    }
}

Detail detail_of(const PlacedValue& value) {
    const std::string text = text_of(value, longest_name);
    if (text != "pairs" && text != "curves") {
        value.fail("must be 'pairs' or 'curves'");
    }
    return text == "curves" ? Detail::Curves : Detail::Pairs;
}

LengthUnit unit_of(const PlacedValue& value) {
    const auto unit = unit_from_text(text_of(value, longest_name));
    if (!unit) {
        value.fail("is no unit; there are um, mm, cm, m, in and ft");
    }
    return *unit;
}

std::uint64_t hash_of(const PlacedValue& value) {
    const std::string text = text_of(value, longest_name);
    std::uint64_t hash = 0;
    for (const char c : text) {
        const std::size_t digit = std::string_view("0123456789abcdef").find(c);
        if (digit == std::string_view::npos || text.size() != 16) {
            value.fail("must have 16 hexadecimal digits");
        }
        hash = hash << 4 | digit;
    }
    return hash;
}

CaseBody body_of(const PlacedValue& value, std::size_t meshes) {
    const Fields fields(value, body_fields);
    CaseBody body;
    body.name = text_of(fields.need("name"), longest_path);
    if (const auto file = fields.find("file")) {
        body.file = text_of(*file, longest_path);
    }
    if (const auto group = fields.find("group")) {
        body.group = text_of(*group, longest_path);
    }
    const PlacedValue mesh = fields.need("mesh");
    body.mesh = whole_of(mesh);
    if (body.mesh >= meshes) {
        mesh.fail("there are only " + std::to_string(meshes) + " meshes");
    }
    return body;
}

Header header_of(std::string_view text) {
    const JsonTree tree = parse_json(text);
    const PlacedValue root{tree.root(), ""};
    const Fields fields(root, header_fields);
    check_format(fields);
    Header header;
    Case& recorded = header.recorded;
    recorded.impinge_version = text_of(fields.need("impinge_version"), longest_name);
    if (const auto unit = fields.find("unit")) {
        recorded.unit = unit_of(*unit);
    }
    recorded.detail = detail_of(fields.need("detail"));
    recorded.touching_counts = truth_of(fields.need("touching_counts"));
    if (const auto surfaces = fields.find("open_meshes_are_surfaces")) {
        recorded.open_meshes =
            truth_of(*surfaces) ? OpenMeshes::Surfaces : OpenMeshes::UnfinishedSolids;
    }
    if (const auto answer = fields.find("answer")) {
        recorded.answer = hash_of(*answer);
    }
    for (const PlacedValue& item : items_of(fields.need("meshes"), most_bodies)) {
        const Fields counts(item, mesh_fields);
        header.meshes.push_back(
            {whole_of(counts.need("vertices")), whole_of(counts.need("triangles"))});
    }
    for (const PlacedValue& item : items_of(fields.need("bodies"), most_bodies)) {
        recorded.bodies.push_back(body_of(item, header.meshes.size()));
    }
    header.wish_runs = whole_of(fields.need("wish_runs"));
    return header;
}

Vec3d vector_at(const char* bytes) {
    return {load_little<double>(bytes), load_little<double>(bytes + 8),
            load_little<double>(bytes + 16)};
}

Mesh mesh_from(Arrays& arrays, const MeshCounts& counts, std::size_t index) {
    const std::string name = "mesh " + std::to_string(index);
    const char* positions = arrays.take(counts.vertices, bytes_per_vertex, "vertices");
    const char* triangles = arrays.take(counts.triangles, bytes_per_triangle, "triangles");
    Mesh mesh;
    mesh.positions.resize(counts.vertices);
    for (Vec3d& position : mesh.positions) {
        position = vector_at(positions);
        positions += bytes_per_vertex;
    }
    mesh.triangles.resize(counts.triangles);
    for (TriangleIndices& triangle : mesh.triangles) {
        for (std::uint32_t& corner : triangle) {
            corner = load_little<std::uint32_t>(triangles);
            triangles += sizeof corner;
        }
    }
    if (const Status invalid = validate(mesh.view()); !invalid) {
        throw ParseFailure{invalid.error().code, name, invalid.error().message};
    }
    return mesh;
}

Rigid pose_from(const char* bytes) {
    return {vector_at(bytes), vector_at(bytes + 24), vector_at(bytes + 48), vector_at(bytes + 72),
            load_little<double>(bytes + 96)};
}

std::vector<WishRun> wishes_in(Arrays& arrays, std::uint64_t count, std::uint64_t bodies) {
    const std::size_t begin = arrays.position();
    const char* bytes = arrays.take(count, bytes_per_wish_run, "wish runs");
    std::uint64_t left = bodies < 2 ? 0 : bodies * (bodies - 1) / 2;
    std::vector<WishRun> runs;
    runs.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i, bytes += bytes_per_wish_run) {
        const auto pairs = load_little<std::uint64_t>(bytes);
        const auto clearance = load_little<double>(bytes + 8);
        if (pairs > left) {
            fail_at_byte(begin + i * bytes_per_wish_run, "wishes for more pairs than there are");
        }
        left -= pairs;
        const bool check = clearance != not_checked;
        if (check && !(clearance >= 0 && std::isfinite(clearance))) {
            fail_at_byte(begin + i * bytes_per_wish_run + 8, "is no clearance");
        }
        runs.push_back({pairs, {.check = check, .clearance = check ? clearance : 0}});
    }
    if (left > 0) {
        fail_at_byte(begin, "has no wishes for " + std::to_string(left) + " pairs");
    }
    return runs;
}

Case case_from(std::span<const char> bytes) {
    const auto line_end = std::find(bytes.begin(), bytes.end(), '\n');
    if (line_end == bytes.end()) {
        fail_whole("is no case file: it has no header line");
    }
    const auto header_size = static_cast<std::size_t>(line_end - bytes.begin());
    Header header = header_of({bytes.data(), header_size});
    Arrays arrays(bytes, header_size + 1);
    Case recorded = std::move(header.recorded);
    for (std::size_t i = 0; i < header.meshes.size(); ++i) {
        recorded.meshes.push_back(
            std::make_shared<const Mesh>(mesh_from(arrays, header.meshes[i], i)));
    }
    const char* poses = arrays.take(recorded.bodies.size(), bytes_per_pose, "poses");
    for (CaseBody& body : recorded.bodies) {
        body.pose = pose_from(poses);
        if (!is_finite(body.pose) || !std::isfinite(body.pose.scale)) {
            fail_at_byte(static_cast<std::size_t>(poses - bytes.data()),
                         "the pose of body " + in_quotes(body.name) + " is not finite",
                         ErrorCode::NonFinite);
        }
        if (!(body.pose.scale > 0)) {
            fail_at_byte(static_cast<std::size_t>(poses - bytes.data()),
                         "the scale of body " + in_quotes(body.name) + " is not positive",
                         ErrorCode::FileMalformed);
        }
        poses += bytes_per_pose;
    }
    recorded.wishes = wishes_in(arrays, header.wish_runs, recorded.bodies.size());
    arrays.end();
    return recorded;
}

} // namespace

Expected<Case> parse_case(std::span<const char> bytes, const std::filesystem::path& name) {
    return or_error<Case>(name, [&] { return case_from(bytes); });
}

Expected<Case> read_case(const std::filesystem::path& path) {
    const auto bytes = read_file_bytes(path);
    return bytes ? parse_case(bytes->view(), path) : bytes.error();
}

} // namespace impinge::inline v0
