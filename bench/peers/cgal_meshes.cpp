// SPDX-License-Identifier: Apache-2.0
//
// CGAL, exact predicates: its detection of collisions of rigid meshes for yes or no, a tree of
// boxes asked triangle by triangle for pairs (two to four times as fast as the sweep over boxes,
// also where it is built anew for every frame), the sweep for a body against itself. The sweep over
// world vertices is also what checks the truth.
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

class CgalSelf : public MeshPeer {
  public:
    explicit CgalSelf(const MeshScene& scene) : scene_(scene) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        sweep_itself(scene_, frame, answer.pairs);
    }

  private:
    const MeshScene& scene_;
};

/// All pairs by a tree that is asked with every triangle it does not hold. It holds what stays the
/// same from frame to frame: the first of two rigid bodies, or the others where the first is torn.
/// Where vertices move it holds the first and is built anew: CGAL does not refit its trees.
class CgalTree : public MeshPeer {
  public:
    explicit CgalTree(const MeshScene& scene)
        : scene_(scene),
          holds_first_(scene.change != Change::Triangles || scene.asked == Asked::Nothing) {
        build(0);
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        if (scene_.change == Change::Positions || scene_.asked == Asked::Nothing) {
            build(frame);
        }
        if (!holds_first_) {
            ask_with(frame, 0, {}, answer);
            return;
        }
        for (std::uint32_t i = 1; i < scene_.bodies.size(); ++i) {
            const Rigid seen = compose(inverse(scene_.pose(frame, 0)), scene_.pose(frame, i));
            ask_with(frame, i, scene_.change == Change::Poses ? seen : Rigid{}, answer);
        }
    }

  private:
    using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;

    void build(std::size_t frame) {
        held_.clear();
        begins_.clear();
        const std::size_t end = holds_first_ ? 1 : scene_.bodies.size();
        for (std::size_t body = holds_first_ ? 0 : 1; body < end; ++body) {
            begins_.push_back(held_.size());
            add_triangles(scene_.positions(frame, body), scene_.triangles_of(frame, body), {},
                          held_);
        }
        tree_.clear();
        tree_.insert(held_.cbegin(), held_.cend());
        tree_.build();
    }

    void ask_with(std::size_t frame, std::uint32_t body, const Rigid& pose, MeshAnswer& answer) {
        asking_.clear();
        add_triangles(scene_.positions(frame, body), scene_.triangles_of(frame, body), pose,
                      asking_);
        for (std::uint32_t i = 0; i < asking_.size(); ++i) {
            met_.clear();
            tree_.all_intersected_primitives(asking_[i], std::back_inserter(met_));
            for (const auto& triangle : met_) {
                const auto place = static_cast<std::size_t>(triangle - held_.cbegin());
                answer.pairs.push_back(holds_first_
                                           ? MeshPair{body, static_cast<std::uint32_t>(place), i}
                                           : of_other(place, i));
            }
        }
    }
    [[nodiscard]] MeshPair of_other(std::size_t place, std::uint32_t of_first) const {
        const auto after = std::upper_bound(begins_.begin(), begins_.end(), place);
        return {static_cast<std::uint32_t>(after - begins_.begin()), of_first,
                static_cast<std::uint32_t>(place - *std::prev(after))};
    }

    const MeshScene& scene_;
    bool holds_first_;
    Triangles held_;
    std::vector<std::size_t> begins_; ///< where each body begins that is held
    Triangles asking_;
    std::vector<Triangles::const_iterator> met_;
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
    switch (scene.asked) {
    case Asked::Distance:
        return nullptr;
    case Asked::Meet:
    case Asked::Solids:
        return std::make_unique<CgalRigid>(scene);
    case Asked::Self:
        return std::make_unique<CgalSelf>(scene);
    case Asked::Pairs:
    case Asked::Nothing:
        break;
    }
    return std::make_unique<CgalTree>(scene);
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
    return {
        "CGAL",
        "CGAL " CGAL_VERSION_STR
        ", exact predicates: rigid collision detection for yes or no, a tree over one body asked "
        "with the triangles of the others for pairs, built anew where that body deforms, a sweep "
        "over boxes for a body against itself",
        1, enter};
}

} // namespace impinge::bench::peers
