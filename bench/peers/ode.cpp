// SPDX-License-Identifier: Apache-2.0
//
// Open Dynamics Engine: its sweep and prune (the hash space is twenty times slower with 50,000
// bodies) and convex geometries, one contact for each pair.
#include "bench/peers/moving_bodies.hpp"
#include "bench/peers/ode_pose.hpp"
#include "bench/timed.hpp"

#include "impinge/vec3.hpp"

#include <ode/ode.h>

#include <array>
#include <cmath>

namespace impinge::bench::peers {
namespace {

/// The arrays of a shape, which ODE reads from where they are.
struct OdeShape {
    std::vector<dReal> points;
    std::vector<dReal> planes;
    std::vector<unsigned> polygons;

    explicit OdeShape(const Mesh& mesh) {
        for (const Vec3d& p : mesh.positions) {
            points.insert(points.end(), {p.x, p.y, p.z});
        }
        for (const TriangleIndices& t : mesh.triangles) {
            const Vec3d corner = mesh.positions[t[0]];
            const Vec3d area = cross(mesh.positions[t[1]] - corner, mesh.positions[t[2]] - corner);
            const Vec3d normal = area * (1 / std::sqrt(dot(area, area)));
            planes.insert(planes.end(), {normal.x, normal.y, normal.z, dot(normal, corner)});
            polygons.insert(polygons.end(), {3, t[0], t[1], t[2]});
        }
    }
};

class OdeBodies : public Peer {
  public:
    explicit OdeBodies(const MovingBodies& scene)
        : scene_(scene), shapes_(scene.shapes.begin(), scene.shapes.end()) {
        dInitODE2(0);
        space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
        geometries_.resize(scene.shape_of.size());
        for (std::size_t i = 0; i < geometries_.size(); ++i) {
            OdeShape& s = shapes_[scene.shape_of[i]];
            geometries_[i] = dCreateConvex(
                space_, s.planes.data(), static_cast<unsigned>(s.planes.size() / 4),
                s.points.data(), static_cast<unsigned>(s.points.size() / 3), s.polygons.data());
            dGeomSetData(geometries_[i], &geometries_[i]);
        }
    }
    ~OdeBodies() override {
        dSpaceDestroy(space_);
        dCloseODE();
    }

    void ask(std::size_t frame, Answer& answer) override {
        answer.broad_phase_milliseconds = timed([&] { find_candidates(frame); });
        answer.candidates = candidates_.size();
        for (const auto& [a, b] : candidates_) {
            dContactGeom contact;
            if (dCollide(a, b, 1, &contact, sizeof contact) > 0) {
                answer.colliding.emplace_back(number_of(a), number_of(b));
            }
        }
    }

  private:
    void find_candidates(std::size_t frame) {
        for (std::size_t i = 0; i < geometries_.size(); ++i) {
            place(geometries_[i], scene_.frames[frame][i]);
        }
        candidates_.clear();
        dSpaceCollide(space_, &candidates_, [](void* list, dGeomID a, dGeomID b) {
            static_cast<std::vector<std::pair<dGeomID, dGeomID>>*>(list)->emplace_back(a, b);
        });
    }
    std::uint32_t number_of(dGeomID geometry) const {
        const auto* place = static_cast<const dGeomID*>(dGeomGetData(geometry));
        return static_cast<std::uint32_t>(place - geometries_.data());
    }

    const MovingBodies& scene_;
    std::vector<OdeShape> shapes_;
    dSpaceID space_ = nullptr;
    std::vector<dGeomID> geometries_;
    std::vector<std::pair<dGeomID, dGeomID>> candidates_;
};

} // namespace

Entrant<MovingBodies> ode_moving_bodies() {
    return {"ODE", "ODE " dODE_VERSION ", double: sweep and prune, convex geometries, one contact",
            [](const MovingBodies& scene) { return std::make_unique<OdeBodies>(scene); }};
}

} // namespace impinge::bench::peers
