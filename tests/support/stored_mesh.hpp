// SPDX-License-Identifier: Apache-2.0
//
// One mesh in the memory layouts callers have: packed doubles, floats, interleaved vertices, and
// triangles that share no vertex.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace impinge::tests {

enum class Layout : std::uint8_t { Packed, Float32, Interleaved, Unwelded };

class StoredMesh {
  public:
    StoredMesh(Mesh mesh, Layout layout) : mesh_(std::move(mesh)), layout_(layout) {
        if (layout == Layout::Unwelded) {
            mesh_ = unwelded(mesh_);
        } else if (layout == Layout::Float32) {
            for (const Vec3d& p : mesh_.positions) {
                floats_.push_back(narrowed(p));
            }
        } else if (layout == Layout::Interleaved) {
            for (const Vec3d& p : mesh_.positions) {
                vertices_.push_back({-1, p, 0xFFFFFFFFU, 0});
            }
        }
    }

    [[nodiscard]] MeshView view() const {
        switch (layout_) {
        case Layout::Float32:
            return {floats_, mesh_.triangles};
        case Layout::Interleaved:
            return {&vertices_.data()->position, Scalar::Float64, vertices_.size(), sizeof(Vertex),
                    mesh_.triangles};
        case Layout::Packed:
        case Layout::Unwelded:
            break;
        }
        return mesh_.view();
    }

    /// Whether every coordinate survives the layout unchanged.
    static bool can_hold(const Mesh& mesh, Layout layout) {
        if (layout != Layout::Float32) {
            return true;
        }
        for (const Vec3d& p : mesh.positions) {
            const Vec3f f = narrowed(p);
            if (Vec3d{f.x, f.y, f.z} != p) {
                return false;
            }
        }
        return true;
    }

  private:
    struct Vertex {
        float colour;
        Vec3d position;
        std::uint32_t material;
        float weight;
    };

    static Vec3f narrowed(Vec3d p) {
        return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    }

    static Mesh unwelded(const Mesh& mesh) {
        Mesh result;
        for (const TriangleIndices& t : mesh.triangles) {
            const auto first = static_cast<std::uint32_t>(result.positions.size());
            for (const std::uint32_t corner : t) {
                result.positions.push_back(mesh.positions[corner]);
            }
            result.triangles.push_back({first, first + 1, first + 2});
        }
        return result;
    }

    Mesh mesh_;
    Layout layout_;
    std::vector<Vec3f> floats_;
    std::vector<Vertex> vertices_;
};

} // namespace impinge::tests
