// SPDX-License-Identifier: Apache-2.0
#include "scenes/bumpers/edge_ray_contacts.hpp"

#include "base/stopwatch.hpp"

#include <algorithm>

namespace impinge::scenes {

Expected<std::shared_ptr<EdgeRayContacts>> EdgeRayContacts::open(const EdgeRayChoice& choice,
                                                                 const Context& context) {
    auto device = raster::make_device(choice.device, {}, context);
    if (!device) {
        return device.error();
    }
    return std::shared_ptr<EdgeRayContacts>(
        new EdgeRayContacts(std::move(*device), choice.resolution));
}

Expected<FrameContacts> EdgeRayContacts::find(std::span<const Body> bodies,
                                              const PairMatters& matters, const Context& context) {
    Stopwatch watch;
    if (!session_) {
        auto session = imagespace::EdgeRaySession::create(
            *device_, bodies,
            {.resolution = resolution_, .localisation = imagespace::Localisation::Crossings},
            context);
        if (!session) {
            return session.error();
        }
        session_ = std::move(*session);
    }
    std::vector<Rigid> poses;
    std::ranges::transform(bodies, std::back_inserter(poses), &Body::pose);
    const auto rays = session_->query(poses, context);
    auto found = rays ? imagespace::edge_contacts(bodies, *rays, context) : rays.error();
    if (!found) {
        return found.error();
    }
    contacts_ = std::move(*found);
    std::erase_if(contacts_.contacts,
                  [&](const auto& contact) { return !matters(contact.a, contact.b); });
    pixel_size_ = std::max(pixel_size_, rays->pixel_size);
    FrameContacts contacts;
    contacts.candidates = rays->pairs.size();
    contacts.partial = rays->partial || contacts_.partial;
    for (const imagespace::EdgeContact& contact : contacts_.contacts) {
        if (contacts.bodies.empty() || contacts.bodies.back().a != contact.a ||
            contacts.bodies.back().b != contact.b) {
            contacts.bodies.push_back({contact.a, contact.b, Verdict::Crossing, {}});
        }
        std::vector<TrianglePair>& pairs = contacts.bodies.back().pairs;
        pairs.insert(pairs.end(), contact.pairs.begin(), contact.pairs.end());
    }
    for (BodyContacts& pair : contacts.bodies) {
        std::ranges::sort(pair.pairs);
        pair.pairs.erase(std::unique(pair.pairs.begin(), pair.pairs.end()), pair.pairs.end());
    }
    contacts.milliseconds = watch.lap();
    return contacts;
}

} // namespace impinge::scenes
