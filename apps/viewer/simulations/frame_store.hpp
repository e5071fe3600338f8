// SPDX-License-Identifier: Apache-2.0
//
// Frames that a thread makes ahead of the playhead and keeps within a limit of memory. The window
// says where the playhead is and looks at what is there; neither waits. Those that lie farthest
// behind the playhead make room; what was dropped is made again when the playhead goes back there,
// the same as before.
#pragma once

#include "simulations/frame_source.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace impinge::viewer {

struct FrameStoreOptions {
    std::size_t frames = 1;
    /// Bytes of frames that are kept; one frame more may be.
    std::size_t memory = std::size_t{512} << 20U;
    unsigned threads = 1;
};

class FrameStore {
  public:
    /// `wake` is called from the thread when there is something new.
    FrameStore(MakeSource make, const FrameStoreOptions& options, std::function<void()> wake);
    /// Cancels what is being made.
    ~FrameStore();
    FrameStore(const FrameStore&) = delete;
    FrameStore& operator=(const FrameStore&) = delete;
    FrameStore(FrameStore&&) = delete;
    FrameStore& operator=(FrameStore&&) = delete;

    // All of these return at once.
    /// Nothing more is made.
    void cancel();
    void want(std::size_t playhead);
    [[nodiscard]] std::shared_ptr<const SimulationFrame> find(std::size_t frame) const;
    /// Once the source has been made.
    [[nodiscard]] std::optional<Stage> stage() const;
    /// In words; there will be no more frames then.
    [[nodiscard]] std::string problem() const;

    struct Progress {
        std::size_t kept = 0;
        std::size_t bytes = 0;
        bool busy = false; ///< something is being made, or about to be
    };
    [[nodiscard]] Progress progress() const;
    /// By frame: whether it is kept.
    [[nodiscard]] std::vector<bool> kept() const;
    /// By frame: a fact of it, of all that were made, kept or not; NaN of others.
    [[nodiscard]] std::vector<float> history(std::size_t fact) const;

  private:
    void work();
    /// Makes it, or one on the way to it, and if need be the source. Without the lock.
    Status make(std::size_t frame);
    Status begin_anew();
    [[nodiscard]] std::optional<std::size_t> next_to_make() const;
    void keep(std::size_t frame, std::shared_ptr<const SimulationFrame> made);

    const MakeSource make_;
    const FrameStoreOptions options_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::size_t, std::shared_ptr<const SimulationFrame>> frames_;
    std::vector<std::vector<float>> facts_; ///< by frame; empty if it was never made
    std::size_t bytes_ = 0;
    std::size_t largest_ = 0; ///< of all frames so far, in bytes
    std::size_t playhead_ = 0;
    std::optional<Stage> stage_;
    std::string problem_;
    bool making_ = false;
    bool ending_ = false;
    Context context_;
    // Of the thread alone:
    std::unique_ptr<FrameSource> source_;
    std::size_t next_ = 0; ///< of a source that makes one after the other
    std::thread thread_;   ///< last: it begins once all else is there
};

} // namespace impinge::viewer
