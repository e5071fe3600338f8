// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/mesh_buffers.hpp"

#include "math/measures.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace impinge::inline v0::gpu::opengl {
namespace {

constexpr std::size_t most_spare = 16;
constexpr std::size_t samples = 64;

std::size_t size_of_number(Scalar scalar) {
    return scalar == Scalar::Float32 ? sizeof(float) : sizeof(double);
}

std::uint64_t next_state() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// From some vertices: how large the mesh may be, and where.
void measure(DeviceMesh& mesh, const MeshView& view) {
    Box3 box;
    const std::size_t step = std::max<std::size_t>(1, view.vertex_count() / samples);
    for (std::size_t i = 0; i < view.vertex_count(); i += step) {
        const Vec3d p = view.position(i);
        box = is_finite(p) ? extend(box, p) : box;
    }
    if (is_empty(box)) {
        return;
    }
    mesh.centre = centre(box);
    mesh.reach = largest_magnitude(box.max * 0.5 - box.min * 0.5);
}

/// Positions one after the other, as the mesh stores them.
std::vector<std::byte> packed_positions(const MeshView& mesh) {
    const std::size_t size = 3 * size_of_number(mesh.scalar());
    std::vector<std::byte> bytes(size * mesh.vertex_count());
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        std::memcpy(bytes.data() + size * i, mesh.data() + mesh.stride_bytes() * i, size);
    }
    return bytes;
}

/// One that is large enough and in nobody's hands, or a new one.
Expected<std::shared_ptr<OwnBuffer>> room_for_positions(const std::shared_ptr<GlRoom>& room,
                                                        SparePositions& spare, std::size_t bytes) {
    const auto usable = [&](const std::shared_ptr<OwnBuffer>& buffer) {
        return buffer.use_count() == 1 && buffer->bytes == bytes;
    };
    if (const auto found = std::find_if(spare.begin(), spare.end(), usable); found != spare.end()) {
        return *found;
    }
    std::erase_if(spare, [&](const auto& buffer) {
        return buffer.use_count() == 1 && spare.size() >= most_spare;
    });
    auto made = std::make_shared<OwnBuffer>(room);
    if (Status status =
            allocate(made->buffer, bytes, GL_DYNAMIC_STORAGE_BIT, "the positions of a mesh");
        !status) {
        return status.error();
    }
    made->bytes = bytes;
    spare.push_back(made);
    return made;
}

Status fill_positions(const std::shared_ptr<GlRoom>& room, SparePositions& spare,
                      const MeshView& mesh, GlMesh& into) {
    const std::size_t size = 3 * size_of_number(mesh.scalar());
    const std::size_t bytes = size * mesh.vertex_count();
    auto buffer = room_for_positions(room, spare, std::max(bytes, sizeof(std::uint32_t)));
    if (!buffer) {
        return buffer.error();
    }
    const bool plain = mesh.stride_bytes() == size;
    const std::vector<std::byte> packed = plain ? std::vector<std::byte>() : packed_positions(mesh);
    if (bytes > 0) {
        glNamedBufferSubData((*buffer)->buffer.get(), 0, static_cast<GLsizeiptr>(bytes),
                             plain ? mesh.data() : packed.data());
    }
    into.own_positions = std::move(*buffer);
    into.positions = into.own_positions->buffer.get();
    into.place.first_position = 0;
    into.place.position_stride = static_cast<std::uint32_t>(size / sizeof(std::uint32_t));
    into.vertex_count = mesh.vertex_count();
    into.scalar = mesh.scalar();
    into.state_of_positions = next_state();
    measure(into, mesh);
    return {};
}

std::size_t bytes_of(GLuint buffer) {
    GLint64 bytes = 0;
    glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
    return static_cast<std::size_t>(std::max<GLint64>(bytes, 0));
}

std::size_t largest_block() {
    GLint64 largest = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    return static_cast<std::size_t>(std::max<GLint64>(largest, 0));
}

Status refuse_buffer(const std::string& why) {
    return Error{ErrorCode::InvalidArgument, "opengl: " + why};
}

/// Nothing if the offset lies behind the end.
std::optional<std::size_t> bytes_behind(GLuint buffer, std::size_t offset) {
    const std::size_t bytes = bytes_of(buffer);
    return offset <= bytes ? std::optional(bytes - offset) : std::nullopt;
}

/// Whether so many items fit, one every `stride` bytes; whatever the numbers, none wraps around.
bool holds(std::size_t bytes, std::size_t count, std::size_t item, std::size_t stride) {
    return count == 0 || (item <= bytes && count - 1 <= (bytes - item) / stride);
}

/// Stages bind the whole buffer, and count words in it by 32 bits.
Status check_reach(const std::string& what, std::size_t bytes) {
    const std::size_t most =
        std::min(largest_block(), word_bytes * std::numeric_limits<std::uint32_t>::max());
    if (bytes <= most) {
        return {};
    }
    return refuse_buffer("the buffer of a mesh's " + what + " has " + std::to_string(bytes) +
                         " bytes; shaders of this driver read no more than " +
                         std::to_string(most));
}

Status check_buffers(const BufferMesh& mesh) {
    if (glIsBuffer(mesh.positions) == GL_FALSE || glIsBuffer(mesh.triangles) == GL_FALSE) {
        return refuse_buffer("the mesh names a buffer that this context does not have");
    }
    const std::size_t position = 3 * size_of_number(mesh.scalar);
    const std::size_t stride = mesh.stride_bytes == 0 ? position : mesh.stride_bytes;
    const bool aligned = stride % 4 == 0 && mesh.positions_offset % 4 == 0 &&
                         mesh.triangles_offset % 4 == 0 && stride >= position;
    if (!aligned) {
        return refuse_buffer(
            "offsets and strides of a mesh's buffers must be multiples of 4 bytes, "
            "and a stride at least a position");
    }
    const auto positions = bytes_behind(mesh.positions, mesh.positions_offset);
    const auto triangles = bytes_behind(mesh.triangles, mesh.triangles_offset);
    if (stride / word_bytes > std::numeric_limits<std::uint32_t>::max()) {
        return refuse_buffer("the stride of a mesh is more than the device can count");
    }
    if (!positions || !holds(*positions, mesh.vertex_count, position, stride) || !triangles ||
        !holds(*triangles, mesh.triangle_count, sizeof(TriangleIndices), sizeof(TriangleIndices))) {
        return refuse_buffer("the mesh reaches beyond the end of its buffer");
    }
    Status status = check_reach("positions", bytes_of(mesh.positions));
    return status ? check_reach("triangles", bytes_of(mesh.triangles)) : status;
}

/// Also where a view of them may be taken that outlives this call.
struct ReadPositions {
    std::vector<std::byte> bytes;
    std::size_t stride = 0;

    ReadPositions(const GlMesh& mesh) : stride(sizeof(std::uint32_t) * mesh.place.position_stride) {
        if (mesh.vertex_count == 0) {
            return;
        }
        bytes.resize(stride * (mesh.vertex_count - 1) + 3 * size_of_number(mesh.scalar));
        glGetNamedBufferSubData(
            mesh.positions,
            static_cast<GLintptr>(sizeof(std::uint32_t) * mesh.place.first_position),
            static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    }
    [[nodiscard]] MeshView view(const GlMesh& mesh,
                                std::span<const TriangleIndices> triangles = {}) const {
        return {bytes.data(), mesh.scalar, mesh.vertex_count, stride, triangles};
    }
};

} // namespace

Status allocate(Buffer& buffer, std::size_t bytes, GLbitfield flags, const char* what) {
    if (const std::size_t largest = largest_block(); bytes > largest) {
        return Error{ErrorCode::OutOfMemory, std::string("opengl: ") + what + " take " +
                                                 std::to_string(bytes) +
                                                 " bytes; the driver has no buffers of more than " +
                                                 std::to_string(largest)};
    }
    Buffer made = raster::opengl::make_buffer();
    glNamedBufferStorage(made.get(), static_cast<GLsizeiptr>(bytes), nullptr, flags);
    if (bytes_of(made.get()) < bytes) {
        return Error{ErrorCode::OutOfMemory, std::string("opengl: the driver has no memory for ") +
                                                 what + " (" + std::to_string(bytes) + " bytes)"};
    }
    buffer = std::move(made);
    return {};
}

Expected<std::shared_ptr<GlMesh>> upload_mesh(const std::shared_ptr<GlRoom>& room,
                                              SparePositions& spare, const MeshView& mesh) {
    auto made = std::make_shared<GlMesh>();
    if (Status status = fill_positions(room, spare, mesh, *made); !status) {
        return status.error();
    }
    const auto triangles = mesh.triangles();
    auto buffer = std::make_shared<OwnBuffer>(room);
    if (Status status =
            allocate(buffer->buffer, std::max(triangles.size_bytes(), sizeof(std::uint32_t)),
                     GL_DYNAMIC_STORAGE_BIT, "the triangles of a mesh");
        !status) {
        return status.error();
    }
    if (!triangles.empty()) {
        glNamedBufferSubData(buffer->buffer.get(), 0,
                             static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data());
    }
    made->triangle_count = triangles.size();
    made->triangles = buffer->buffer.get();
    made->state_of_triangles = next_state();
    made->own_triangles = std::move(buffer);
    return made;
}

Expected<std::shared_ptr<GlMesh>> upload_positions(const std::shared_ptr<GlRoom>& room,
                                                   SparePositions& spare, const GlMesh& old,
                                                   const MeshView& mesh) {
    auto made = std::make_shared<GlMesh>(old);
    made->own_positions.reset();
    if (Status status = fill_positions(room, spare, mesh, *made); !status) {
        return status.error();
    }
    return made;
}

Expected<std::shared_ptr<GlMesh>> attach_mesh(const BufferMesh& mesh) {
    if (Status status = check_buffers(mesh); !status) {
        return status.error();
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what the application's shaders wrote
    auto made = std::make_shared<GlMesh>();
    const std::size_t stride =
        mesh.stride_bytes == 0 ? 3 * size_of_number(mesh.scalar) : mesh.stride_bytes;
    made->positions = mesh.positions;
    made->triangles = mesh.triangles;
    made->vertex_count = mesh.vertex_count;
    made->triangle_count = mesh.triangle_count;
    made->scalar = mesh.scalar;
    made->state_of_triangles = next_state();
    made->place = {static_cast<std::uint32_t>(mesh.positions_offset / sizeof(std::uint32_t)),
                   static_cast<std::uint32_t>(stride / sizeof(std::uint32_t)),
                   static_cast<std::uint32_t>(mesh.triangles_offset / sizeof(std::uint32_t))};
    const ReadPositions read(*made);
    const std::vector<TriangleIndices> triangles = read_triangles(*made);
    const MeshView view = read.view(*made, triangles);
    if (Status status = validate(view); !status) {
        return status.error();
    }
    measure(*made, view);
    return made;
}

std::vector<Vec3d> read_positions(const GlMesh& mesh) {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    const ReadPositions read(mesh);
    return gather_positions(read.view(mesh));
}

std::vector<TriangleIndices> read_triangles(const GlMesh& mesh) {
    std::vector<TriangleIndices> triangles(mesh.triangle_count);
    if (!triangles.empty()) {
        glGetNamedBufferSubData(
            mesh.triangles, static_cast<GLintptr>(sizeof(std::uint32_t) * mesh.place.first_corner),
            static_cast<GLsizeiptr>(triangles.size() * sizeof(TriangleIndices)), triangles.data());
    }
    return triangles;
}

} // namespace impinge::inline v0::gpu::opengl
