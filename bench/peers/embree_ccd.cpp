// SPDX-License-Identifier: Apache-2.0
//
// What one builds from parts: Embree's tree over the boxes of all bodies, built anew or refitted
// each frame and collided with itself, and libccd on the pairs. Boxes come from impinge's own
// kernel, and only bodies that are candidates have their vertices placed.
#include "bench/peers/moving_bodies.hpp"
#include "bench/peers/world_bodies.hpp"
#include "bench/timed.hpp"

#include "convex/moving_box.hpp"
#include "impinge/vec3.hpp"

#include <ccd/ccd.h>
#include <embree3/rtcore.h>

#include <cmath>
#include <limits>
#include <span>

namespace impinge::bench::peers {
namespace {

void farthest(const void* vertices, const ccd_vec3_t* direction, ccd_vec3_t* found) {
    const auto& points = *static_cast<const std::span<const Vec3d>*>(vertices);
    const Vec3d d{ccdVec3X(direction), ccdVec3Y(direction), ccdVec3Z(direction)};
    const Vec3d* best = points.data();
    double most = dot(*best, d);
    for (const Vec3d& p : points) {
        const double along = dot(p, d);
        if (along > most) {
            most = along;
            best = &p;
        }
    }
    ccdVec3Set(found, best->x, best->y, best->z);
}

void some_inner_point(const void* vertices, ccd_vec3_t* centre) {
    const auto& points = *static_cast<const std::span<const Vec3d>*>(vertices);
    Vec3d sum{};
    for (const Vec3d& p : points) {
        sum = sum + p;
    }
    sum = sum * (1 / static_cast<double>(points.size()));
    ccdVec3Set(centre, sum.x, sum.y, sum.z);
}

float below(double value) {
    return std::nextafter(static_cast<float>(value), -std::numeric_limits<float>::infinity());
}
float above(double value) {
    return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

bool meet(const RTCBounds& a, const RTCBounds& b) {
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y && a.lower_z <= b.upper_z && b.lower_z <= a.upper_z;
}

class EmbreeBodies : public Peer {
  public:
    EmbreeBodies(const MovingBodies& scene, RTCBuildQuality each_frame)
        : scene_(scene), boxes_(scene.shape_of.size()), bodies_(scene.shape_of.size()) {
        device_ = rtcNewDevice("threads=1");
        tree_ = rtcNewScene(device_);
        rtcSetSceneFlags(tree_, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(tree_, RTC_BUILD_QUALITY_LOW);
        geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryBuildQuality(geometry_, each_frame);
        rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes_.size()));
        rtcSetGeometryUserData(geometry_, boxes_.data());
        rtcSetGeometryBoundsFunction(
            geometry_,
            [](const RTCBoundsFunctionArguments* wanted) {
                *wanted->bounds_o =
                    static_cast<const RTCBounds*>(wanted->geometryUserPtr)[wanted->primID];
            },
            nullptr);
        rtcAttachGeometry(tree_, geometry_);
        for (const Mesh& shape : scene.shapes) {
            polytopes_.push_back(value_or_throw(Polytope::from_mesh(shape.view())));
        }
        std::size_t count = 0;
        for (const std::uint32_t shape : scene.shape_of) {
            first_vertex_.push_back(count);
            count += scene.shapes[shape].positions.size();
        }
        vertices_.resize(count);
        CCD_INIT(&ccd_);
        ccd_.support1 = ccd_.support2 = farthest;
        ccd_.center1 = ccd_.center2 = some_inner_point;
        ccd_.max_iterations = 100;
    }
    ~EmbreeBodies() override {
        rtcReleaseGeometry(geometry_);
        rtcReleaseScene(tree_);
        rtcReleaseDevice(device_);
    }

    void ask(std::size_t frame, Answer& answer) override {
        answer.broad_phase_milliseconds = timed([&] {
            find_boxes(frame);
            find_candidates();
        });
        answer.candidates = candidates_.size();
        for (const BodyPair& pair : candidates_) {
            place(frame, pair.first);
            place(frame, pair.second);
            if (ccdMPRIntersect(&bodies_[pair.first], &bodies_[pair.second], &ccd_) != 0) {
                answer.colliding.push_back(pair);
            }
        }
    }

  private:
    void find_boxes(std::size_t frame) {
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const Box3 box =
                tight_box(polytopes_[scene_.shape_of[i]].data(), scene_.frames[frame][i]);
            boxes_[i] = {below(box.min.x), below(box.min.y), below(box.min.z), 0,
                         above(box.max.x), above(box.max.y), above(box.max.z), 0};
            bodies_[i] = {}; // not placed yet
        }
    }

    void place(std::size_t frame, std::uint32_t body) {
        if (bodies_[body].empty()) {
            const std::vector<Vec3d>& local = scene_.shapes[scene_.shape_of[body]].positions;
            Vec3d* const first = vertices_.data() + first_vertex_[body];
            for (std::size_t i = 0; i < local.size(); ++i) {
                first[i] = apply(scene_.frames[frame][body], local[i]);
            }
            bodies_[body] = {first, local.size()};
        }
    }

    void find_candidates() {
        candidates_.clear();
        rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(geometry_);
        rtcCommitScene(tree_);
        rtcCollide(
            tree_, tree_,
            [](void* list, RTCCollision* found, unsigned count) {
                auto& self = *static_cast<EmbreeBodies*>(list);
                for (const RTCCollision& pair : std::span(found, count)) {
                    self.add_candidate(pair.primID0, pair.primID1);
                }
            },
            this);
    }

    /// Each pair comes twice, and from refitted trees also where only boxes of leaves meet.
    void add_candidate(std::uint32_t a, std::uint32_t b) {
        if (a < b && meet(boxes_[a], boxes_[b])) {
            candidates_.emplace_back(a, b);
        }
    }

    const MovingBodies& scene_;
    std::vector<Polytope> polytopes_;
    std::vector<RTCBounds> boxes_;
    std::vector<std::size_t> first_vertex_; ///< of each body
    std::vector<Vec3d> vertices_;           ///< in the world, of one body after another
    std::vector<std::span<const Vec3d>> bodies_;
    RTCDevice device_ = nullptr;
    RTCScene tree_ = nullptr;
    RTCGeometry geometry_ = nullptr;
    ccd_t ccd_{};
    std::vector<BodyPair> candidates_;
};

} // namespace

Entrant<MovingBodies> embree_ccd_moving_bodies() {
    return {"Embree and libccd",
            "Embree " RTC_VERSION_STRING
            ": a tree of float boxes, built each frame; libccd, double: MPR on world vertices",
            [](const MovingBodies& scene) {
                return std::make_unique<EmbreeBodies>(scene, RTC_BUILD_QUALITY_LOW);
            }};
}

Entrant<MovingBodies> embree_refit_ccd_moving_bodies() {
    return {"Embree, refitted, and libccd",
            "the same, the tree only refitted after the first frame",
            [](const MovingBodies& scene) {
                return std::make_unique<EmbreeBodies>(scene, RTC_BUILD_QUALITY_REFIT);
            }};
}

} // namespace impinge::bench::peers
