// SPDX-License-Identifier: Apache-2.0
//
// The memory of a view: whether it can be there at all, and its positions as an array of doubles,
// for code that reads each of them many times.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What validate() refuses before it reads anything: more vertices or triangles than a mesh may
/// have, or vertices beyond the address space.
Status check_layout(const MeshView& mesh);

/// What validate() says, found out by several threads. Means nothing once the context is cancelled.
Status validate_in_parallel(const MeshView& mesh, const Context& context);

/// All stored positions, widened without change. About 1 ns per vertex.
std::vector<Vec3d> gather_positions(const MeshView& mesh);

/// The positions as an array: the caller's own if it is one of plain doubles, else a copy.
class PositionArray {
  public:
    PositionArray(const MeshView& mesh, const Context& context);
    [[nodiscard]] std::span<const Vec3d> span() const { return positions_; }

    PositionArray(const PositionArray&) = delete; // `positions_` may point into `copy_`
    PositionArray& operator=(const PositionArray&) = delete;
    PositionArray(PositionArray&&) = default;
    PositionArray& operator=(PositionArray&&) = default;
    ~PositionArray() = default;

  private:
    std::vector<Vec3d> copy_;
    std::span<const Vec3d> positions_;
};

/// Whether positions follow each other without gaps.
enum class Packed : std::uint8_t { No, Yes };

/// Reads positions of one scalar type where they lie; for loops that are compiled for each type.
template <typename T, Packed packed = Packed::No> class StoredPositions {
  public:
    explicit StoredPositions(const MeshView& mesh)
        : first_(mesh.data()), stride_bytes_(mesh.stride_bytes()) {}
    [[nodiscard]] Vec3d operator[](std::size_t vertex) const {
        const std::size_t stride = packed == Packed::Yes ? sizeof(Vec3<T>) : stride_bytes_;
        Vec3<T> stored;
        std::memcpy(&stored, first_ + vertex * stride, sizeof stored);
        return {stored.x, stored.y, stored.z};
    }
    /// For loops on several at a time, which must not expect them to be aligned.
    [[nodiscard]] const T* coordinates() const requires(packed == Packed::Yes) {
        return reinterpret_cast<const T*>(first_);
    }

  private:
    const std::byte* first_;
    std::size_t stride_bytes_;
};

template <typename Positions> inline constexpr bool is_packed = false;
template <typename T> inline constexpr bool is_packed<StoredPositions<T, Packed::Yes>> = true;

/// Calls visit with the StoredPositions of the mesh.
template <typename Visit> auto with_positions(const MeshView& mesh, Visit visit) {
    if (mesh.scalar() == Scalar::Float32) {
        return visit(StoredPositions<float>(mesh));
    }
    return mesh.stride_bytes() == sizeof(Vec3d) ? visit(StoredPositions<double, Packed::Yes>(mesh))
                                                : visit(StoredPositions<double>(mesh));
}

} // namespace impinge::inline v0
