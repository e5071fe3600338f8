// SPDX-License-Identifier: Apache-2.0
#include "app/scene_content.hpp"

#include "output/picture_style.hpp"
#include "simulate/simulate_pictures.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {
namespace {

using render::Colour;

constexpr Colour curve_colour{255, 226, 64, 255}; // as in pictures
constexpr Colour nearest_colour{20, 120, 200, 255};
constexpr Colour box_colour{24, 60, 130, 255};
constexpr Colour interest_colour{196, 92, 0, 255};
constexpr Colour overlap_colour{104, 44, 196, 176};
constexpr Colour grid_colour{150, 160, 172, 120};
constexpr double see_through_opacity = 0.25;

void append_curve(const ContactCurve& curve, Segments& segments) {
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
        segments.push_back({curve.points[i - 1], curve.points[i]});
    }
    if (curve.closed && curve.points.size() > 1) {
        segments.push_back({curve.points.back(), curve.points.front()});
    }
}

/// The outline of a feature, one corner after the other.
Segments outline_of(const NamedFeature& feature) {
    Segments out;
    const std::size_t count = feature.outline.size();
    for (std::size_t i = 1; i < count + (count > 2 ? 1 : 0); ++i) {
        out.push_back({feature.outline[i - 1], feature.outline[i % count]});
    }
    return out;
}

std::shared_ptr<const Segments> shared(Segments segments) {
    return std::make_shared<const Segments>(std::move(segments));
}

bool holds(const Box3& outer, const Box3& inner) {
    return !is_empty(inner) && outer != inner && contains(outer, inner.min) &&
           contains(outer, inner.max);
}

std::vector<bool> containers_of(const Session& session, const CheckResult& result) {
    std::vector<bool> out(session.state().bodies().size(), false);
    const auto box = [&](BodyIndex body) {
        const ViewedBody& viewed = session.state().body(body);
        return placed_box(viewed.box, viewed.world_pose());
    };
    for (const PairFinding& pair : result.pairs) {
        out[pair.a] = out[pair.a] || holds(box(pair.a), box(pair.b));
        out[pair.b] = out[pair.b] || holds(box(pair.b), box(pair.a));
    }
    return out;
}

} // namespace

Segments grid_of(const Box3& box) {
    Segments out;
    if (is_empty(box)) {
        return out;
    }
    const Vec3d size = extent(box);
    const double wide = std::max({size.x, size.y, 1e-9 * (std::abs(box.max.z) + 1)});
    const double power = std::pow(10, std::floor(std::log10(wide / 5)));
    const double ratio = wide / 5 / power;
    const double step = power * (ratio < 2 ? 1 : ratio < 5 ? 2 : 5);
    const double reach = std::max({-box.min.x, box.max.x, -box.min.y, box.max.y});
    // Farther out steps are lost to rounding, sooner or later all of them.
    if (!(reach / step <= 1e12)) {
        return out;
    }
    const double x0 = std::floor(box.min.x / step - 2);
    const double y0 = std::floor(box.min.y / step - 2);
    const int across = static_cast<int>(std::ceil(box.max.x / step + 2) - x0);
    const int along = static_cast<int>(std::ceil(box.max.y / step + 2) - y0);
    const auto corner = [&](int x, int y) {
        return Vec3d{(x0 + x) * step, (y0 + y) * step, box.min.z};
    };
    for (int x = 0; x <= across; ++x) {
        out.push_back({{corner(x, 0), corner(x, along)}});
    }
    for (int y = 0; y <= along; ++y) {
        out.push_back({{corner(0, y), corner(across, y)}});
    }
    return out;
}

Colour colour_of(const Session& session, BodyIndex body) {
    switch (session.state_of(body)) {
    case BodyState::Interfering:
        return cli::red_colour(body);
    case BodyState::Touching:
    case BodyState::Undecided:
        return cli::amber_colour(body);
    default:
        return cli::calm_colour(body);
    }
}

void SceneContent::take_answer(const Session& session) {
    auto newest = session.shared_result();
    if (newest == result_) {
        return;
    }
    result_ = std::move(newest);
    Segments curves;
    std::map<BodyIndex, std::vector<std::uint32_t>> triangles;
    containers_.assign(session.state().bodies().size(), false);
    if (result_) {
        for (const PairFinding& pair : result_->pairs) {
            if (!pair.contacts) {
                continue;
            }
            for (const ContactCurve& curve : pair.contacts->curves) {
                append_curve(curve, curves);
            }
            for (const TrianglePair& met : pair.contacts->pairs) {
                triangles[pair.a].push_back(met.a);
                triangles[pair.b].push_back(met.b);
            }
        }
        containers_ = containers_of(session, *result_);
    }
    curves_ = shared(std::move(curves));
    triangles_.clear();
    for (auto& [body, list] : triangles) {
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        triangles_[body] = std::make_shared<const std::vector<std::uint32_t>>(std::move(list));
    }
}

void SceneContent::add_measures(const Session& session, DrawnScene& scene) const {
    const auto pair = session.measured();
    const PairFinding* found = result_ && pair ? result_->find(*pair) : nullptr;
    if (found == nullptr || !session.verdicts_are_current()) {
        return;
    }
    if (found->nearest && found->nearest->distance > 0) {
        scene.lines.push_back({shared({{found->nearest->point_a, found->nearest->point_b}}),
                               nearest_colour, 2.5, 0, 0.7});
    }
}

void SceneContent::add_extras(const Session& session, DrawnScene& scene) const {
    if (!result_ || !(session.verdicts_are_current() || session.state().dragged())) {
        return;
    }
    const ShowOptions& show = session.show;
    if (show.interest) {
        Segments boxes;
        for (const InterestBox& interest : result_->interest) {
            cli::append_box(interest.box, boxes);
        }
        scene.lines.push_back({shared(std::move(boxes)), interest_colour, 1.6, 0, 0.5});
    }
    for (const PairFinding& pair : result_->pairs) {
        if (show.overlaps && pair.overlap) {
            for (const RegionFinding& region : pair.overlap->regions) {
                scene.through.push_back({region.shape, {}, overlap_colour, 0, false, {}});
            }
        }
        if (show.features && pair.features) {
            scene.lines.push_back(
                {shared(outline_of(pair.features->a)), feature_a_colour, 4, 0, 0.6});
            scene.lines.push_back(
                {shared(outline_of(pair.features->b)), feature_b_colour, 4, 0, 0.6});
        }
    }
}

DrawnScene SceneContent::make(const Session& session) {
    if (session.simulation) {
        return session.simulation->scene(session.show);
    }
    take_answer(session);
    const ShowOptions& show = session.show;
    const SceneState& state = session.state();
    DrawnScene scene;
    scene.edges = show.edges;
    Segments boxes;
    for (BodyIndex i = 0; i < state.bodies().size(); ++i) {
        const ViewedBody& body = state.body(i);
        if (!body.present || !body.visible) {
            continue;
        }
        Colour colour = colour_of(session, i);
        if (show.see_through && i < containers_.size() && containers_[i]) {
            colour = render::faded(colour, see_through_opacity);
        }
        DrawnBody drawn{body.shape,
                        body.world_pose(),
                        colour,
                        static_cast<std::uint32_t>(i),
                        state.selected() == i,
                        {}};
        if (const auto marked = triangles_.find(i); show.triangles && marked != triangles_.end()) {
            drawn.marked = marked->second;
        }
        scene.bodies.push_back(std::move(drawn));
        if (show.boxes) {
            cli::append_box(placed_box(body.box, body.world_pose()), boxes);
        }
    }
    if (show.grid) {
        scene.lines.push_back({shared(grid_of(state.box())), grid_colour, 1, 0, 0});
    }
    if (show.boxes) {
        scene.lines.push_back({shared(std::move(boxes)), box_colour, 1.2, 0, 0.25});
    }
    // Under the mouse they may be a frame late, like the colours.
    if (show.curves && (session.verdicts_are_current() || state.dragged())) {
        scene.lines.push_back({curves_, curve_colour, 2, 2, 0.4, true});
    }
    if (show.measures) {
        add_measures(session, scene);
    }
    add_extras(session, scene);
    return scene;
}

} // namespace impinge::viewer
