// SPDX-License-Identifier: Apache-2.0
#include "peeling/proof_queue.hpp"

#include "base/no_throw.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Who draws faster than is proved would only pile up frames.
constexpr std::size_t most_waiting = 2;

} // namespace

ProofQueue::~ProofQueue() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

void ProofQueue::push(FrameInFlight frame) {
    std::list<Entry> entry;
    const std::uint64_t number = frame.number;
    entry.push_back({std::move(frame), {number, PeeledPairs{}}});
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() < most_waiting; });
    waiting_.splice(waiting_.end(), entry);
    changed_.notify_all();
}

void ProofQueue::prove(Entry& entry) const {
    entry.answer.pairs = no_throw([&] {
        const FrameInFlight& frame = *entry.frame;
        const DrawnPair& drawn = frame.drawn;
        return prove_pair({device_, drawn.a, drawn.b, frame.options, frame.context}, drawn.seen,
                          drawn.report);
    });
    entry.frame.reset();
}

void ProofQueue::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
        if (stopping_) {
            return;
        }
        under_way_.splice(under_way_.end(), waiting_, waiting_.begin());
        changed_.notify_all();
        lock.unlock();
        prove(under_way_.front()); // nobody else touches it
        lock.lock();
        proved_.splice(proved_.end(), under_way_);
        changed_.notify_all();
    }
}

std::optional<PeeledFrame> ProofQueue::take_first() {
    if (proved_.empty()) {
        return std::nullopt;
    }
    std::optional<PeeledFrame> first(std::move(proved_.front().answer));
    proved_.pop_front();
    return first;
}

std::optional<PeeledFrame> ProofQueue::poll() {
    const std::lock_guard lock(mutex_);
    return take_first();
}

std::optional<PeeledFrame> ProofQueue::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return !proved_.empty() || (waiting_.empty() && under_way_.empty()); });
    return take_first();
}

std::size_t ProofQueue::in_flight() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() + under_way_.size() + proved_.size();
}

} // namespace impinge::inline v0::imagespace
