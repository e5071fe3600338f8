// SPDX-License-Identifier: Apache-2.0
//
// CGAL, exact predicates: its detection of collisions of rigid meshes for yes or no, a box tree
// over the first body asked with every triangle of the second for pairs of rigid bodies, and the
// sweep over boxes where bodies change, which needs nothing kept. The sweep over world vertices is
// also what checks the truth.
#include "bench/peers/mesh_scene.hpp"
#include "bench/peers/mesh_truth.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Aff_transformation_3.h>
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/intersections.h>
#include <CGAL/version.h>

#include <algorithm>
#include <iterator>

namespace impinge::bench::peers {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;

Kernel::Point_3 cgal_point(const Vec3d& p) { return {p.x, p.y, p.z}; }

void add_triangles(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                   const Rigid& pose, Triangles& added) {
    const auto corner = [&](std::uint32_t v) { return cgal_point(apply(pose, positions[v])); };
    added.reserve(added.size() + triangles.size());
    for (const TriangleIndices& t : triangles) {
        added.emplace_back(corner(t[0]), corner(t[1]), corner(t[2]));
    }
}

/// Which triangle a box holds: the place in its list tells the shape.
struct Held {
    std::uint32_t place = 0;
    std::uint32_t body = 0;
    std::uint32_t triangle = 0;
};
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, Held>;

/// The triangles of some bodies of a frame with their boxes.
class BoxedTriangles {
  public:
    void add(const MeshScene& scene, std::size_t frame, std::uint32_t body) {
        const std::size_t first = shapes.size();
        add_triangles(scene.positions(frame, body), scene.triangles_of(frame, body),
                      scene.pose(frame, body), shapes);
        boxes.reserve(shapes.size());
        for (std::size_t i = first; i < shapes.size(); ++i) {
            boxes.emplace_back(shapes[i].bbox(), Held{static_cast<std::uint32_t>(i), body,
                                                      static_cast<std::uint32_t>(i - first)});
        }
    }
    Triangles shapes;
    std::vector<Box> boxes;
};

void sweep_others(const MeshScene& scene, std::size_t frame, std::vector<MeshPair>& pairs) {
    BoxedTriangles first;
    first.add(scene, frame, 0);
    BoxedTriangles others;
    for (std::uint32_t i = 1; i < scene.bodies.size(); ++i) {
        others.add(scene, frame, i);
    }
    CGAL::box_intersection_d(
        first.boxes.begin(), first.boxes.end(), others.boxes.begin(), others.boxes.end(),
        [&](const Box& p, const Box& q) {
            if (CGAL::do_intersect(first.shapes[p.info().place], others.shapes[q.info().place])) {
                pairs.push_back({q.info().body, p.info().triangle, q.info().triangle});
            }
        });
}

void sweep_itself(const MeshScene& scene, std::size_t frame, std::vector<MeshPair>& pairs) {
    BoxedTriangles all;
    all.add(scene, frame, 0);
    const std::span<const TriangleIndices> triangles = scene.triangles_of(frame, 0);
    CGAL::box_self_intersection_d(
        all.boxes.begin(), all.boxes.end(), [&](const Box& p, const Box& q) {
            const std::uint32_t a = std::min(p.info().triangle, q.info().triangle);
            const std::uint32_t b = std::max(p.info().triangle, q.info().triangle);
            if (!share_a_corner(triangles[a], triangles[b]) &&
                CGAL::do_intersect(all.shapes[a], all.shapes[b])) {
                pairs.push_back({0, a, b});
            }
        });
}

class CgalSweep : public MeshPeer {
  public:
    explicit CgalSweep(const MeshScene& scene) : scene_(scene) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        if (scene_.asked == Asked::Self) {
            sweep_itself(scene_, frame, answer.pairs);
        } else {
            sweep_others(scene_, frame, answer.pairs);
        }
    }

  private:
    const MeshScene& scene_;
};

/// All pairs of two rigid bodies: the triangles of the second are carried into the frame of the
/// first, whose tree stands.
class CgalTree : public MeshPeer {
  public:
    explicit CgalTree(const MeshScene& scene) : scene_(scene) {
        add_triangles(scene.bodies[0].positions, scene.bodies[0].triangles, {}, first_);
        tree_.insert(first_.cbegin(), first_.cend());
        tree_.build();
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        const Rigid seen = compose(inverse(scene_.pose(frame, 0)), scene_.pose(frame, 1));
        other_.clear();
        add_triangles(scene_.bodies[1].positions, scene_.bodies[1].triangles, seen, other_);
        std::vector<Triangles::const_iterator> met;
        for (std::uint32_t b = 0; b < other_.size(); ++b) {
            met.clear();
            tree_.all_intersected_primitives(other_[b], std::back_inserter(met));
            for (const auto& triangle : met) {
                answer.pairs.push_back(
                    {1, static_cast<std::uint32_t>(triangle - first_.cbegin()), b});
            }
        }
    }

  private:
    using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;

    const MeshScene& scene_;
    Triangles first_;
    Triangles other_;
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>> tree_;
};

class CgalRigid : public MeshPeer {
  public:
    explicit CgalRigid(const MeshScene& scene) : scene_(scene) {
        for (const Mesh& body : scene.bodies) {
            Surface& surface = *surfaces_.emplace_back(std::make_unique<Surface>());
            for (const Vec3d& p : body.positions) {
                surface.add_vertex(cgal_point(p));
            }
            for (const TriangleIndices& t : body.triangles) {
                surface.add_face(Surface::Vertex_index(t[0]), Surface::Vertex_index(t[1]),
                                 Surface::Vertex_index(t[2]));
            }
            detection_.add_mesh(surface);
        }
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        for (std::size_t i = 0; i < surfaces_.size(); ++i) {
            detection_.set_transformation(i, cgal_pose(scene_.pose(frame, i)));
        }
        answer.meet = scene_.asked == Asked::Solids
                          ? !detection_.get_all_intersections_and_inclusions(0).empty()
                          : !detection_.get_all_intersections(0).empty();
    }

  private:
    using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

    static CGAL::Aff_transformation_3<Kernel> cgal_pose(const Rigid& pose) {
        const auto& [x, y, z, t, scale] = pose;
        return {x.x, x.y, x.z, t.x, y.x, y.y, y.z, t.y, z.x, z.y, z.z, t.z};
    }

    const MeshScene& scene_;
    std::vector<std::unique_ptr<Surface>> surfaces_;
    CGAL::Rigid_triangle_mesh_collision_detection<Surface> detection_;
};

std::unique_ptr<MeshPeer> enter(const MeshScene& scene) {
    if (scene.asked == Asked::Nothing || scene.asked == Asked::Distance) {
        return nullptr;
    }
    if (scene.asked == Asked::Meet || scene.asked == Asked::Solids) {
        return std::make_unique<CgalRigid>(scene);
    }
    if (scene.change == Change::Poses) {
        return std::make_unique<CgalTree>(scene);
    }
    return std::make_unique<CgalSweep>(scene);
}

} // namespace

std::optional<std::vector<MeshPair>> cgal_pairs(const MeshScene& scene, std::size_t frame) {
    std::vector<MeshPair> pairs;
    if (scene.asked == Asked::Self) {
        sweep_itself(scene, frame, pairs);
    } else if (scene.asked == Asked::Pairs) {
        sweep_others(scene, frame, pairs);
    } else {
        return {};
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

MeshEntrant cgal_meshes() {
    return {"CGAL",
            "CGAL " CGAL_VERSION_STR
            ", exact predicates: rigid collision detection for yes or no, a tree over one rigid "
            "body asked with the triangles of the other for pairs, a sweep over boxes where bodies "
            "change",
            1, enter};
}

} // namespace impinge::bench::peers
