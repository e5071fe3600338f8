// SPDX-License-Identifier: Apache-2.0
//
// All layers of two bodies, one body after the other, every layer read back: what alternate peeling
// spares.
#include "bench/papers/peeling.hpp"
#include "impinge/triangle.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace impinge::bench {
namespace {

/// One layer as the processor sees it.
struct ReadLayer {
    std::vector<float> depths;
    std::vector<std::uint32_t> ids;
};

struct ReadBody {
    std::vector<ReadLayer> layers;
    FrameAnswer work; ///< draws, layers, bytes and times
};

struct Look {
    raster::View view;
    float gap = 0; ///< surfaces that are closer in depth can meet
};

/// With depths of the boxes' common part.
Look look_at(const raster::View& taken, const Box3& common, double epsilon) {
    Look look{taken};
    double near = std::numeric_limits<double>::infinity();
    double far = -near;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d at{(corner & 1) != 0 ? common.max.x : common.min.x,
                       (corner & 2) != 0 ? common.max.y : common.min.y,
                       (corner & 4) != 0 ? common.max.z : common.min.z};
        const double depth = dot(taken.axis_z, at - taken.eye);
        near = std::min(near, depth);
        far = std::max(far, depth);
    }
    const double pixel = raster::pixel_size(taken);
    look.view.near = near - pixel;
    look.view.far = far + pixel;
    look.gap = static_cast<float>(epsilon / (look.view.far - look.view.near));
    return look;
}

/// Layer after layer until a query counts nothing.
Expected<ReadBody> read_layers(raster::Device& device, const Look& look,
                               const raster::Geometry& geometry, const Rigid& pose) {
    ReadBody body;
    std::array<std::unique_ptr<raster::Target>, 2> targets;
    for (auto& target : targets) {
        auto made = device.make_target(look.view.width, look.view.height);
        if (!made) {
            return made.error();
        }
        target = std::move(*made);
    }
    auto query = device.make_query();
    Status status = query ? device.clear(*targets[1], {.depth = 0.0F}) : query.error();
    const raster::Pass pass{.ids = {raster::IdSource::ProvokingVertex, raster::IdSource::None},
                            .reference_compare = raster::Compare::Greater};
    for (std::size_t layer = 0; status; ++layer) {
        raster::Target& target = *targets[layer % 2];
        Expected<std::uint64_t> drawn = std::uint64_t{0};
        body.work.times.device += timed([&] {
            status = device.reset(**query);
            status = status ? device.clear(target) : status;
            status = status
                         ? device.draw(target, look.view, pass,
                                       {.geometry = &geometry, .pose = pose, .query = query->get()},
                                       targets[1 - layer % 2].get())
                         : status;
            drawn = status ? device.result(**query) : status.error();
        });
        ++body.work.draws;
        if (!drawn) {
            return drawn.error();
        }
        if (*drawn == 0) {
            return body;
        }
        body.work.times.read_back += timed([&] {
            auto depths = device.read_depth(target);
            auto ids = device.read_ids(target, 0);
            if (depths && ids) {
                body.work.bytes_read += depths->size() * sizeof(float) + ids->size() * 4;
                body.layers.push_back({std::move(*depths), std::move(*ids)});
            } else {
                status = depths ? ids.error() : depths.error();
            }
        });
        ++body.work.layers;
    }
    return status.error();
}

struct Surface {
    float depth;
    std::uint32_t id;
    bool second;
};

/// All surfaces of a pixel, by depth.
void sort_pixel(const ReadBody& a, const ReadBody& b, std::size_t pixel,
                std::vector<Surface>& surfaces) {
    surfaces.clear();
    for (const ReadBody* body : {&a, &b}) {
        for (const ReadLayer& layer : body->layers) {
            if (layer.ids[pixel] != raster::no_id) {
                surfaces.push_back({layer.depths[pixel], layer.ids[pixel], body == &b});
            }
        }
    }
    std::stable_sort(surfaces.begin(), surfaces.end(),
                     [](const Surface& p, const Surface& q) { return p.depth < q.depth; });
}

/// Ids of surfaces of different bodies that follow each other closely.
std::vector<raster::IdPair> close_ids(const ReadBody& a, const ReadBody& b, float gap) {
    std::vector<raster::IdPair> close;
    if (a.layers.empty() || b.layers.empty()) {
        return close;
    }
    std::vector<Surface> surfaces;
    for (std::size_t pixel = 0; pixel < a.layers.front().ids.size(); ++pixel) {
        sort_pixel(a, b, pixel, surfaces);
        for (std::size_t i = 1; i < surfaces.size(); ++i) {
            const Surface& p = surfaces[i - 1];
            const Surface& q = surfaces[i];
            if (p.second != q.second && q.depth - p.depth < gap) {
                close.push_back(p.second ? raster::IdPair{q.id, p.id} : raster::IdPair{p.id, q.id});
            }
        }
    }
    std::sort(close.begin(), close.end());
    close.erase(std::unique(close.begin(), close.end()), close.end());
    return close;
}

/// Triangles by their last vertex.
std::vector<std::vector<std::uint32_t>> fans_of(const MeshView& mesh) {
    std::vector<std::vector<std::uint32_t>> fans(mesh.vertex_count());
    for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
        fans[mesh.triangles()[i][2]].push_back(i);
    }
    return fans;
}

Triangle triangle_of(const Body& body, std::uint32_t index) {
    Triangle triangle = body.mesh.triangle(index);
    for (Vec3d& corner : triangle.corners) {
        corner = apply(body.pose, corner);
    }
    return triangle;
}

void prove(const std::vector<raster::IdPair>& close, const Body& changing, const Body& rigid,
           std::uint32_t index, FrameAnswer& answer) {
    const auto fans_a = fans_of(changing.mesh);
    const auto fans_b = fans_of(rigid.mesh);
    std::vector<FoundPair> candidates;
    for (const raster::IdPair& ids : close) {
        for (const std::uint32_t a : fans_a[ids.one]) {
            for (const std::uint32_t b : fans_b[ids.other]) {
                candidates.push_back({index, a, b});
            }
        }
    }
    std::sort(candidates.begin(), candidates.end());
    answer.candidates += candidates.size();
    for (const FoundPair& pair : candidates) {
        if (classify_triangles(triangle_of(changing, pair.changing_triangle),
                               triangle_of(rigid, pair.rigid_triangle)) != PairKind::Apart) {
            answer.pairs.push_back(pair);
        }
    }
}

void add_work(const FrameAnswer& work, FrameAnswer& answer) {
    answer.draws += work.draws;
    answer.layers += work.layers;
    answer.bytes_read += work.bytes_read;
    answer.times.device += work.times.device;
    answer.times.read_back += work.times.read_back;
}

} // namespace

Status FullPeeler::bring(const RecordedFrame& frame) {
    if (changing_ != nullptr) {
        return device_.update_mesh(*changing_, frame.changing.view());
    }
    auto made = device_.upload(frame.changing.view());
    if (!made) {
        return made.error();
    }
    changing_ = std::move(*made);
    return {};
}

Expected<const raster::Geometry*> FullPeeler::shape(std::size_t index) {
    auto& geometry = shapes_[index];
    if (geometry == nullptr) {
        auto made = device_.upload(scene_.shapes[index].view());
        if (!made) {
            return made.error();
        }
        geometry = std::move(*made);
    }
    return geometry.get();
}

Expected<FrameAnswer> FullPeeler::ask(const RecordedFrame& frame, const Regions& regions,
                                      const std::vector<RegionLook>& looks) {
    FrameAnswer answer;
    Status status;
    answer.times.boxes = regions.milliseconds;
    answer.times.handing_over = timed([&] { status = bring(frame); });
    if (!status) {
        return status.error();
    }
    const Body changing{frame.changing.view()};
    for (std::size_t i = 0; i < regions.all.size(); ++i) {
        const auto& [index, common] = regions.all[i];
        const auto geometry = shape(scene_.shape_of[index]);
        if (!geometry) {
            return geometry.error();
        }
        if (!looks[i].view) {
            continue;
        }
        const Body rigid = scene_.rigid(index, frame);
        const Look look = look_at(*looks[i].view, common, looks[i].epsilon);
        const auto layers_a = read_layers(device_, look, *changing_, {});
        const auto layers_b = read_layers(device_, look, **geometry, rigid.pose);
        if (!layers_a || !layers_b) {
            return (layers_a ? layers_b : layers_a).error();
        }
        add_work(layers_a->work, answer);
        add_work(layers_b->work, answer);
        answer.times.proof += timed([&] {
            prove(close_ids(*layers_a, *layers_b, look.gap), changing, rigid, index, answer);
        });
    }
    FrameTimes& times = answer.times;
    times.total = times.handing_over + times.boxes + times.device + times.read_back + times.proof;
    return answer;
}

} // namespace impinge::bench
