// SPDX-License-Identifier: Apache-2.0
//
// The format, all numbers little-endian: "IMPINGEM", version (32 bits), 0 (32 bits), number of
// vertices and of triangles (64 bits each), digest of what follows (64 bits); three doubles for
// each vertex, three indices for each triangle (32 bits each), and the order of the triangles (32
// bits each; none if the model has no tree).
#include "impinge/model_file.hpp"

#include "base/hash.hpp"
#include "base/no_throw.hpp"
#include "io/byte_order.hpp"
#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/write_file.hpp"
#include "model/model_data.hpp"

#include <string>
#include <string_view>

namespace impinge::inline v0 {
namespace {

constexpr std::string_view magic_of_models = "IMPINGEM";
constexpr std::uint32_t version_of_models = 1;
constexpr std::size_t header_size = 40;
constexpr std::size_t digest_at = 32;

std::uint64_t digest_of(std::span<const char> bytes) {
    Hasher hasher;
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        hasher.add(load_little<std::uint64_t>(bytes.data() + at));
    }
    for (; at < bytes.size(); ++at) {
        hasher.add(std::uint64_t{static_cast<unsigned char>(bytes[at])});
    }
    return hasher.digest();
}

struct ModelHeader {
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
    std::uint64_t ordered = 0; ///< triangles in the order: all or none
};

ModelHeader parse_header(std::span<const char> bytes) {
    if (bytes.size() < header_size ||
        std::string_view(bytes.data(), magic_of_models.size()) != magic_of_models) {
        fail_whole("not a model file");
    }
    if (load_little<std::uint32_t>(bytes.data() + 8) != version_of_models) {
        fail_whole("a model file of another version", ErrorCode::Unsupported);
    }
    if (load_little<std::uint32_t>(bytes.data() + 12) != 0) {
        fail_at_byte(12, "this must be 0");
    }
    ModelHeader header;
    header.vertices = load_little<std::uint64_t>(bytes.data() + 16);
    header.triangles = load_little<std::uint64_t>(bytes.data() + 24);
    const std::uint64_t left = bytes.size() - header_size;
    if (header.vertices > left / 24 || header.triangles > (left - 24 * header.vertices) / 12) {
        fail_whole("shorter than it says");
    }
    const std::uint64_t for_order = left - 24 * header.vertices - 12 * header.triangles;
    if (for_order != 0 && for_order != 4 * header.triangles) {
        fail_whole("longer or shorter than it says");
    }
    header.ordered = for_order / 4;
    if (load_little<std::uint64_t>(bytes.data() + digest_at) !=
        digest_of(bytes.subspan(header_size))) {
        fail_whole("damaged: the digest does not fit");
    }
    return header;
}

std::vector<std::uint32_t> parse_order(const char* from, const ModelHeader& header) {
    std::vector<std::uint32_t> order(header.ordered);
    std::vector<std::uint8_t> seen(header.ordered, 0);
    for (std::uint32_t& triangle : order) {
        triangle = load_little<std::uint32_t>(from);
        from += 4;
        if (triangle >= header.triangles || seen[triangle] != 0) {
            fail_whole("the order of its triangles is none");
        }
        seen[triangle] = 1;
    }
    return order;
}

Model parse(std::span<const char> bytes, const Context& context) {
    const ModelHeader header = parse_header(bytes);
    const char* from = bytes.data() + header_size;
    Mesh mesh;
    mesh.positions.resize(header.vertices);
    for (Vec3d& p : mesh.positions) {
        p = {load_little<double>(from), load_little<double>(from + 8),
             load_little<double>(from + 16)};
        from += 24;
    }
    mesh.triangles.resize(header.triangles);
    for (TriangleIndices& t : mesh.triangles) {
        t = {load_little<std::uint32_t>(from), load_little<std::uint32_t>(from + 4),
             load_little<std::uint32_t>(from + 8)};
        from += 12;
    }
    if (const Status status = validate(mesh.view()); !status) {
        fail_whole(status.error().message, status.error().code);
    }
    return model::make_model(std::move(mesh), parse_order(from, header),
                             Context(context.threads()));
}

} // namespace

Status write_model(const std::filesystem::path& path, const Model& model) {
    return no_throw([&]() -> Status {
        const model::ModelData& data = model.data();
        std::string body;
        for (const Vec3d& p : data.mesh().positions) {
            append_little(body, p.x);
            append_little(body, p.y);
            append_little(body, p.z);
        }
        for (const TriangleIndices& t : data.mesh().triangles) {
            for (const std::uint32_t corner : t) {
                append_little(body, corner);
            }
        }
        for (const std::uint32_t triangle : data.tree.order()) {
            append_little(body, triangle);
        }
        std::string bytes(magic_of_models);
        append_little(bytes, version_of_models);
        append_little(bytes, std::uint32_t{0});
        append_little(bytes, std::uint64_t{data.mesh().positions.size()});
        append_little(bytes, std::uint64_t{data.mesh().triangles.size()});
        append_little(bytes, digest_of(body));
        return write_file(path, bytes + body);
    });
}

Expected<Model> parse_model(std::span<const char> bytes, const std::filesystem::path& name,
                            const Context& context) {
    return or_error<Model>(name, [&] { return parse(bytes, context); });
}

Expected<Model> read_model(const std::filesystem::path& path, const Context& context) {
    return no_throw([&]() -> Expected<Model> {
        const auto bytes = read_file_bytes(path);
        if (!bytes) {
            return bytes.error();
        }
        return parse_model(bytes->view(), path, context);
    });
}

} // namespace impinge::inline v0
