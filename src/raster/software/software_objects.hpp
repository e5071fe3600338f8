// SPDX-License-Identifier: Apache-2.0
//
// What a software device hands out. Each carries the device's token, so that another device's
// things are recognised even after that device is gone.
#pragma once

#include "raster/software/vertex_stage.hpp"

namespace impinge::inline v0::raster {

using OwnerToken = std::shared_ptr<const char>;

class SoftwareGeometry final : public Geometry {
  public:
    SoftwareGeometry(OwnerToken token, LocalMesh local, Parts kept)
        : owner(std::move(token)), mesh(std::move(local)), lanes(lane_mesh(mesh)), parts(kept) {}

    void replace(LocalMesh local);
    Status replace_positions(const MeshView& view);

    OwnerToken owner;
    LocalMesh mesh;
    LaneMesh lanes;
    Parts parts;
};

class SoftwareQuery final : public Query {
  public:
    SoftwareQuery(OwnerToken token, QueryKind what) : owner(std::move(token)), kind(what) {}

    OwnerToken owner;
    QueryKind kind;
    std::uint64_t sum = 0;
};

class SoftwareTarget final : public Target {
  public:
    SoftwareTarget(OwnerToken token, int width, int height);

    [[nodiscard]] int width() const override { return planes_.width; }
    [[nodiscard]] int height() const override { return planes_.height; }
    [[nodiscard]] const Planes& planes() const { return planes_; }

    OwnerToken owner;

  private:
    Planes planes_;
    UntouchedArray<float> depth_;
    UntouchedArray<std::uint8_t> stencil_;
    std::array<UntouchedArray<std::uint32_t>, 2> ids_;
};

} // namespace impinge::inline v0::raster
