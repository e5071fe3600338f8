// SPDX-License-Identifier: Apache-2.0
//
// What one builds from parts: Embree's trees over the boxes of triangles, collided with each other,
// and impinge's exact test on the pairs of triangles whose boxes meet. Embree does not collide
// trees that are turned against each other, so a body that moves is carried into the frame of the
// first and its tree refitted.
#include "bench/peers/mesh_scene.hpp"

#include "impinge/triangle.hpp"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace impinge::bench::peers {
namespace {

/// Whether the tree of a body changes from frame to frame, and how.
enum class TreeUse : std::uint8_t { Kept, Refitted, Rebuilt };

/// x, y, z and nothing: min, max and sums of four are one instruction each.
using Float4 [[gnu::vector_size(16)]] = float;

/// As Embree wants it.
struct FloatBox {
    Float4 low;
    Float4 high;
};
static_assert(sizeof(FloatBox) == sizeof(RTCBounds));

bool meet(const FloatBox& a, const FloatBox& b) {
    return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] &&
           b.low[1] <= a.high[1] && a.low[2] <= b.high[2] && b.low[2] <= a.high[2];
}

/// Where zero is for the floats of all trees, and what may have been lost on the way to them.
struct FloatFrame {
    Vec3d origin;
    float slack = 0;

    explicit FloatFrame(const MeshScene& scene) : origin(scene.bodies[0].positions[0]) {
        double largest = 0;
        for (const Mesh& body : scene.bodies) {
            for (const Vec3d& p : body.positions) {
                largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
            }
        }
        slack = static_cast<float>(64 * std::numeric_limits<double>::epsilon() * largest);
    }
    [[nodiscard]] Float4 rounded(const Vec3d& p) const {
        const Vec3d q = p - origin;
        return Float4{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), 0};
    }
    [[nodiscard]] FloatBox box_of(Float4 a, Float4 b, Float4 c) const {
        const Float4 low_ab = a < b ? a : b;
        const Float4 high_ab = a < b ? b : a;
        const Float4 low = low_ab < c ? low_ab : c;
        const Float4 high = high_ab < c ? c : high_ab;
        return {low - lost(low), high + lost(high)};
    }

  private:
    /// Coordinates were rounded to the nearest float: one step outwards holds them again.
    [[nodiscard]] Float4 lost(Float4 v) const {
        return (v < 0 ? -v : v) * std::numeric_limits<float>::epsilon() + slack;
    }
};

class EmbreeBody {
  public:
    EmbreeBody(RTCDevice device, const FloatFrame& floats, TreeUse use)
        : floats_(floats), use_(use) {
        tree_ = rtcNewScene(device);
        geometry_ = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
        if (use != TreeUse::Kept) {
            rtcSetSceneFlags(tree_, RTC_SCENE_FLAG_DYNAMIC);
            rtcSetSceneBuildQuality(tree_, RTC_BUILD_QUALITY_LOW);
            rtcSetGeometryBuildQuality(geometry_, use == TreeUse::Refitted ? RTC_BUILD_QUALITY_REFIT
                                                                           : RTC_BUILD_QUALITY_LOW);
        }
        rtcSetGeometryUserData(geometry_, this);
        rtcSetGeometryBoundsFunction(
            geometry_,
            [](const RTCBoundsFunctionArguments* wanted) {
                const auto& self = *static_cast<const EmbreeBody*>(wanted->geometryUserPtr);
                std::memcpy(wanted->bounds_o, &self.boxes_[wanted->primID], sizeof(RTCBounds));
            },
            nullptr);
        rtcAttachGeometry(tree_, geometry_);
    }
    EmbreeBody(const EmbreeBody&) = delete;
    EmbreeBody& operator=(const EmbreeBody&) = delete;
    ~EmbreeBody() {
        rtcReleaseGeometry(geometry_);
        rtcReleaseScene(tree_);
    }

    /// `seen` is the pose in the frame in which all trees stand.
    void take_over(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                   const Rigid& seen) {
        rounded_.resize(positions.size());
        if (is_identity(seen)) {
            std::transform(positions.begin(), positions.end(), rounded_.begin(),
                           [&](const Vec3d& p) { return floats_.rounded(p); });
        } else {
            std::transform(positions.begin(), positions.end(), rounded_.begin(),
                           [&](const Vec3d& p) { return floats_.rounded(apply(seen, p)); });
        }
        if (triangles.size() != triangles_.size() || use_ == TreeUse::Rebuilt) {
            boxes_.resize(triangles.size());
            rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(triangles.size()));
        }
        triangles_ = triangles;
        std::transform(triangles.begin(), triangles.end(), boxes_.begin(),
                       [&](const TriangleIndices& t) {
                           return floats_.box_of(rounded_[t[0]], rounded_[t[1]], rounded_[t[2]]);
                       });
        rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(geometry_);
        rtcCommitScene(tree_);
    }

    [[nodiscard]] RTCScene tree() const { return tree_; }
    [[nodiscard]] const FloatBox& box(std::uint32_t triangle) const { return boxes_[triangle]; }
    [[nodiscard]] const TriangleIndices& corners(std::uint32_t triangle) const {
        return triangles_[triangle];
    }

  private:
    const FloatFrame& floats_;
    TreeUse use_;
    RTCScene tree_ = nullptr;
    RTCGeometry geometry_ = nullptr;
    std::vector<Float4> rounded_;
    std::span<const TriangleIndices> triangles_;
    std::vector<FloatBox> boxes_;
};

class EmbreeMeshes : public MeshPeer {
  public:
    explicit EmbreeMeshes(const MeshScene& scene)
        : scene_(scene), floats_(scene),
          device_(rtcNewDevice(nullptr)) { // its own limit of threads would hold for all
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            bodies_.push_back(std::make_unique<EmbreeBody>(device_, floats_, use_of(i)));
            take_over(0, i);
        }
    }
    ~EmbreeMeshes() override {
        bodies_.clear();
        rtcReleaseDevice(device_);
    }

    void ask(std::size_t frame, MeshAnswer& answer) override {
        frame_ = frame;
        answer_ = &answer;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            if (use_of(i) != TreeUse::Kept) {
                take_over(frame, i);
            }
        }
        if (scene_.asked == Asked::Self) {
            collide_trees(0);
        }
        for (std::uint32_t i = 1; i < bodies_.size(); ++i) {
            collide_trees(i);
        }
    }

  private:
    [[nodiscard]] TreeUse use_of(std::size_t body) const {
        const bool first = body == 0;
        return scene_.change == Change::Positions         ? TreeUse::Refitted
               : scene_.change == Change::Poses && !first ? TreeUse::Refitted
               : scene_.is_torn(body)                     ? TreeUse::Rebuilt
                                                          : TreeUse::Kept;
    }
    void take_over(std::size_t frame, std::size_t body) {
        const Rigid seen =
            body == 0 ? Rigid{} : compose(inverse(scene_.pose(frame, 0)), scene_.pose(frame, body));
        bodies_[body]->take_over(scene_.positions(frame, body), scene_.triangles_of(frame, body),
                                 scene_.change == Change::Poses ? seen : Rigid{});
    }

    void collide_trees(std::uint32_t other) {
        other_ = other;
        first_positions_ = scene_.positions(frame_, 0);
        other_positions_ = scene_.positions(frame_, other);
        first_pose_ = scene_.pose(frame_, 0);
        other_pose_ = scene_.pose(frame_, other);
        rtcCollide(
            bodies_[0]->tree(), bodies_[other]->tree(),
            [](void* self, RTCCollision* found, unsigned count) {
                for (const RTCCollision& pair : std::span(found, count)) {
                    static_cast<EmbreeMeshes*>(self)->look_at(pair.primID0, pair.primID1);
                }
            },
            this);
    }

    /// Trees report all pairs of two leaves; of one tree with itself also each pair twice.
    void look_at(std::uint32_t a, std::uint32_t b) {
        const EmbreeBody& first = *bodies_[0];
        const EmbreeBody& other = *bodies_[other_];
        const bool only_once = scene_.asked == Asked::Meet || scene_.asked == Asked::Solids;
        if ((only_once && answer_->meet) || !meet(first.box(a), other.box(b))) {
            return;
        }
        if (scene_.asked == Asked::Self &&
            (a >= b || share_a_corner(first.corners(a), first.corners(b)))) {
            return;
        }
        if (triangles_intersect(placed(first_positions_, first.corners(a), first_pose_),
                                placed(other_positions_, other.corners(b), other_pose_))) {
            answer_->meet = true;
            answer_->pairs.push_back({other_, a, b});
        }
    }
    [[nodiscard]] Triangle placed(std::span<const Vec3d> positions, const TriangleIndices& corners,
                                  const Rigid& pose) const {
        Triangle triangle{{positions[corners[0]], positions[corners[1]], positions[corners[2]]}};
        if (scene_.change == Change::Poses) {
            for (Vec3d& p : triangle.corners) {
                p = apply(pose, p);
            }
        }
        return triangle;
    }

    const MeshScene& scene_;
    FloatFrame floats_;
    RTCDevice device_;
    std::vector<std::unique_ptr<EmbreeBody>> bodies_;
    // What is being asked:
    std::size_t frame_ = 0;
    MeshAnswer* answer_ = nullptr;
    std::uint32_t other_ = 0;
    std::span<const Vec3d> first_positions_;
    std::span<const Vec3d> other_positions_;
    Rigid first_pose_;
    Rigid other_pose_;
};

} // namespace

MeshEntrant embree_meshes() {
    return {"Embree",
            "Embree " RTC_VERSION_STRING
            ": trees of float boxes of triangles, refitted where vertices or poses change, built "
            "in Morton order where triangles do; impinge's exact test of two triangles",
            1, [](const MeshScene& scene) -> std::unique_ptr<MeshPeer> {
                if (scene.asked == Asked::Distance) {
                    return nullptr;
                }
                return std::make_unique<EmbreeMeshes>(scene);
            }};
}

} // namespace impinge::bench::peers
