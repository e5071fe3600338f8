// SPDX-License-Identifier: Apache-2.0
//
// Each frame has poses and an answer of its own; lists are shared, since frames follow each other
// on the device. Poses of the processor are written into memory that both see and copied by the
// device, so that nobody waits.
#include "gpu/opengl/gl_swarm_engine.hpp"

#include "base/parallel.hpp"
#include "gpu/opengl/fence.hpp"
#include "gpu/opengl/shared_memory.hpp"
#include "gpu/opengl/swarm_stages.hpp"

#include <algorithm>
#include <cstring>

namespace impinge::inline v0::gpu::opengl::swarm {
namespace {

static_assert(sizeof(Rigid) == 13 * sizeof(double), "the device reads thirteen numbers");

/// A frame under way, and what is its own.
struct Slot {
    Buffer uniforms;
    Buffer poses;
    SharedMemory upload;
    SharedMemory answer;
    SwarmRoom room; ///< that lists had
    SwarmTimer timer;
    Fence fence;
    unsigned repeats = 0;
};

class GlSwarmEngine final : public SwarmEngine {
  public:
    GlSwarmEngine(std::shared_ptr<GlRoom> room, const SwarmOptions& options)
        : room_(std::move(room)), options_(options), slots_(options.frames_in_flight) {}
    ~GlSwarmEngine() override {
        room_->release([&] {
            slots_.clear();
            lists_ = {};
            bodies_ = {};
        });
    }
    GlSwarmEngine(const GlSwarmEngine&) = delete;
    GlSwarmEngine& operator=(const GlSwarmEngine&) = delete;
    GlSwarmEngine(GlSwarmEngine&&) = delete;
    GlSwarmEngine& operator=(GlSwarmEngine&&) = delete;

    Status open();
    Status set_bodies(std::span<const Polytope> shapes,
                      std::span<const std::uint32_t> shape_of) override;
    Status set_motions(const MotionNumbers& motions) override;
    [[nodiscard]] std::size_t slots() const override { return slots_.size(); }
    Status start(std::size_t index, std::span<const Rigid> poses, const Context& context) override;
    Status start_moving(std::size_t index) override;
    Status start_from_buffer(std::size_t index, unsigned buffer, std::size_t offset_bytes) override;
    Expected<RawSwarm> finish(std::size_t index) override;
    Expected<std::vector<Rigid>> poses(std::size_t index) override;

    void set_in_application() { in_application_ = true; }

  private:
    [[nodiscard]] std::size_t pose_bytes() const { return sizeof(Rigid) * bodies_.count; }
    [[nodiscard]] bool times() const { return options_.timing != Timing::None; }
    Status make_slots();
    Status fit(Slot& slot);
    Status run(Slot& slot, const std::function<void(const SwarmFrameBuffers&)>& make_poses);
    /// Whether all of it was there to be read.
    Expected<bool> read(const Slot& slot, RawSwarm& raw);
    void read_pairs(const Slot& slot, std::size_t results, RawSwarm& raw) const;
    static void read_doubtful(const std::uint32_t* from, std::size_t count, RawSwarm& raw);

    std::shared_ptr<GlRoom> room_;
    SwarmOptions options_;
    SwarmPrograms programs_{};
    SwarmBuffers bodies_;
    SwarmLists lists_;
    Box3 walls_{};
    std::vector<Slot> slots_;
    bool in_application_ = false;
};

Status GlSwarmEngine::open() {
    return room_->run([&]() -> Status {
        const auto programs = swarm_programs(*room_);
        if (!programs) {
            return programs.error();
        }
        programs_ = *programs;
        return {};
    });
}

Status GlSwarmEngine::make_slots() {
    for (Slot& slot : slots_) {
        slot = {};
        Status status = allocate(slot.uniforms, sizeof(SwarmWords), GL_DYNAMIC_STORAGE_BIT,
                                 "the numbers of a frame");
        status = status ? allocate(slot.poses, pose_bytes(), 0, "poses") : status;
        if (!status) {
            return status;
        }
        if (times()) {
            slot.timer = SwarmTimer::make();
        }
    }
    return {};
}

Status GlSwarmEngine::set_bodies(std::span<const Polytope> shapes,
                                 std::span<const std::uint32_t> shape_of) {
    if (shape_of.empty()) {
        bodies_.count = 0;
        return {};
    }
    return room_->run([&]() -> Status {
        Status status = make_swarm_buffers(bodies_, shapes, shape_of);
        status = status ? make_slots() : status;
        if (!status) {
            return status;
        }
        const auto count = static_cast<std::uint32_t>(
            options_.first_room > 0 ? std::min<std::size_t>(options_.first_room, most_bodies)
                                    : shape_of.size());
        return fit_swarm_lists(lists_, options_.first_room > 0
                                           ? SwarmRoom{count, count, count, count}
                                           : SwarmRoom{2 * count, count, count, count / 16});
    });
}

Status GlSwarmEngine::set_motions(const MotionNumbers& motions) {
    walls_ = motions.walls;
    return room_->run([&]() -> Status {
        const std::size_t bytes = sizeof(double) * motions.of_bodies.size();
        if (Status status = allocate(bodies_.motions, bytes, GL_DYNAMIC_STORAGE_BIT, "motions");
            !status) {
            return status;
        }
        glNamedBufferSubData(bodies_.motions.get(), 0, static_cast<GLsizeiptr>(bytes),
                             motions.of_bodies.data());
        return {};
    });
}

/// What depends on how long lists are.
Status GlSwarmEngine::fit(Slot& slot) {
    const std::size_t words = swarm_head + bodies_.groups / swarm_block +
                              std::size_t{2} * lists_.room.results +
                              words_of_doubtful * lists_.room.doubtful;
    if (slot.answer.bytes() < word_bytes * words) {
        if (Status status = slot.answer.make(word_bytes * words, GL_MAP_READ_BIT, "the answer");
            !status) {
            return status;
        }
    }
    slot.room = lists_.room;
    const SwarmWords numbers = swarm_words(bodies_, slot.room, walls_, room_->chip());
    glNamedBufferSubData(slot.uniforms.get(), 0, sizeof numbers, numbers.data());
    return {};
}

Status GlSwarmEngine::run(Slot& slot,
                          const std::function<void(const SwarmFrameBuffers&)>& make_poses) {
    if (Status status = fit(slot); !status) {
        return status;
    }
    const SwarmFrameBuffers frame{.bodies = bodies_,
                                  .lists = lists_,
                                  .uniforms = slot.uniforms,
                                  .poses = slot.poses,
                                  .answer = slot.answer.buffer(),
                                  .timer = times() ? &slot.timer : nullptr,
                                  .timing = options_.timing};
    run_swarm_stages(programs_, frame, [&] { make_poses(frame); });
    glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
    slot.fence = Fence(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    glFlush();
    return {};
}

Status GlSwarmEngine::start(std::size_t index, std::span<const Rigid> poses,
                            const Context& context) {
    return room_->run([&]() -> Status {
        Slot& slot = slots_[index];
        slot.repeats = 0;
        if (slot.upload.bytes() < pose_bytes()) {
            if (Status status = slot.upload.make(pose_bytes(), GL_MAP_WRITE_BIT, "poses");
                !status) {
                return status;
            }
        }
        constexpr std::size_t poses_per_chunk = 8192;
        for_each_chunk(
            Context(context.threads()), poses.size(), poses_per_chunk, [&](const Chunk& chunk) {
                std::memcpy(slot.upload.as<Rigid>() + chunk.begin, poses.data() + chunk.begin,
                            sizeof(Rigid) * (chunk.end - chunk.begin));
            });
        return run(slot, [&](const SwarmFrameBuffers& frame) {
            glCopyNamedBufferSubData(slot.upload.buffer().get(), frame.poses.get(), 0, 0,
                                     static_cast<GLsizeiptr>(pose_bytes()));
        });
    });
}

Status GlSwarmEngine::start_moving(std::size_t index) {
    return room_->run([&]() -> Status {
        slots_[index].repeats = 0;
        return run(slots_[index],
                   [&](const SwarmFrameBuffers& frame) { run_swarm_motion(programs_, frame); });
    });
}

Status GlSwarmEngine::start_from_buffer(std::size_t index, unsigned buffer,
                                        std::size_t offset_bytes) {
    if (!in_application_) {
        return Error{ErrorCode::InvalidArgument,
                     "opengl: buffers of an application are known in its own context alone: make "
                     "the swarm there"};
    }
    return room_->run([&]() -> Status {
        GLint64 bytes = 0;
        if (glIsBuffer(buffer) == GL_TRUE) {
            glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
        }
        const auto there = static_cast<std::size_t>(bytes);
        if (offset_bytes > there || there - offset_bytes < pose_bytes()) {
            return Error{ErrorCode::InvalidArgument,
                         "opengl: the buffer does not hold a pose for each body"};
        }
        slots_[index].repeats = 0;
        return run(slots_[index], [&](const SwarmFrameBuffers& frame) {
            glCopyNamedBufferSubData(buffer, frame.poses.get(), static_cast<GLintptr>(offset_bytes),
                                     0, static_cast<GLsizeiptr>(pose_bytes()));
        });
    });
}

void GlSwarmEngine::read_pairs(const Slot& slot, std::size_t results, RawSwarm& raw) const {
    const auto* const words = slot.answer.as<const std::uint32_t>();
    const std::size_t blocks = bodies_.groups / swarm_block;
    raw.words = {words + swarm_head + blocks, 2 * results};
    raw.blocks.resize(blocks);
    std::vector<std::pair<std::size_t, std::size_t>> first(blocks); // in memory, with its block
    for (std::size_t i = 0; i < blocks; ++i) {
        raw.blocks[i].first = words[swarm_head + i];
        first[i] = {raw.blocks[i].first, i};
    }
    // Of blocks that begin together all but one are empty, and which it is their bodies tell.
    std::sort(first.begin(), first.end());
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::size_t end = i + 1 < blocks ? first[i + 1].first : results;
        if (first[i].first == end) {
            continue;
        }
        const std::size_t block = raw.words[2 * first[i].first] / swarm_block;
        raw.blocks[block] = {first[i].first, end - first[i].first};
    }
}

void GlSwarmEngine::read_doubtful(const std::uint32_t* from, std::size_t count, RawSwarm& raw) {
    raw.doubtful.resize(count);
    for (DoubtfulBodies& pair : raw.doubtful) {
        pair.a = from[0];
        pair.b = from[1];
        std::memcpy(static_cast<void*>(&pair.pose_a), from + 2, sizeof(Rigid));
        std::memcpy(static_cast<void*>(&pair.pose_b), from + 2 + sizeof(Rigid) / word_bytes,
                    sizeof(Rigid));
        from += words_of_doubtful;
    }
}

Expected<bool> GlSwarmEngine::read(const Slot& slot, RawSwarm& raw) {
    const auto* const words = slot.answer.as<const std::uint32_t>();
    raw.beyond_numbers = words[swarm_beyond] != 0;
    if (raw.beyond_numbers) {
        return true;
    }
    if (words[swarm_uncountable] != 0) {
        return Error{ErrorCode::OutOfMemory,
                     "opengl: more pairs of boxes overlap than the device can count"};
    }
    const SwarmRoom needed{words[swarm_candidates_word], words[swarm_searches_word],
                           words[swarm_results_word], words[swarm_doubtful_word]};
    if (Status status = fit_swarm_lists(lists_, needed); !status) {
        return status.error();
    }
    if (!slot.room.holds(needed)) {
        return false;
    }
    const std::size_t blocks = bodies_.groups / swarm_block;
    read_pairs(slot, needed.results, raw);
    read_doubtful(words + swarm_head + blocks + std::size_t{2} * slot.room.results, needed.doubtful,
                  raw);
    raw.report.candidates = needed.candidates;
    raw.report.searched = needed.searches;
    raw.report.doubtful = needed.doubtful;
    raw.report.bytes_returned =
        word_bytes * (swarm_head + blocks + std::size_t{2} * needed.results +
                      words_of_doubtful * std::size_t{needed.doubtful});
    return true;
}

Expected<RawSwarm> GlSwarmEngine::finish(std::size_t index) {
    Slot& slot = slots_[index];
    RawSwarm raw;
    const Status status = room_->run([&]() -> Status {
        for (;;) {
            if (Status waited = slot.fence.wait(); !waited) {
                return waited;
            }
            const auto complete = read(slot, raw);
            if (!complete) {
                return complete.error();
            }
            if (*complete) {
                break;
            }
            ++slot.repeats;
            if (Status again = run(slot, [](const SwarmFrameBuffers&) {}); !again) {
                return again;
            }
        }
        if (times()) {
            raw.report.device = read_swarm_timer(slot.timer, options_.timing);
        }
        return {};
    });
    raw.report.repeats = slot.repeats;
    return status ? Expected(std::move(raw)) : status.error();
}

Expected<std::vector<Rigid>> GlSwarmEngine::poses(std::size_t index) {
    std::vector<Rigid> all(bodies_.count);
    const Status status = room_->run([&]() -> Status {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        glGetNamedBufferSubData(slots_[index].poses.get(), 0, static_cast<GLsizeiptr>(pose_bytes()),
                                all.data());
        return {};
    });
    return status ? Expected(std::move(all)) : status.error();
}

} // namespace

} // namespace impinge::inline v0::gpu::opengl::swarm

namespace impinge::inline v0::gpu::opengl {

namespace {

Expected<std::unique_ptr<SwarmEngine>> opened(std::unique_ptr<swarm::GlSwarmEngine> engine) {
    const Status status = engine->open();
    return status ? Expected<std::unique_ptr<SwarmEngine>>(std::move(engine)) : status.error();
}

} // namespace

Expected<std::unique_ptr<SwarmEngine>> make_swarm_engine(raster::Device& device,
                                                         const SwarmOptions& options) {
    auto* gl = dynamic_cast<raster::opengl::GlDevice*>(&device);
    if (gl == nullptr) {
        return Error{ErrorCode::Unsupported,
                     "the software device has no compute stages: ask a World, or a device of "
                     "OpenGL"};
    }
    return opened(std::make_unique<swarm::GlSwarmEngine>(room_of(*gl), options));
}

Expected<std::unique_ptr<SwarmEngine>>
make_swarm_engine_in_current_context(const SwarmOptions& options) {
    auto room = room_of_current_context();
    if (!room) {
        return room.error();
    }
    auto engine = std::make_unique<swarm::GlSwarmEngine>(std::move(*room), options);
    engine->set_in_application();
    return opened(std::move(engine));
}

} // namespace impinge::inline v0::gpu::opengl
