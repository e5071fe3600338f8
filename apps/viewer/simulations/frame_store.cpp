// SPDX-License-Identifier: Apache-2.0
#include "simulations/frame_store.hpp"

#include "base/no_throw.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace impinge::viewer {

FrameStore::FrameStore(MakeSource make, const FrameStoreOptions& options,
                       std::function<void()> wake)
    : make_(std::move(make)), options_(options), wake_(std::move(wake)), facts_(options.frames),
      context_(options.threads), thread_([this] { work(); }) {}

FrameStore::~FrameStore() {
    cancel();
    thread_.join();
}

void FrameStore::cancel() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        context_.cancel();
    }
    changed_.notify_one();
}

void FrameStore::want(std::size_t playhead) {
    {
        const std::lock_guard lock(mutex_);
        if (playhead_ == playhead) {
            return;
        }
        playhead_ = playhead;
    }
    changed_.notify_one();
}

std::shared_ptr<const SimulationFrame> FrameStore::find(std::size_t frame) const {
    const std::lock_guard lock(mutex_);
    const auto found = frames_.find(frame);
    return found == frames_.end() ? nullptr : found->second;
}

std::optional<Stage> FrameStore::stage() const {
    const std::lock_guard lock(mutex_);
    return stage_;
}

std::string FrameStore::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

FrameStore::Progress FrameStore::progress() const {
    const std::lock_guard lock(mutex_);
    return {frames_.size(), bytes_, making_ || (problem_.empty() && next_to_make())};
}

std::vector<bool> FrameStore::kept() const {
    const std::lock_guard lock(mutex_);
    std::vector<bool> out(options_.frames, false);
    for (const auto& entry : frames_) {
        out[entry.first] = true;
    }
    return out;
}

std::vector<float> FrameStore::history(std::size_t fact) const {
    const std::lock_guard lock(mutex_);
    std::vector<float> out(facts_.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (fact < facts_[i].size()) {
            out[i] = facts_[i][fact];
        }
    }
    return out;
}

/// The first that is missing from the playhead on, if there is room for one more. What the playhead
/// stands on is made even if there is none.
std::optional<std::size_t> FrameStore::next_to_make() const {
    std::size_t frame = playhead_;
    while (frame < options_.frames && frames_.contains(frame)) {
        ++frame;
    }
    if (frame == options_.frames) {
        return {};
    }
    std::size_t needed = largest_; // by those from the playhead to this one
    for (auto entry = frames_.lower_bound(playhead_);
         entry != frames_.end() && entry->first < frame; ++entry) {
        needed += entry->second->bytes();
    }
    return frame == playhead_ || needed <= options_.memory ? std::optional(frame) : std::nullopt;
}

/// Frames behind the playhead make room first, then those farthest ahead of this one.
void FrameStore::keep(std::size_t frame, std::shared_ptr<const SimulationFrame> made) {
    const std::size_t size = made->bytes();
    largest_ = std::max(largest_, size);
    while (bytes_ + size > options_.memory && !frames_.empty()) {
        const bool behind = frames_.begin()->first < std::min(playhead_, frame);
        const auto entry = behind ? frames_.begin() : std::prev(frames_.end());
        if (!behind && entry->first <= frame) {
            break;
        }
        bytes_ -= entry->second->bytes();
        frames_.erase(entry);
    }
    const auto [entry, is_new] = frames_.try_emplace(frame, std::move(made));
    bytes_ += is_new ? size : 0;
}

Status FrameStore::begin_anew() {
    source_.reset(); // before the next one takes its memory
    auto source = make_(context_);
    if (!source) {
        return source.error();
    }
    source_ = std::move(*source);
    next_ = 0;
    const std::lock_guard lock(mutex_);
    stage_ = source_->stage();
    return {};
}

Status FrameStore::make(std::size_t frame) {
    if (!source_ || (!source_->in_any_order() && next_ > frame)) {
        if (Status status = begin_anew(); !status) {
            return status;
        }
        wake_();
    }
    const std::size_t number = source_->in_any_order() ? frame : next_;
    auto made = source_->make(number, context_);
    if (!made) {
        return made.error();
    }
    if (*made == nullptr) {
        return {};
    }
    next_ = number + 1;
    const std::lock_guard lock(mutex_);
    std::vector<float>& facts = facts_[number];
    facts.clear();
    for (const FrameFact& fact : (*made)->facts) {
        facts.push_back(static_cast<float>(fact.value));
    }
    // Those that are passed on the way are kept while there is room for them.
    if (number == frame || bytes_ + (*made)->bytes() <= options_.memory) {
        keep(number, std::move(*made));
    }
    return {};
}

void FrameStore::work() {
    for (;;) {
        std::unique_lock lock(mutex_);
        making_ = false;
        changed_.wait(
            lock, [this] { return ending_ || (problem_.empty() && next_to_make().has_value()); });
        if (ending_) {
            return;
        }
        const std::size_t frame = *next_to_make();
        making_ = true;
        lock.unlock();
        if (const Status status = no_throw([&] { return make(frame); }); !status) {
            const std::lock_guard guard(mutex_);
            problem_ = status.error().message;
        }
        wake_();
    }
}

} // namespace impinge::viewer
