// SPDX-License-Identifier: Apache-2.0
#include "image/image_passes.hpp"

#include "edge_rays/algorithms/edge_passes.hpp"
#include "output/text.hpp"

#include <array>

namespace impinge::cli {
namespace {

using raster::Clear;
using raster::Compare;
using raster::Cull;
using raster::IdSource;
using raster::Parts;
using raster::Pass;
using raster::Plane;
using raster::Stencil;
using raster::StencilOp;
using raster::Target;

/// Counts every fragment, whether it is hidden or not.
Stencil counting(StencilOp front, StencilOp back) {
    return {.front = {.depth_fails = front, .passes = front},
            .back = {.depth_fails = back, .passes = back}};
}

/// The nearest face of each pixel; the stencil counts all.
Pass nearest_pass() {
    return {.stencil = counting(StencilOp::Increment, StencilOp::Increment),
            .ids = {IdSource::Body, IdSource::Triangle}};
}

DrawnTarget cleared_target(const Stage& stage, const Clear& values = {}) {
    auto target = stage.device.make_target(stage.view.width, stage.view.height);
    if (!target) {
        return target;
    }
    if (Status status = stage.device.clear(**target, values); !status) {
        return status.error();
    }
    return target;
}

DrawnTarget draw_once(const Stage& stage, const Pass& pass, const Clear& values = {}) {
    auto target = cleared_target(stage, values);
    if (!target) {
        return target;
    }
    if (Status status = stage.device.draw(**target, stage.view, pass, stage.draws); !status) {
        return status.error();
    }
    return target;
}

DrawnTarget nearest(const Stage& stage) { return draw_once(stage, nearest_pass()); }

DrawnTarget farthest(const Stage& stage) {
    Pass pass = nearest_pass();
    pass.depth_compare = Compare::Greater;
    return draw_once(stage, pass, {.depth = 0.0F});
}

DrawnTarget winding(const Stage& stage) {
    Pass pass = nearest_pass();
    pass.stencil = counting(StencilOp::IncrementWrap, StencilOp::DecrementWrap);
    return draw_once(stage, pass);
}

template <Cull cull> DrawnTarget culled(const Stage& stage) {
    Pass pass = nearest_pass();
    pass.cull = cull;
    return draw_once(stage, pass);
}

DrawnTarget edges(const Stage& stage) {
    Pass pass = nearest_pass();
    pass.primitive = raster::Primitive::Edges;
    pass.ids = {IdSource::Body, IdSource::Edge};
    return draw_once(stage, pass);
}

DrawnTarget conservative(const Stage& stage) {
    Pass pass = nearest_pass();
    pass.coverage = raster::Coverage::Conservative;
    pass.depth = raster::DepthOf::Near;
    return draw_once(stage, pass);
}

/// Depth peeling: each layer is the nearest of what lies behind the one before.
template <int layer> DrawnTarget peel(const Stage& stage) {
    DrawnTarget before = nearest(stage);
    Pass pass = nearest_pass();
    pass.reference_compare = Compare::Greater;
    for (int n = 2; n <= layer && before; ++n) {
        DrawnTarget next = cleared_target(stage);
        if (!next) {
            return next;
        }
        if (Status status = stage.device.draw(**next, stage.view, pass, stage.draws, before->get());
            !status) {
            return status.error();
        }
        before = std::move(next);
    }
    return before;
}

/// Alternate surface peeling (Jang, Jeong and Han, 2007) of the bodies in turn, the last one first:
/// of each the nearest face behind the layer before, until a layer is empty. The stencil counts the
/// layers of a pixel.
DrawnTarget alternate_layers(const Stage& stage) {
    DrawnTarget shown = draw_once(stage, {.ids = {IdSource::Body, IdSource::Triangle}});
    DrawnTarget before =
        shown ? cleared_target(stage, {.depth = 0.0F}) : DrawnTarget(shown.error());
    DrawnTarget layer = before ? cleared_target(stage) : DrawnTarget(before.error());
    if (!layer) {
        return layer;
    }
    const Pass peel{.ids = {IdSource::Body, IdSource::None}, .reference_compare = Compare::Greater};
    const Pass count{.depth_compare = Compare::Always,
                     .depth_write = false,
                     .stencil = {.front = {.passes = StencilOp::Increment}},
                     .reference_compare = Compare::Greater};
    std::uint64_t seen = stage.draws.empty() ? 0 : 1;
    for (std::size_t turn = 0; seen > 0; ++turn) {
        const std::size_t body = stage.draws.size() - 1 - turn % stage.draws.size();
        Status status = stage.device.clear(**layer);
        status =
            status ? stage.device.draw(**layer, stage.view, peel, stage.draws[body], before->get())
                   : status;
        status = status ? stage.device.cover(**shown, 1, count, {}, layer->get()) : status;
        if (!status) {
            return status.error();
        }
        const auto pixels = stage.device.count(**layer, {.with_id_0 = true});
        if (!pixels) {
            return pixels.error();
        }
        seen = *pixels;
        std::swap(layer, before);
    }
    return shown;
}

/// One and a half pixels outward, so that edges leave the faces they bound.
Status draw_outward_edges(const Stage& stage, Target& target, Pass pass) {
    for (const raster::Draw& draw : stage.draws) {
        pass.edge_offset = 1.5 * raster::pixel_size(stage.view) / draw.pose.scale;
        if (Status status = stage.device.draw(target, stage.view, pass, draw); !status) {
            return status;
        }
    }
    return {};
}

/// After Knott and Pai (2003), for the nearest edge of each pixel: faces before it count +1 if
/// they face us and -1 if not, and what remains is the number of solids it lies in. The top bit of
/// the stencil says where there is an edge.
DrawnTarget edge_count(const Stage& stage) {
    constexpr std::uint8_t edge_bit = 0x80;
    DrawnTarget target = cleared_target(stage);
    if (!target) {
        return target;
    }
    const Stencil mark{
        .reference = edge_bit, .write_mask = edge_bit, .front = {.passes = StencilOp::Replace}};
    Status status = draw_outward_edges(stage, **target,
                                       {.primitive = raster::Primitive::Edges,
                                        .stencil = mark,
                                        .ids = {IdSource::Body, IdSource::Edge}});
    const Stencil count{.compare = Compare::Equal,
                        .reference = edge_bit,
                        .read_mask = edge_bit,
                        .write_mask = static_cast<std::uint8_t>(~edge_bit),
                        .front = {.passes = StencilOp::IncrementWrap},
                        .back = {.passes = StencilOp::DecrementWrap}};
    if (status) {
        status = stage.device.draw(**target, stage.view, {.depth_write = false, .stencil = count},
                                   stage.draws);
    }
    return !status ? DrawnTarget(status.error()) : std::move(target);
}

/// The picture of figures 7 and 8 of Knott and Pai (2003). Edge points are looked at layer by
/// layer, ordered by depth and then by body, as the edge rays do it (edge_passes.hpp): faces before
/// a point count +1 if they face us and -1 if not, but not those of its own body.
class InterferingPoints {
  public:
    explicit InterferingPoints(const Stage& stage) : stage_(stage) {}

    Status make_targets() {
        for (auto* target : {&shown_, &layer_, &before_, &bodies_}) {
            auto made = stage_.device.make_target(stage_.view.width, stage_.view.height);
            if (!made) {
                return made.error();
            }
            *target = std::move(*made);
            if (Status status = stage_.device.clear(**target); !status) {
                return status;
            }
        }
        return stage_.device.clear(*before_, {.depth = 0.0F});
    }

    /// Whether there was another layer.
    Expected<bool> draw_layer() {
        Status status = stage_.device.clear(*layer_);
        for (const Pass& pass : {imagespace::edges_of_later_bodies(), imagespace::edges_behind()}) {
            status = status ? draw(*layer_, pass, *before_) : status;
        }
        if (!status) {
            return status.error();
        }
        const auto points = stage_.device.count(*layer_, imagespace::any_edge_point);
        if (!points) {
            return points.error();
        }
        return *points > 0;
    }

    /// Adds the points of the layer that lie in something and have none before them.
    Status keep_interfering() {
        Status status = count(*layer_);
        status = status ? stage_.device.copy(*layer_, *shown_, Plane::Stencil) : status;
        Pass pass = imagespace::edges_behind();
        pass.stencil = {.compare = Compare::NotEqual, .reference = 0};
        pass.reference_compare = Compare::Equal;
        pass.reference_ids[0] = Compare::Equal;
        status = status ? draw(*shown_, pass, *layer_) : status;
        std::swap(layer_, before_);
        return status;
    }

    DrawnTarget finish() {
        Status status = stage_.device.clear(*shown_, {.depth = {}, .id_0 = {}, .id_1 = {}});
        status = status ? count(*shown_) : status;
        return !status ? DrawnTarget(status.error()) : std::move(shown_);
    }

  private:
    Status draw(Target& target, const Pass& pass, const Target& reference) const {
        return stage_.device.draw(target, stage_.view, pass, stage_.draws, &reference);
    }
    /// The bodies around the points of a target, in its stencil plane.
    Status count(Target& target) {
        const Status status = stage_.device.copy(target, *bodies_, Plane::Id0);
        return status ? draw(target, imagespace::of_other_bodies(imagespace::count_faces_before()),
                             *bodies_)
                      : status;
    }

    const Stage& stage_;
    std::unique_ptr<Target> shown_;
    std::unique_ptr<Target> layer_;
    std::unique_ptr<Target> before_; ///< the layer before
    std::unique_ptr<Target> bodies_; ///< whose edges the points belong to
};

/// Of each pixel the nearest edge point that lies in another body, nearer edges before it or not;
/// the stencil plane holds the number of bodies it lies in.
DrawnTarget draw_edge_interference(const Stage& stage) {
    InterferingPoints points(stage);
    if (Status status = points.make_targets(); !status) {
        return status.error();
    }
    auto more = points.draw_layer();
    while (more && *more) {
        if (Status status = points.keep_interfering(); !status) {
            return status.error();
        }
        more = points.draw_layer();
    }
    return more ? points.finish() : DrawnTarget(more.error());
}

constexpr std::array passes{
    NamedPass{"nearest", "The nearest face of each pixel; the stencil counts all faces.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, nearest},
    NamedPass{"farthest", "The farthest face of each pixel; the stencil counts all faces.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, farthest},
    NamedPass{"layers", "How many faces lie one behind the other, up to 255.", "triangle",
              Parts::Triangles, StencilNumbers::Unsigned, nearest},
    NamedPass{"winding",
              "Front faces count +1 and back faces -1: zero wherever all bodies are closed.",
              "triangle", Parts::Triangles, StencilNumbers::Signed, winding},
    NamedPass{"front-faces", "The nearest face that is seen from outside; the stencil counts them.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, culled<Cull::Back>},
    NamedPass{"back-faces", "The nearest face that is seen from inside; the stencil counts them.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, culled<Cull::Front>},
    NamedPass{"edges", "The nearest edge of each pixel; the stencil counts all edges.", "edge",
              Parts::TrianglesAndEdges, StencilNumbers::Unsigned, edges},
    NamedPass{"conservative",
              "Every pixel that a face touches, with the nearest depth in it; the stencil counts "
              "the faces that touch it.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, conservative},
    NamedPass{"alternate-layers",
              "Alternate peeling: the nearest face of each pixel; the stencil counts layers of the "
              "bodies in turn, each behind the one before, the last body first.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, alternate_layers},
    NamedPass{"peel-2",
              "The second layer: the nearest of what lies behind the first; the stencil counts the "
              "faces from there on.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, peel<2>},
    NamedPass{"peel-3",
              "The third layer: the nearest of what lies behind the second; the stencil counts the "
              "faces from there on.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, peel<3>},
    NamedPass{"peel-4",
              "The fourth layer: the nearest of what lies behind the third; the stencil counts the "
              "faces from there on.",
              "triangle", Parts::Triangles, StencilNumbers::Unsigned, peel<4>},
    NamedPass{"edge-count",
              "In how many solids the nearest edge of each pixel lies: faces before it count +1 or "
              "-1. Edges are moved outward by one and a half pixels.",
              "edge", Parts::TrianglesAndEdges, StencilNumbers::SignedSevenBits, edge_count},
    NamedPass{
        "edge-interference",
        "Edge points inside other bodies, of each pixel the nearest, hidden behind other edges "
        "or not; the stencil says in how many bodies they lie.",
        "edge", Parts::TrianglesAndEdges, StencilNumbers::Signed, draw_edge_interference},
};

} // namespace

std::span<const NamedPass> image_passes() { return passes; }

const NamedPass* find_image_pass(std::string_view name) {
    for (const NamedPass& pass : passes) {
        if (pass.name == name) {
            return &pass;
        }
    }
    return nullptr;
}

std::string image_pass_names() { return listed_names(passes); }

int stencil_number(std::uint8_t value, StencilNumbers numbers) {
    switch (numbers) {
    case StencilNumbers::Signed:
        return static_cast<std::int8_t>(value);
    case StencilNumbers::SignedSevenBits: {
        const int low_bits = value & 0x7F;
        return low_bits < 0x40 ? low_bits : low_bits - 0x80;
    }
    case StencilNumbers::Unsigned:
        break;
    }
    return value;
}

} // namespace impinge::cli
