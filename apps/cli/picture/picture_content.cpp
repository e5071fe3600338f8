// SPDX-License-Identifier: Apache-2.0
#include "picture/picture_content.hpp"

#include "arguments/values.hpp"
#include "impinge/model.hpp"
#include "io/scene/names.hpp"
#include "output/picture_style.hpp"
#include "output/text.hpp"
#include "picture/overlap_shapes.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace impinge::cli {
namespace {

using render::Colour;

constexpr Colour grey{176, 180, 186, 255};

/// `number` counts the bodies in this state.
Colour colour_of(BodyState state, std::size_t number) {
    switch (state) {
    case BodyState::Interfering:
        return red_colour(number);
    case BodyState::Touching:
        return amber_colour(number);
    default:
        return calm_colour(number);
    }
}

/// The colours of a scene's bodies, from the first on. Shades tell a few bodies of one state apart;
/// of many, the state alone has a colour, and labels tell them apart.
class Palette {
  public:
    Palette(const std::string& name, std::size_t bodies)
        : by_body_(name == "bodies"), by_file_(name == "file"), grey_(name == "grey"),
          many_(bodies > most_bodies_shaded) {}

    Colour next(BodyState state, const BodyFacts& facts) {
        const bool found = state == BodyState::Touching || state == BodyState::Interfering;
        const std::size_t number = many_ && found ? 0 : used_[state]++;
        if (by_body_) {
            return render::category_colour(static_cast<std::uint32_t>(bodies_++));
        }
        const bool nothing_found = state == BodyState::Unchecked || state == BodyState::Clear;
        if (by_file_ && nothing_found && facts.colour) {
            const auto [red, green, blue] = *facts.colour;
            return {red, green, blue, 255};
        }
        return grey_ && nothing_found ? grey : colour_of(state, number);
    }

  private:
    bool by_body_;
    bool by_file_;
    bool grey_;
    bool many_;
    std::size_t bodies_ = 0;
    std::map<BodyState, std::size_t> used_;
};

bool interferes(const AssemblyPair& pair) {
    const Verdict verdict = pair.interference.verdict;
    return (verdict != Verdict::Apart && verdict != Verdict::Touching) || is_too_near(pair);
}

std::vector<BodyState> states_of(const Examination& examination, Checked checked) {
    const BodyState start = checked == Checked::Yes ? BodyState::Clear : BodyState::Unchecked;
    std::vector<BodyState> states(examination.bodies.size(), start);
    for (const AssemblyPair& pair : examination.answer.pairs) {
        const BodyState found = interferes(pair) ? BodyState::Interfering
                                : pair.interference.verdict == Verdict::Touching
                                    ? BodyState::Touching
                                    : start;
        for (const std::uint32_t body : {pair.a, pair.b}) {
            states[body] = std::max(states[body], found);
        }
    }
    return states;
}

bool holds(const Box3& outer, const Box3& inner) {
    return !is_empty(inner) && outer != inner && contains(outer, inner.min) &&
           contains(outer, inner.max);
}

/// Bodies with another one inside, or in a hollow of theirs: little of that one would be seen.
/// Their boxes overlap, so they are among the pairs that were looked at.
std::vector<bool> containers_of(const Examination& examination) {
    const std::vector<LoadedBody>& bodies = examination.bodies;
    std::vector<bool> containers(bodies.size(), false);
    for (const AssemblyPair& pair : examination.answer.pairs) {
        if (holds(bodies[pair.a].box, bodies[pair.b].box)) {
            containers[pair.a] = true;
        }
        if (holds(bodies[pair.b].box, bodies[pair.a].box)) {
            containers[pair.b] = true;
        }
    }
    return containers;
}

Expected<std::vector<bool>> transparent_bodies(const Examination& examination,
                                               const PictureOptions& options) {
    const std::vector<std::string>& wanted = options.transparent;
    if (wanted.empty() && options.overlap) {
        return std::vector<bool>(examination.bodies.size(), true);
    }
    if (wanted.empty() || wanted == std::vector<std::string>{"auto"}) {
        return containers_of(examination);
    }
    std::vector<bool> transparent(examination.bodies.size(), wanted.front() == "all");
    if (wanted.size() == 1 && (wanted.front() == "all" || wanted.front() == "none")) {
        return transparent;
    }
    for (const std::string& pattern : wanted) {
        bool found = false;
        for (std::size_t i = 0; i < transparent.size(); ++i) {
            if (matches_pattern(pattern, examination.bodies[i].name)) {
                transparent[i] = true;
                found = true;
            }
        }
        if (!found) {
            return usage_error("--transparent: no body is called " + printable(pattern));
        }
    }
    return transparent;
}

void append_curve(const ContactCurve& curve, std::vector<render::Segment>& segments) {
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
        segments.push_back({curve.points[i - 1], curve.points[i]});
    }
    if (curve.closed && curve.points.size() > 1) {
        segments.push_back({curve.points.back(), curve.points.front()});
    }
}

std::vector<render::Segment> contact_segments(const Examination& examination) {
    std::vector<render::Segment> segments;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        for (const ContactCurve& curve : pair.interference.curves) {
            append_curve(curve, segments);
        }
    }
    return segments;
}

/// From the nearest point of one body to that of the other, where they are too near.
std::vector<render::Segment> nearest_segments(const Examination& examination) {
    std::vector<render::Segment> segments;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        if (is_too_near(pair) && pair.nearest->distance > 0) {
            segments.push_back({pair.nearest->point_a, pair.nearest->point_b});
        }
    }
    return segments;
}

void append_edges(const ModelBox& box, const Rigid& pose, std::vector<render::Segment>& out) {
    // Corner i lies on the positive side of axis k if bit k is set.
    const auto corner = [&](unsigned i) {
        Vec3d p = box.centre;
        for (unsigned k = 0; k < 3; ++k) {
            p = p + box.half_axes[k] * ((i >> k & 1U) != 0 ? 1.0 : -1.0);
        }
        return apply(pose, p);
    };
    for (unsigned i = 0; i < 8; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            if ((i >> k & 1U) == 0) {
                out.push_back({corner(i), corner(i | 1U << k)});
            }
        }
    }
}

Expected<std::vector<render::Segment>> box_segments(const Examination& examination,
                                                    std::size_t level) {
    std::vector<render::Segment> segments;
    for (const LoadedBody& body : examination.bodies) {
        const auto model = Model::prepare(body.mesh->view());
        if (!model) {
            return about(body, model.error());
        }
        for (const ModelBox& box : model->boxes(level)) {
            append_edges(box, body.pose, segments);
        }
    }
    return segments;
}

render::Paint paint_of(const LoadedBody& body, const ShownBody& shown) {
    render::Paint paint{.colour = shown.colour};
    // The inside of an open surface is no outside; a solid shows none.
    if (body.known_open() && !body.diagnosis->inside_out) {
        paint.back = render::mixed(shown.colour, {70, 74, 92, 255}, 0.45);
    }
    return paint;
}

} // namespace

const char* to_string(BodyState state) {
    switch (state) {
    case BodyState::Unchecked:
        return "unchecked";
    case BodyState::Clear:
        return "clear";
    case BodyState::Touching:
        return "touching";
    case BodyState::Interfering:
        return "interfering";
    }
    return "";
}

Expected<std::vector<ShownBody>> shown_bodies(const Examination& examination, Checked checked,
                                              const PictureOptions& options) {
    const std::vector<BodyState> states = states_of(examination, checked);
    const auto transparent = transparent_bodies(examination, options);
    if (!transparent) {
        return transparent.error();
    }
    Palette palette(options.colours, states.size());
    std::vector<ShownBody> shown;
    for (std::size_t i = 0; i < states.size(); ++i) {
        Colour colour = palette.next(states[i], examination.bodies[i].facts);
        if ((*transparent)[i]) {
            colour = render::faded(colour, options.opacity);
        }
        shown.push_back({states[i], colour, {}});
    }
    return shown;
}

Expected<render::PictureScene> picture_scene(const Examination& examination,
                                             std::span<const ShownBody> shown,
                                             const PictureOptions& options,
                                             render::Renderer& renderer) {
    render::PictureScene scene;
    std::map<const Mesh*, std::shared_ptr<const render::Shape>> shapes;
    const render::ShapeOptions shape_options{.shading = options.flat ? render::Shading::Flat
                                                                     : render::Shading::Smooth};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const LoadedBody& body = examination.bodies[i];
        std::shared_ptr<const render::Shape>& shape = shapes[body.mesh.get()];
        if (!shape) {
            auto made = renderer.make_shape(body.mesh->view(), shape_options);
            if (!made) {
                return about(body, made.error());
            }
            shape = std::move(*made);
        }
        scene.bodies.push_back({shape, body.pose, paint_of(body, shown[i])});
    }
    if (const Status status = add_overlap_shapes(scene, examination, renderer); !status) {
        return status.error();
    }
    if (options.contacts != "none") {
        const double hidden = options.contacts == "all" ? 0.3 : 0;
        add_bright_lines(scene, contact_segments(examination), {255, 226, 64, 255}, hidden);
        add_bright_lines(scene, nearest_segments(examination), {120, 220, 255, 255}, 1);
    }
    if (options.boxes >= 0) {
        const auto edges = box_segments(examination, static_cast<std::size_t>(options.boxes));
        if (!edges) {
            return edges.error();
        }
        scene.lines.push_back(
            {.segments = *edges, .colour = {24, 60, 130, 255}, .width_pixels = 1.2});
    }
    return scene;
}

std::string picture_summary(const Examination& examination, Checked checked) {
    std::string out = counted(examination.bodies.size(), "body", "bodies");
    if (checked == Checked::No || examination.bodies.size() < 2) {
        return out;
    }
    std::uint64_t interfering = 0;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        interfering += interferes(pair) ? 1 : 0;
    }
    const VerdictCounts counts = count_verdicts(examination);
    return out + fmt::format(", {}: {} interfering, {} touching",
                             counted(examination.answer.examined_pairs, "pair", "pairs"),
                             interfering, counts.touching);
}

} // namespace impinge::cli
