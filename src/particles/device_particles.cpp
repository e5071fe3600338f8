// SPDX-License-Identifier: Apache-2.0
//
// The only place that knows which devices can search.
#include "impinge/device_particles.hpp"

#include "base/no_throw.hpp"
#include "particles/device_search.hpp"
#include "particles/map_work.hpp"

#ifdef IMPINGE_WITH_OPENGL
#include "particles/opengl/gl_search.hpp"
#endif

#include <utility>

namespace impinge::inline v0 {
namespace {

using particles::DeviceRecord;
using particles::DeviceRecords;
using particles::DeviceSearch;
using particles::KnownLife;

/// Null for a device that is the processor itself.
Expected<std::unique_ptr<DeviceSearch>> search_on(raster::Device& device,
                                                  const ParticleSystemData& system) {
#ifdef IMPINGE_WITH_OPENGL
    return particles::opengl::make_gl_search(device, system);
#else
    static_cast<void>(device);
    static_cast<void>(system);
    return std::unique_ptr<DeviceSearch>();
#endif
}

std::vector<KnownLife> lives_of(const DeviceRecords& records, DeviceShare& share) {
    std::vector<KnownLife> lives;
    lives.reserve(records.list.size());
    for (const DeviceRecord& record : records.list) {
        lives.push_back(record.life);
        const bool open = record.life.collider == KnownLife::ask;
        ++(open ? share.by_processor : share.by_device);
    }
    share.device_seconds = records.seconds;
    return lives;
}

bool flies_through_air(const Emitter& emitter) { return emitter.air.has_value(); }

} // namespace

class DeviceParticlesData {
  public:
    DeviceParticlesData(ParticleSystem shared, raster::Device& on, std::unique_ptr<DeviceSearch> by)
        : system(std::move(shared)), device(on), search(std::move(by)) {}

    /// What a search found, made into impacts.
    Impacts impacts_of(const DeviceRecords& records, double from, double to, const Context& context,
                       DeviceShare& share) const {
        const std::vector<KnownLife> lives = lives_of(records, share);
        Impacts impacts;
        particles::add_impacts(system.data(), lives, from, to, context, impacts);
        particles::add_impacts(system.data(), flies_through_air, from, to, context, impacts);
        particles::finish(impacts, context);
        return impacts;
    }

    ParticleSystem system;
    raster::Device& device;
    std::unique_ptr<DeviceSearch> search;
};

Expected<DeviceParticles> DeviceParticles::make(const ParticleSystem& system,
                                                raster::Device& device) {
    return no_throw([&]() -> Expected<DeviceParticles> {
        auto search = search_on(device, system.data());
        if (!search) {
            return search.error();
        }
        return DeviceParticles(
            std::make_shared<DeviceParticlesData>(system, device, std::move(*search)));
    });
}

Expected<DeviceImpacts> DeviceParticles::impacts(double from, double to, const Context& context) {
    return no_throw([&]() -> Expected<DeviceImpacts> {
        if (Status status = particles::check_times(from, to); !status) {
            return status.error();
        }
        DeviceImpacts result;
        if (!data_->search) {
            result.share.processor_alone = "the device is the processor";
            auto impacts = data_->system.impacts(from, to, context);
            if (!impacts) {
                return impacts.error();
            }
            result.impacts = std::move(*impacts);
            return result;
        }
        const auto records = data_->search->records(from, to);
        if (!records) {
            return records.error();
        }
        result.impacts = data_->impacts_of(*records, from, to, context, result.share);
        return result;
    });
}

Expected<DeviceMaps> DeviceParticles::impact_maps(double from, double to,
                                                  const ImpactMapOptions& options,
                                                  const Context& context) {
    return no_throw([&]() -> Expected<DeviceMaps> {
        if (Status status = particles::check_times(from, to); !status) {
            return status.error();
        }
        DeviceMaps result;
        if (!data_->search) {
            result.share.processor_alone = "the device is the processor";
            auto maps = impinge::impact_maps(data_->system, from, to, options, context);
            if (!maps) {
                return maps.error();
            }
            result.maps = std::move(*maps);
            return result;
        }
        auto maps = particles::empty_maps(data_->system.data(), options);
        if (!maps) {
            return maps.error();
        }
        const auto left = data_->search->draw(from, to, options.rule, *maps);
        if (!left) {
            return left.error();
        }
        result.maps = std::move(*maps);
        const Impacts impacts = data_->impacts_of(*left, from, to, context, result.share);
        const Status status = particles::add_to_maps(data_->system.data(), impacts.list, from, to,
                                                     options.rule, result.maps);
        if (!status) {
            return status.error();
        }
        result.maps.partial = impacts.partial;
        return result;
    });
}

} // namespace impinge::inline v0
