// SPDX-License-Identifier: Apache-2.0
//
// What double arithmetic can prove about two polytopes: a separating axis (SAT with the axis of the
// last frame, then that of the centres), or a point in both. Where neither is at hand, a search for
// the deepest common point ends with one or the other.
#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "convex/convex_pair.hpp"
#include "convex/verdict/common_point_search.hpp"
#include "convex/verdict/proofs.hpp"

namespace impinge::inline v0 {
namespace {

class Question {
  public:
    Question(const ConvexPair& pair, ConvexMemory& memory, double rounding)
        : pair_(pair), memory_(memory), rounding_(rounding),
          centre_a_(apply(pair.pose_a, pair.a.centre)),
          centre_b_(apply(pair.pose_b, pair.b.centre)) {}

    ConvexVerdict answer() {
        if (memory_.last == ConvexVerdict::Apart && separates(memory_.witness)) {
            return ConvexVerdict::Apart;
        }
        if (is_overlap(memory_.last) && is_common(memory_.witness + middle())) {
            return overlap();
        }
        if (separates(centre_b_ - centre_a_)) {
            return ConvexVerdict::Apart;
        }
        if (is_common(between_slabs())) {
            return overlap();
        }
        return search();
    }

  private:
    [[nodiscard]] Vec3d middle() const { return (centre_a_ + centre_b_) * 0.5; }

    /// On the line through the centres, in the middle of what both cover of it.
    [[nodiscard]] Vec3d between_slabs() const {
        const Vec3d along = centre_b_ - centre_a_;
        const double place =
            std::min(slabs_.a.max, slabs_.b.max) + std::max(slabs_.a.min, slabs_.b.min);
        const double from_a = place * 0.5 - dot(along, centre_a_ - pair_.pose_a.translation);
        return centre_a_ + along * (from_a / squared_length(along));
    }

    bool separates(const Vec3d& direction) {
        slabs_ = slabs_along(pair_, direction, rounding_);
        if (slabs_.apart()) {
            memory_.last = ConvexVerdict::Apart;
            memory_.witness = direction;
        }
        return slabs_.apart();
    }

    bool is_common(const Vec3d& point) {
        common_ = check_common_point(pair_, point, rounding_);
        if (common_.proved) {
            memory_.witness = point - middle();
        }
        return common_.proved;
    }

    ConvexVerdict search() {
        const double rounding = rounding_ / pair_.pose_a.scale; // in A's frame
        CommonPointSearch search(pair_, memory_.planes, rounding * 0x1p-6);
        for (;;) {
            if (search.depth() > rounding && is_common(apply(pair_.pose_a, search.point()))) {
                memory_.planes = search.planes();
                return overlap();
            }
            if (search.bound() < 0) {
                const Vec3d direction = search.direction();
                if (search.bound() < -rounding * length(direction) &&
                    separates(out_of_frame(pair_.pose_a, direction))) {
                    memory_.planes = search.planes();
                    return ConvexVerdict::Apart;
                }
            }
            if (!search.advance()) {
                memory_.planes = search.planes();
                memory_.last = ConvexVerdict::Unsure;
                return ConvexVerdict::Unsure;
            }
        }
    }

    ConvexVerdict overlap() {
        memory_.last = overlap_verdict(pair_, centre_b_ - centre_a_, common_, rounding_);
        return memory_.last;
    }

    const ConvexPair& pair_;
    ConvexMemory& memory_;
    double rounding_;
    Vec3d centre_a_;
    Vec3d centre_b_;
    Slabs slabs_;
    CommonPoint common_;
};

} // namespace

ConvexVerdict convex_verdict(const ConvexPair& pair, ConvexMemory& memory, ConvexSearch search) {
    if (search == ConvexSearch::ClosestFeatures) {
        const ConvexVerdict walked = walked_verdict(pair, memory);
        if (walked != ConvexVerdict::Unsure) {
            return walked;
        }
    }
    const double of_a = rounding_of(pair.a, pair.pose_a);
    const double of_b = rounding_of(pair.b, pair.pose_b);
    if (!has_safe_magnitude(pair.a, of_a) || !has_safe_magnitude(pair.b, of_b)) {
        return ConvexVerdict::Unsure;
    }
    return Question(pair, memory, of_a + of_b + pair.extra_margin).answer();
}

Expected<ConvexVerdict> convex_verdict(const ConvexBody& a, const ConvexBody& b,
                                       ConvexMemory& memory, ConvexSearch search) {
    return no_throw([&]() -> Expected<ConvexVerdict> {
        for (const Rigid* pose : {&a.pose, &b.pose}) {
            if (const Status status = check_convex_pose(*pose); !status) {
                return status.error();
            }
        }
        return convex_verdict(ConvexPair{a.shape.data(), b.shape.data(), a.pose, b.pose}, memory,
                              search);
    });
}

const char* to_string(ConvexSearch search) {
    constexpr std::array names{"linear-program", "closest-features"};
    return name_in(names, search);
}

} // namespace impinge::inline v0
