// SPDX-License-Identifier: Apache-2.0
#include "io/case_file.hpp"

#include "io/byte_order.hpp"
#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/pose_checks.hpp"
#include "io/scene/fields.hpp"
#include "io/text_cursor.hpp"
#include "io/text_output.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

// What the writer and the reader of case files must agree on.
constexpr std::string_view case_format = "impinge-case";
constexpr std::uint64_t case_format_version = 1;

constexpr std::size_t bytes_per_vertex = 24;
constexpr std::size_t bytes_per_triangle = 12;
constexpr std::size_t bytes_per_pose = 104;
constexpr std::size_t bytes_per_wish_run = 16;

/// In place of a clearance.
constexpr double not_checked = -1;

constexpr std::string_view hexadecimal_digits = "0123456789abcdef";

/// 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash) {
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; hash >>= 4) {
        text[i] = hexadecimal_digits[hash & 15u];
    }
    return text;
}

// Reading.

constexpr std::array<std::string_view, 11> header_fields = {
    "format", "format_version", "impinge_version",         "unit",
    "detail", "answer",         "touching_counts",         "meshes",
    "bodies", "wish_runs",      "open_meshes_are_surfaces"};
constexpr std::array<std::string_view, 2> mesh_fields = {"vertices", "triangles"};
constexpr std::array<std::string_view, 4> case_body_fields = {"name", "file", "group", "mesh"};

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

Detail detail_of(const PlacedValue& value) {
    const std::string text = text_of(value, longest_name);
    if (text != "pairs" && text != "curves") {
        value.fail("must be 'pairs' or 'curves'");
    }
    return text == "curves" ? Detail::Curves : Detail::Pairs;
}

std::uint64_t hash_of(const PlacedValue& value) {
    const std::string text = text_of(value, longest_name);
    std::uint64_t hash = 0;
    for (const char c : text) {
        const std::size_t digit = hexadecimal_digits.find(c);
        if (digit == std::string_view::npos || text.size() != 16) {
            value.fail("must have 16 hexadecimal digits");
        }
        hash = hash << 4 | digit;
    }
    return hash;
}

CaseBody body_of(const PlacedValue& value, std::size_t meshes) {
    const Fields fields(value, case_body_fields);
    CaseBody body;
    body.name = text_of(fields.need("name"), longest_path);
    body.file = optional_text(fields, "file", longest_path);
    body.group = optional_text(fields, "group", longest_path);
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
    check_format(fields, case_format);
    Header header;
    Case& recorded = header.recorded;
    recorded.impinge_version = text_of(fields.need("impinge_version"), longest_name);
    recorded.unit = unit_in(fields);
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
            fail_at_byte(begin + i * bytes_per_wish_run + 8, "is not a clearance");
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
        fail_whole("is not a case file: it has no header line");
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

namespace {

// Writing.

/// The reader refuses what would upset a terminal.
std::string readable(std::string text) {
    for (char& c : text) {
        const auto code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? '?' : c;
    }
    return text;
}

std::string truth_text(bool value) { return value ? "true" : "false"; }

std::string described(const Mesh& mesh) {
    JsonLine out(JsonSpaces::None);
    out.add("vertices", std::to_string(mesh.positions.size()));
    out.add("triangles", std::to_string(mesh.triangles.size()));
    return out.text();
}

std::string described(const CaseBody& body) {
    JsonLine out(JsonSpaces::None);
    out.add("name", json_text(readable(body.name)));
    out.add_text("file", readable(body.file));
    out.add_text("group", readable(body.group));
    out.add("mesh", std::to_string(body.mesh));
    return out.text();
}

std::string header_line(const Case& recorded) {
    std::vector<std::string> meshes;
    for (const auto& mesh : recorded.meshes) {
        meshes.push_back(described(*mesh));
    }
    std::vector<std::string> bodies;
    for (const CaseBody& body : recorded.bodies) {
        bodies.push_back(described(body));
    }
    JsonLine out(JsonSpaces::None);
    out.add_text("format", case_format);
    out.add("format_version", std::to_string(case_format_version));
    out.add("impinge_version", json_text(recorded.impinge_version));
    out.add_text("unit", recorded.unit ? to_string(*recorded.unit) : "");
    out.add_text("detail", recorded.detail == Detail::Curves ? "curves" : "pairs");
    out.add("touching_counts", truth_text(recorded.touching_counts));
    if (recorded.open_meshes == OpenMeshes::Surfaces) {
        out.add("open_meshes_are_surfaces", truth_text(true));
    }
    out.add_text("answer", recorded.answer ? hash_text(*recorded.answer) : "");
    out.add("meshes", json_list(meshes, JsonSpaces::None));
    out.add("bodies", json_list(bodies, JsonSpaces::None));
    out.add("wish_runs", std::to_string(recorded.wishes.size()));
    return out.text() + "\n";
}

void append(std::string& out, Vec3d p) {
    append_little(out, p.x);
    append_little(out, p.y);
    append_little(out, p.z);
}

void append(std::string& out, const Rigid& pose) {
    append(out, pose.row_x);
    append(out, pose.row_y);
    append(out, pose.row_z);
    append(out, pose.translation);
    append_little(out, pose.scale);
}

} // namespace

std::string case_bytes(const Case& recorded) {
    std::string out = header_line(recorded);
    for (const auto& mesh : recorded.meshes) {
        for (const Vec3d& position : mesh->positions) {
            append(out, position);
        }
        for (const TriangleIndices& triangle : mesh->triangles) {
            for (const std::uint32_t corner : triangle) {
                append_little(out, corner);
            }
        }
    }
    for (const CaseBody& body : recorded.bodies) {
        append(out, body.pose);
    }
    for (const WishRun& run : recorded.wishes) {
        append_little(out, run.pairs);
        append_little(out, run.wish.check ? run.wish.clearance : not_checked);
    }
    return out;
}

std::vector<WishRun> wish_runs(const PairWishes& wishes, std::size_t bodies) {
    if (!wishes.of) {
        const std::uint64_t pairs = bodies < 2 ? 0 : std::uint64_t{bodies} * (bodies - 1) / 2;
        return {{pairs, {.check = true, .clearance = wishes.largest_clearance}}};
    }
    std::vector<WishRun> runs;
    for (std::uint32_t a = 0; a < bodies; ++a) {
        for (std::uint32_t b = a + 1; b < bodies; ++b) {
            const PairWish wish = wishes.of(a, b);
            const bool same = !runs.empty() && runs.back().wish.check == wish.check &&
                              (!wish.check || runs.back().wish.clearance == wish.clearance);
            if (same) {
                ++runs.back().pairs;
            } else {
                runs.push_back({1, wish});
            }
        }
    }
    return runs;
}

PairWishes wishes_from(std::vector<WishRun> runs, std::size_t bodies) {
    PairWishes wishes;
    std::uint64_t end = 0;
    for (WishRun& run : runs) { // from here on `pairs` is where a run ends
        end += run.pairs;
        run.pairs = end;
        wishes.largest_clearance =
            std::max(wishes.largest_clearance, run.wish.check ? run.wish.clearance : 0);
    }
    wishes.of = [runs = std::move(runs), n = std::uint64_t{bodies}](std::uint32_t a,
                                                                    std::uint32_t b) {
        const std::uint64_t before = a * (2 * n - a - 1) / 2; // pairs of bodies before a
        const std::uint64_t index = before + b - a - 1;
        const auto run = std::upper_bound(
            runs.begin(), runs.end(), index,
            [](std::uint64_t value, const WishRun& candidate) { return value < candidate.pairs; });
        return run->wish;
    };
    return wishes;
}

} // namespace impinge::inline v0
