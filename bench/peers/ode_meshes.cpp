// SPDX-License-Identifier: Apache-2.0
//
// Open Dynamics Engine: its triangle meshes. Contacts that are near each other it makes one, which
// cannot be turned off: the pairs of the others are missing.
#include "bench/peers/mesh_scene.hpp"
#include "bench/peers/ode_pose.hpp"

#include <ode/ode.h>

#include <algorithm>
#include <array>
#include <cstdarg>

namespace impinge::bench::peers {
namespace {

/// A mesh that ODE reads from where it is.
class OdeMesh {
  public:
    OdeMesh(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles)
        : positions_(positions.begin(), positions.end()), data_(dGeomTriMeshDataCreate()) {
        build(triangles);
        geometry_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
    }
    OdeMesh(const OdeMesh&) = delete;
    OdeMesh& operator=(const OdeMesh&) = delete;
    ~OdeMesh() {
        dGeomDestroy(geometry_);
        dGeomTriMeshDataDestroy(data_);
    }

    void move_vertices(std::span<const Vec3d> positions) {
        std::copy(positions.begin(), positions.end(), positions_.begin());
        dGeomTriMeshDataUpdate(data_);
        dGeomTriMeshSetData(geometry_, data_); // or it would keep its old box
    }
    void rebuild(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles) {
        positions_.assign(positions.begin(), positions.end());
        build(triangles);
        dGeomTriMeshSetData(geometry_, data_);
    }
    [[nodiscard]] dGeomID geometry() const { return geometry_; }

  private:
    void build(std::span<const TriangleIndices> triangles) {
        dGeomTriMeshDataBuildDouble(
            data_, positions_.data(), sizeof(Vec3d), static_cast<int>(positions_.size()),
            triangles.data(), static_cast<int>(3 * triangles.size()), sizeof(TriangleIndices));
    }

    std::vector<Vec3d> positions_;
    dTriMeshDataID data_ = nullptr;
    dGeomID geometry_ = nullptr;
};

void say_nothing(int, const char*, va_list) {}

class OdeMeshes : public MeshPeer {
  public:
    explicit OdeMeshes(const MeshScene& scene) : scene_(scene) {
        dInitODE2(0);
        dSetMessageHandler(say_nothing); // it would speak of every contact that it does not merge
        dAllocateODEDataForThread(static_cast<unsigned>(dAllocateMaskAll));
        for (const Mesh& body : scene.bodies) {
            bodies_.push_back(std::make_unique<OdeMesh>(body.positions, body.triangles));
        }
        contacts_.resize(most_contacts);
    }
    ~OdeMeshes() override {
        bodies_.clear();
        dCloseODE();
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        take_over(frame);
        for (std::uint32_t i = 1; i < bodies_.size(); ++i) {
            const bool one = scene_.asked != Asked::Pairs;
            const int flags = one ? static_cast<int>(CONTACTS_UNIMPORTANT | 1) : most_contacts;
            const int count = dCollide(bodies_[0]->geometry(), bodies_[i]->geometry(), flags,
                                       contacts_.data(), sizeof(dContactGeom));
            answer.meet |= count > 0;
            for (int k = 0; k < count && !one; ++k) {
                const dContactGeom& contact = contacts_[static_cast<std::size_t>(k)];
                answer.pairs.push_back({i, static_cast<std::uint32_t>(contact.side1),
                                        static_cast<std::uint32_t>(contact.side2)});
            }
        }
    }

  private:
    static constexpr int most_contacts = 0xffff; // it has no room for more in its flags

    void take_over(std::size_t frame) {
        if (scene_.change == Change::Positions) {
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
                bodies_[i]->move_vertices(scene_.positions(frame, i));
            }
        } else if (scene_.change == Change::Triangles) {
            bodies_[0]->rebuild(scene_.torn[frame].positions, scene_.torn[frame].triangles);
        } else {
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
                place(bodies_[i]->geometry(), scene_.pose(frame, i));
            }
        }
    }

    const MeshScene& scene_;
    std::vector<std::unique_ptr<OdeMesh>> bodies_;
    std::vector<dContactGeom> contacts_;
};

} // namespace

MeshEntrant ode_meshes() {
    return {"ODE", "ODE " dODE_VERSION ": triangle meshes, refitted where vertices move", 1,
            [](const MeshScene& scene) -> std::unique_ptr<MeshPeer> {
                const bool answers = scene.asked != Asked::Distance && scene.asked != Asked::Self;
                return answers ? std::make_unique<OdeMeshes>(scene) : nullptr;
            }};
}

} // namespace impinge::bench::peers
