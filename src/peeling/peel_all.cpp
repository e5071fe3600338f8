// SPDX-License-Identifier: Apache-2.0
//
// Many bodies: boxes, pairs, regions, all regions side by side on the device, then the proofs.
#include "base/hash.hpp"
#include "base/no_throw.hpp"
#include "broadphase/box_pairs.hpp"
#include "imagespace/conservative/complete_pairs.hpp"
#include "mesh/solidity.hpp"
#include "peeling/atlas.hpp"
#include "peeling/peeling_query.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace impinge::inline v0::imagespace {
namespace {

/// Of an atlas. Three targets of 17 bytes a pixel take 50 megabytes then.
constexpr int largest_atlas = 1024;

using MeshKey = std::tuple<const void*, std::size_t, std::size_t, Scalar, const void*, std::size_t>;

MeshKey key_of(const MeshView& mesh) {
    return {mesh.data(),   mesh.stride_bytes(),     mesh.vertex_count(),
            mesh.scalar(), mesh.triangles().data(), mesh.triangle_count()};
}

/// What is found out about a mesh, once for all bodies that have it.
struct SharedMesh {
    std::optional<DeviceMesh> on_device = {};
    std::optional<MeshSolidity> solidity = {};
};

/// A pair on its way.
struct PairAtWork {
    BoxPair bodies;
    PeelingOptions options; ///< with its own resolution
    SeenPair seen;
    PeelingReport report;
};

class ManyBodies {
  public:
    ManyBodies(raster::Device& device, std::span<const Body> bodies, const PeelingOptions& options,
               Detail detail, const Context& context)
        : device_(device), bodies_(bodies), options_(options), detail_(detail), context_(context) {}

    Status place();
    [[nodiscard]] std::vector<Box3> boxes() const;
    /// Finds the regions of these pairs, and puts their bodies on the device.
    Status prepare(std::span<const BoxPair> pairs);
    Status draw();
    Expected<std::vector<PeeledBodies>> prove();

    PeelingTimes milliseconds;
    unsigned draws = 0;
    unsigned atlases = 0;

  private:
    Status put_on_device(std::uint32_t body);
    Status share_pixels();
    Status draw_alone(PairAtWork& pair);
    [[nodiscard]] bool is_drawn_together(const PairAtWork& pair) const {
        return options_.search == PeelingSearch::Sampled && pair.seen.region->drawable;
    }
    Expected<SharedRegion> region(const PairAtWork& pair) const;

    raster::Device& device_;
    std::span<const Body> bodies_;
    PeelingOptions options_;
    Detail detail_;
    Context context_;
    std::map<MeshKey, SharedMesh> meshes_;
    std::vector<WorldBody> placed_;
    std::vector<PairAtWork> pairs_;
    LayerTargets targets_;
};

Status ManyBodies::place() {
    Stopwatch watch;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        auto placed = placed_body(bodies_[i], body_number(i), nullptr, {}, context_);
        if (!placed) {
            return placed.error();
        }
        placed_.push_back(std::move(*placed));
    }
    milliseconds.boxes += watch.lap();
    return {};
}

std::vector<Box3> ManyBodies::boxes() const {
    std::vector<Box3> boxes;
    boxes.reserve(placed_.size());
    for (const WorldBody& body : placed_) {
        boxes.push_back(body.world().box);
    }
    return boxes;
}

Status ManyBodies::put_on_device(std::uint32_t body) {
    WorldBody& placed = placed_[body];
    if (placed.geometry != nullptr) {
        return {};
    }
    SharedMesh& shared = meshes_[key_of(bodies_[body].mesh)];
    if (!shared.on_device) {
        auto mesh = imagespace::put_on_device(device_, bodies_[body].mesh, body_number(body));
        if (!mesh) {
            return mesh.error();
        }
        shared.on_device = std::move(*mesh);
    }
    placed.geometry = shared.on_device->geometry.get();
    placed.own_box = shared.on_device->box;
    return {};
}

Expected<SharedRegion> ManyBodies::region(const PairAtWork& pair) const {
    const auto found = region_of(placed_[pair.bodies.a], placed_[pair.bodies.b],
                                 lens_of(pair.options, device_.info().max_size));
    if (!found) {
        return about_pair(pair.bodies.a, pair.bodies.b, found.error());
    }
    return **found; // the boxes overlap
}

Status ManyBodies::prepare(std::span<const BoxPair> pairs) {
    Stopwatch watch;
    for (const BoxPair& pair : pairs) {
        pairs_.push_back({.bodies = pair, .options = options_, .seen = {}, .report = {}});
        if (!boxes_overlap(placed_[pair.a].world().box, placed_[pair.b].world().box)) {
            continue;
        }
        for (const std::uint32_t body : {pair.a, pair.b}) {
            if (Status status = put_on_device(body); !status) {
                return status;
            }
        }
        auto found = region(pairs_.back());
        if (!found) {
            return found.error();
        }
        pairs_.back().seen.region = *found;
    }
    Status status = options_.precision ? Status() : share_pixels();
    for (PairAtWork& pair : pairs_) {
        if (pair.seen.region) {
            pair.report.view = pair.seen.region->view;
            pair.report.pixel_size = raster::pixel_size(pair.seen.region->view);
        }
    }
    milliseconds.boxes += watch.lap();
    return status;
}

/// By the sizes of the regions, as one alone would be seen.
Status ManyBodies::share_pixels() {
    std::vector<Size2<double>> windows;
    std::vector<PairAtWork*> seen;
    for (PairAtWork& pair : pairs_) {
        if (pair.seen.region) {
            const raster::View& view = pair.seen.region->view;
            windows.push_back({view.max_x - view.min_x, view.max_y - view.min_y});
            seen.push_back(&pair);
        }
    }
    const std::vector<int> shares = shared_resolutions(windows, options_.resolution);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (shares[i] == options_.resolution) {
            continue;
        }
        seen[i]->options.resolution = shares[i];
        auto found = region(*seen[i]);
        if (!found) {
            return found.error();
        }
        seen[i]->seen.region = *found;
    }
    return {};
}

Status ManyBodies::draw() {
    std::vector<PairAtWork*> together;
    std::vector<Size2<int>> windows;
    for (PairAtWork& pair : pairs_) {
        if (!pair.seen.region || context_.cancelled()) {
            continue;
        }
        if (is_drawn_together(pair)) {
            together.push_back(&pair);
            windows.push_back({pair.seen.region->view.width, pair.seen.region->view.height});
        } else if (Status status = draw_alone(pair); !status) {
            return status;
        }
    }
    for (const Atlas& atlas :
         pack_windows(windows, std::min(largest_atlas, device_.info().max_size))) {
        std::vector<RegionLook> looks;
        for (std::size_t i = 0; i < atlas.windows.size(); ++i) {
            PairAtWork& pair = *together[atlas.windows[i]];
            pair.report.epsilon = close_distance(*pair.seen.region, options_.steepest_slope);
            looks.push_back({&placed_[pair.bodies.a], &placed_[pair.bodies.b], &*pair.seen.region,
                             pair.report.epsilon, atlas.places[i]});
        }
        auto found = close_surfaces({.device = device_,
                                     .options = options_,
                                     .context = context_,
                                     .targets = targets_,
                                     .size = {atlas.size.width, atlas.size.height},
                                     .milliseconds = milliseconds},
                                    looks);
        if (!found) {
            return found.error();
        }
        ++atlases;
        for (std::size_t i = 0; i < atlas.windows.size(); ++i) {
            PairAtWork& pair = *together[atlas.windows[i]];
            pair.report.layers = (*found)[i].layers;
            pair.report.draws = (*found)[i].draws;
            draws += pair.report.draws;
            pair.report.stages = stages_of((*found)[i].layers);
            pair.seen.layers = std::move((*found)[i]);
        }
    }
    return {};
}

/// A conservative search reads whole planes of its own.
Status ManyBodies::draw_alone(PairAtWork& pair) {
    auto seen = look({device_, placed_[pair.bodies.a], placed_[pair.bodies.b], pair.options,
                      context_, pair.report, &targets_},
                     Stopwatch());
    if (!seen) {
        return about_pair(pair.bodies.a, pair.bodies.b, seen.error());
    }
    pair.seen = std::move(*seen);
    milliseconds.device += pair.report.milliseconds.device;
    milliseconds.read_back += pair.report.milliseconds.read_back;
    draws += pair.report.draws;
    return {};
}

Expected<std::vector<PeeledBodies>> ManyBodies::prove() {
    // Once for all bodies that share a mesh.
    const SoliditySource solidity = [&](const MeshView& mesh,
                                        const Context& inner) -> Expected<MeshSolidity> {
        SharedMesh& shared = meshes_[key_of(mesh)];
        if (!shared.solidity) {
            MeshSolidity found = solidity_of_valid(mesh, inner);
            if (inner.cancelled()) {
                return found;
            }
            shared.solidity = std::move(found);
        }
        return *shared.solidity;
    };
    Stopwatch watch;
    std::vector<PeeledBodies> answers;
    answers.reserve(pairs_.size());
    Context silent = context_;
    silent.set_progress({});
    for (PairAtWork& pair : pairs_) {
        const auto [a, b] = pair.bodies;
        auto found =
            prove_pair({device_, placed_[a], placed_[b], pair.options, silent, solidity, detail_},
                       pair.seen, std::move(pair.report));
        if (!found) {
            return about_pair(a, b, found.error());
        }
        answers.push_back({a, b, std::move(*found)});
        context_.report(static_cast<double>(answers.size()) / static_cast<double>(pairs_.size()));
    }
    milliseconds.proof += watch.lap();
    return answers;
}

std::uint64_t hash_of_pairs(std::span<const PeeledBodies> pairs) {
    Hasher hasher;
    for (const PeeledBodies& pair : pairs) {
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
        hasher.add(pair.found.interference.hash);
    }
    return hasher.digest();
}

} // namespace

Expected<PeeledAssembly>
peel_all(raster::Device& device, std::span<const Body> bodies, const PeelingOptions& options,
         const std::function<bool(std::uint32_t a, std::uint32_t b)>& wanted,
         const Context& context) {
    return no_throw([&]() -> Expected<PeeledAssembly> {
        Stopwatch total;
        const auto held = device.hold();
        Status status = check_peeling_options(options, device);
        ManyBodies all(device, bodies, options, Detail::Pairs, context);
        status = status ? all.place() : status;
        if (!status) {
            return status.error();
        }
        std::vector<BoxPair> pairs = box_pairs(all.boxes(), 0, context);
        if (wanted) {
            std::erase_if(pairs, [&](const BoxPair& pair) { return !wanted(pair.a, pair.b); });
        }
        status = all.prepare(pairs);
        status = status ? all.draw() : status;
        if (!status) {
            return status.error();
        }
        auto answers = all.prove();
        if (!answers) {
            return answers.error();
        }
        PeeledAssembly assembly{.pairs = std::move(*answers),
                                .atlases = all.atlases,
                                .draws = all.draws,
                                .partial = context.cancelled(),
                                .milliseconds = all.milliseconds};
        assembly.hash = hash_of_pairs(assembly.pairs);
        assembly.milliseconds.total = total.lap();
        return assembly;
    });
}

Expected<std::vector<Interference>> PeelingNarrowPhase::operator()(std::span<const Body> bodies,
                                                                   std::span<const BoxPair> pairs,
                                                                   const CollideOptions& asked,
                                                                   const Context& context) const {
    return no_throw([&]() -> Expected<std::vector<Interference>> {
        const auto held = device->hold();
        PeelingOptions peeling = options;
        peeling.open_meshes = asked.open_meshes;
        Status status = check_peeling_options(peeling, *device);
        ManyBodies all(*device, bodies, peeling, asked.detail, context);
        status = status ? all.place() : status;
        status = status ? all.prepare(pairs) : status;
        status = status ? all.draw() : status;
        if (!status) {
            return status.error();
        }
        auto answers = all.prove();
        if (!answers) {
            return answers.error();
        }
        std::vector<Interference> found;
        found.reserve(answers->size());
        for (PeeledBodies& pair : *answers) {
            found.push_back(std::move(pair.found.interference));
        }
        return found;
    });
}

} // namespace impinge::inline v0::imagespace
