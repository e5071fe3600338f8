// SPDX-License-Identifier: Apache-2.0
#include "impinge/impact_map.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "particles/map_work.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::array rule_names{"latest", "earliest", "strongest"};
constexpr int largest_side = 16384;

ImpactMap empty_map(const Collider& collider, int resolution) {
    ImpactMap map;
    map.chart = chart_of(collider);
    const double aspect = std::clamp(map.chart.aspect, 1.0 / resolution, double(resolution));
    const auto side = [&](double share) {
        return std::clamp(static_cast<int>(std::lround(resolution * share)), 1, resolution);
    };
    map.width = side(std::min(1.0, aspect));
    map.height = side(std::min(1.0, 1 / aspect));
    map.texels.resize(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
    return map;
}

bool replaces(ImpactRule rule, const ImpactTexel& old, double offset, double strength) {
    switch (rule) {
    case ImpactRule::Earliest:
        return offset < old.offset;
    case ImpactRule::Strongest:
        return strength > old.normal_speed;
    default:
        return offset > old.offset;
    }
}

void add(ImpactMap& map, const Collider& collider, const Impact& impact, double offset,
         ImpactRule rule) {
    const Vec3d at_rest = impact.position - collider.velocity * impact.time;
    const Vec2d place = place_on(map.chart, collider, at_rest, impact.triangle);
    const auto texel_of = [](double at, int count) {
        return std::min(static_cast<int>(at * count), count - 1);
    };
    const auto row = static_cast<std::size_t>(texel_of(place.y, map.height));
    const auto column = static_cast<std::size_t>(texel_of(place.x, map.width));
    ImpactTexel& texel = map.texels[row * static_cast<std::size_t>(map.width) + column];
    if (texel.count == 0 || replaces(rule, texel, offset, impact.normal_speed)) {
        texel.emitter = impact.emitter;
        texel.particle = impact.particle;
        texel.offset = offset;
        texel.speed = impact.speed;
        texel.normal_speed = impact.normal_speed;
        texel.angle = impact.angle;
    }
    ++texel.count;
    texel.sum += impact.normal_speed;
}

} // namespace

namespace particles {

Expected<ImpactMaps> empty_maps(const ParticleSystemData& system, const ImpactMapOptions& options) {
    const std::span<const Collider> colliders = system.colliders.list();
    ImpactMaps result;
    for (std::size_t i = 0; i < colliders.size(); ++i) {
        const bool own = i < options.by_collider.size() && options.by_collider[i] != 0;
        const int resolution = own ? options.by_collider[i] : options.resolution;
        if (resolution < 1 || resolution > largest_side) {
            return invalid("the resolution of an impact map must be between 1 and " +
                           std::to_string(largest_side));
        }
        result.maps.push_back(empty_map(colliders[i], resolution));
    }
    return result;
}

Status add_to_maps(const ParticleSystemData& system, std::span<const Impact> impacts, double from,
                   double to, ImpactRule rule, ImpactMaps& maps) {
    const std::span<const Collider> colliders = system.colliders.list();
    const double span = to > from ? to - from : 1;
    for (const Impact& impact : impacts) {
        if (impact.collider >= colliders.size()) {
            return invalid("an impact names a collider that the system does not have");
        }
        add(maps.maps[impact.collider], colliders[impact.collider], impact,
            std::clamp((impact.time - from) / span, 0.0, 1.0), rule);
    }
    return {};
}

} // namespace particles

const char* to_string(ImpactRule rule) { return name_in(rule_names, rule); }

std::optional<ImpactRule> impact_rule_from_string(std::string_view name) {
    for (const ImpactRule rule :
         {ImpactRule::Latest, ImpactRule::Earliest, ImpactRule::Strongest}) {
        if (name == to_string(rule)) {
            return rule;
        }
    }
    return std::nullopt;
}

Expected<ImpactMaps> impact_maps(const ParticleSystem& system, double from, double to,
                                 const ImpactMapOptions& options, const Context& context) {
    const Expected<Impacts> impacts = system.impacts(from, to, context);
    if (!impacts) {
        return impacts.error();
    }
    Expected<ImpactMaps> maps = impact_maps(system, impacts->list, from, to, options);
    if (maps) {
        maps->partial = impacts->partial;
    }
    return maps;
}

Expected<ImpactMaps> impact_maps(const ParticleSystem& system, std::span<const Impact> impacts,
                                 double from, double to, const ImpactMapOptions& options) {
    return no_throw([&]() -> Expected<ImpactMaps> {
        Expected<ImpactMaps> maps = particles::empty_maps(system.data(), options);
        if (!maps) {
            return maps.error();
        }
        const Status status =
            particles::add_to_maps(system.data(), impacts, from, to, options.rule, *maps);
        if (!status) {
            return status.error();
        }
        return maps;
    });
}

Expected<Impacts> ImpactFeed::next(double now, const Context& context) {
    const double until = std::max(now + latency_, told_);
    Expected<Impacts> impacts = system_.impacts(told_, until, context);
    if (impacts && !impacts->partial) {
        told_ = until;
    }
    return impacts;
}

} // namespace impinge::inline v0
