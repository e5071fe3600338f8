// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "gpu/proof.hpp"
#include "gpu/session_state.hpp"

namespace impinge::inline v0::gpu {

FrameQueue::FrameQueue(PairEngine& engine) : engine_(engine) {
    for (std::size_t slot = 0; slot < engine.slots(); ++slot) {
        free_slots_.push_back(slot);
    }
}

Expected<MeetingPairs> FrameQueue::finish(std::optional<std::size_t> slot,
                                          const FrameRequest& request, const Context& context) {
    RawPairs raw;
    if (slot) {
        free_slots_.push_back(*slot); // whatever comes of it
        auto found = engine_.finish(*slot);
        if (!found) {
            return found.error();
        }
        if (found->beyond_numbers) {
            return pairs_by_processor(engine_, request, context);
        }
        raw = std::move(*found);
    }
    return proved_pairs(std::move(raw), request, context);
}

Frame FrameQueue::take_oldest(const Context& context) {
    const Flight flight = std::move(flights_.front());
    flights_.pop_front();
    return {flight.number, no_throw([&] { return finish(flight.slot, flight.request, context); })};
}

Expected<std::uint64_t> FrameQueue::push(FrameRequest request) {
    Flight flight{.number = next_, .slot = {}, .request = std::move(request)};
    if (!flight.request.is_empty()) {
        // The last slot is for answer().
        while (free_slots_.size() <= 1) {
            done_.push_back(take_oldest({}));
        }
        flight.slot = free_slots_.back();
        if (Status status = engine_.start(*flight.slot, flight.request); !status) {
            return status.error();
        }
        free_slots_.pop_back();
    }
    flights_.push_back(std::move(flight));
    return next_++;
}

std::optional<Frame> FrameQueue::poll(const Context& context) {
    if (!done_.empty() || flights_.empty()) {
        return done_.empty() ? std::nullopt : wait(context);
    }
    const Flight& oldest = flights_.front();
    if (oldest.slot) {
        const auto done = no_throw([&] { return engine_.is_done(*oldest.slot); });
        if (done && !*done) {
            return std::nullopt;
        }
    }
    return take_oldest(context); // if the device is lost, this says so
}

std::optional<Frame> FrameQueue::wait(const Context& context) {
    if (!done_.empty()) {
        Frame frame = std::move(done_.front());
        done_.pop_front();
        return frame;
    }
    return flights_.empty() ? std::nullopt : std::optional(take_oldest(context));
}

Expected<MeetingPairs> FrameQueue::answer(const FrameRequest& request, const Context& context) {
    if (request.is_empty()) {
        return finish({}, request, context);
    }
    const std::size_t slot = free_slots_.back();
    if (Status status = engine_.start(slot, request); !status) {
        return status.error();
    }
    free_slots_.pop_back();
    return finish(slot, request, context);
}

} // namespace impinge::inline v0::gpu
