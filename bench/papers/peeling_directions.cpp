// SPDX-License-Identifier: Apache-2.0
//
// Figure 8: how many pairs of triangles that meet are missed, seen along 204 directions.
#include "bench/papers/peeling.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <array>

namespace impinge::bench {
namespace {

using imagespace::LayerNeighbours;
using imagespace::PeelingOptions;
using imagespace::PeelingSearch;
using imagespace::TriangleIds;

struct Seen {
    int longitude;
    int latitude;
    Vec3d direction;
};

/// Longitude in steps of 30 degrees, latitude of 10, without the poles.
std::vector<Seen> all_directions() {
    std::vector<Seen> all;
    for (int longitude = 0; longitude < 360; longitude += 30) {
        for (int latitude = -80; latitude <= 80; latitude += 10) {
            const Rigid up = rotation_degrees({0, 1, 0}, -latitude);
            all.push_back({longitude, latitude,
                           apply(compose(rotation_degrees({0, 0, 1}, longitude), up), {1, 0, 0})});
        }
    }
    return all;
}

struct Setting {
    const char* name;
    PeelingOptions options;
};

const std::array settings{
    Setting{"256, last vertices", {.resolution = 256}},
    Setting{"256, last vertices, layers alone",
            {.resolution = 256, .neighbours = LayerNeighbours::Layers}},
    Setting{"256, unique ids", {.resolution = 256, .ids = TriangleIds::Unique}},
    Setting{"256, unique ids, layers alone",
            {.resolution = 256, .ids = TriangleIds::Unique, .neighbours = LayerNeighbours::Layers}},
    Setting{"128, last vertices", {.resolution = 128}},
    Setting{"128, last vertices, layers alone",
            {.resolution = 128, .neighbours = LayerNeighbours::Layers}},
    Setting{"512, last vertices", {.resolution = 512}},
    Setting{"256, slope 1", {.resolution = 256, .steepest_slope = 1}},
    Setting{"256, slope 4", {.resolution = 256, .steepest_slope = 4}},
    Setting{"256, slope 16", {.resolution = 256, .steepest_slope = 16}},
    Setting{"256, conservative", {.search = PeelingSearch::Conservative, .resolution = 256}},
};

Expected<Json> missed(raster::Device& device, const Body& a, const Body& b, const Setting& setting,
                      const std::vector<Seen>& views, const std::vector<TrianglePair>& all) {
    Json out{{"name", setting.name}, {"missed", Json::array()}};
    const auto count = static_cast<double>(views.size());
    double candidates = 0;
    double layers = 0;
    double milliseconds = 0;
    for (const Seen& seen : views) {
        PeelingOptions options = setting.options;
        options.direction = seen.direction;
        const auto found = imagespace::surface_peeling(device, a, b, options);
        if (!found) {
            return found.error();
        }
        const std::vector<TrianglePair>& pairs = found->interference.pairs;
        if (!std::ranges::includes(all, pairs)) {
            return Error{ErrorCode::Unsupported, "a pair was reported that does not meet"};
        }
        if (options.search == PeelingSearch::Conservative && pairs.size() != all.size()) {
            return Error{ErrorCode::Unsupported, "the conservative search misses a pair"};
        }
        out["missed"].push_back(all.size() - pairs.size());
        candidates += static_cast<double>(found->report.candidates) / count;
        layers += found->report.layers / count;
        milliseconds += found->report.milliseconds.total / count;
    }
    out["candidates"] = candidates;
    out["layers"] = layers;
    out["milliseconds"] = milliseconds;
    return out;
}

} // namespace

Expected<Json> measure_directions(raster::Device& device, const Plan& plan) {
    const Mesh first = scenes::bumpy_sphere({.triangles = 2900, .amplitude = 0.3, .seed = 1});
    const Mesh second = scenes::bumpy_sphere({.triangles = 2700, .amplitude = 0.3, .seed = 2});
    const Body a{first.view()};
    const Body b{second.view(), translation({0.3, 0.4, 0.2})};
    const auto exact = collide(a, b, {.detail = Detail::Pairs});
    if (!exact) {
        return exact.error();
    }
    std::vector<Seen> views = all_directions();
    views.resize(static_cast<std::size_t>(plan.some_of(static_cast<int>(views.size()))));
    Json out{{"triangles", {first.triangles.size(), second.triangles.size()}},
             {"pairs", exact->pairs.size()},
             {"views", Json::array()},
             {"settings", Json::array()}};
    for (const Seen& seen : views) {
        out["views"].push_back({seen.longitude, seen.latitude});
    }
    for (const Setting& setting : settings) {
        auto entry = missed(device, a, b, setting, views, exact->pairs);
        if (!entry) {
            return Error{entry.error().code,
                         std::string(setting.name) + ": " + entry.error().message};
        }
        out["settings"].push_back(std::move(*entry));
    }
    return out;
}

} // namespace impinge::bench
