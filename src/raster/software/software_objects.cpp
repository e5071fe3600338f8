// SPDX-License-Identifier: Apache-2.0
#include "raster/software/software_objects.hpp"

namespace impinge::inline v0::raster {
namespace {

/// An odd multiple of the alignment: rows of a power of two would share few sets of a cache, and
/// tall triangles would push their own rows out of it.
std::size_t padded(int width) {
    constexpr std::size_t unit = Planes::row_alignment;
    const std::size_t units = (static_cast<std::size_t>(width) + unit - 1) / unit;
    return (units | 1) * unit;
}

/// Where plane `index` begins in its memory: pixels of different planes at the same place of a page
/// would wait for each other's stores.
template <typename T> std::size_t shift(std::size_t index) {
    constexpr std::size_t cache_lines = 17;
    return index * cache_lines * 64 / sizeof(T);
}

template <typename T> T* allocate(UntouchedArray<T>& plane, std::size_t pixels, std::size_t index) {
    plane = UntouchedArray<T>(pixels + shift<T>(index));
    return plane.data() + shift<T>(index);
}

} // namespace

void SoftwareGeometry::replace(LocalMesh local) {
    LaneMesh replaced = lane_mesh(local);
    mesh = std::move(local);
    lanes = std::move(replaced);
}

Status SoftwareGeometry::replace_positions(const MeshView& view) {
    if (Status status = raster::replace_positions(mesh, view); !status) {
        return status;
    }
    replace_lane_positions(lanes, mesh);
    return {};
}

SoftwareTarget::SoftwareTarget(OwnerToken token, int width, int height) : owner(std::move(token)) {
    const std::size_t stride = padded(width);
    const std::size_t pixels = stride * static_cast<std::size_t>(height);
    planes_ = {width,
               height,
               stride,
               allocate(depth_, pixels, 0),
               allocate(stencil_, pixels, 1),
               {allocate(ids_[0], pixels, 2), allocate(ids_[1], pixels, 3)}};
}

} // namespace impinge::inline v0::raster
