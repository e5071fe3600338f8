// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/gl_pair_engine.hpp"

#include "gpu/opengl/fence.hpp"
#include "gpu/opengl/frame_answer.hpp"
#include "gpu/opengl/frame_stages.hpp"
#include "gpu/opengl/shared_memory.hpp"
#include "gpu/opengl/side_buffers.hpp"
#include "gpu/opengl/state_words.hpp"

#include <algorithm>
#include <string>

namespace impinge::inline v0::gpu::opengl {
namespace {

/// A frame under way, and what is its own.
struct Slot {
    FrameRequest request;
    FrameShape shape;
    Buffer uniforms;
    SharedMemory answer;
    StageTimer timer;
    Fence fence;
    unsigned repeats = 0;
    unsigned dispatches = 0;    ///< of the last time it was done
    std::optional<Error> fault; ///< why it could not be done again

    [[nodiscard]] FrameAnswer read() const {
        return {answer.as<const std::uint32_t>(), shape.room};
    }
};

class GlPairEngine final : public PairEngine {
  public:
    GlPairEngine(std::shared_ptr<GlRoom> room, const SessionOptions& options)
        : room_(std::move(room)), options_(options) {}
    ~GlPairEngine() override {
        room_->release([&] {
            slots_.clear();
            lists_.reset();
            sides_ = {};
        });
    }
    GlPairEngine(const GlPairEngine&) = delete;
    GlPairEngine& operator=(const GlPairEngine&) = delete;
    GlPairEngine(GlPairEngine&&) = delete;
    GlPairEngine& operator=(GlPairEngine&&) = delete;

    Status open();

    Expected<SharedDeviceMesh> upload(const MeshView& mesh) override {
        return made([&] { return upload_mesh(room_, spare_, mesh); });
    }
    Expected<SharedDeviceMesh> attach(const BufferMesh& mesh) override {
        if (!in_application_) {
            return Error{ErrorCode::InvalidArgument,
                         "opengl: buffers of an application are known in its own context alone: "
                         "make the session there"};
        }
        return made([&] { return attach_mesh(mesh); });
    }
    Expected<SharedDeviceMesh> with_positions(const SharedDeviceMesh& old,
                                              const MeshView& mesh) override {
        return made([&] { return upload_positions(room_, spare_, gl(*old), mesh); });
    }
    Expected<std::vector<Vec3d>> positions_of(const DeviceMesh& mesh) override {
        std::vector<Vec3d> positions;
        const Status status = room_->run([&]() -> Status {
            positions = read_positions(gl(mesh));
            return {};
        });
        return status ? Expected(std::move(positions)) : status.error();
    }
    Expected<std::vector<TriangleIndices>> triangles_of(const DeviceMesh& mesh) override {
        std::vector<TriangleIndices> triangles;
        const Status status = room_->run([&]() -> Status {
            triangles = read_triangles(gl(mesh));
            return {};
        });
        return status ? Expected(std::move(triangles)) : status.error();
    }

    [[nodiscard]] std::size_t slots() const override { return slots_.size(); }
    Status start(std::size_t index, const FrameRequest& request) override;
    Expected<bool> is_done(std::size_t index) override;
    Expected<RawPairs> finish(std::size_t index) override;

    void set_in_application() { in_application_ = true; }

  private:
    static const GlMesh& gl(const DeviceMesh& mesh) { return static_cast<const GlMesh&>(mesh); }

    template <typename Make> Expected<SharedDeviceMesh> made(Make make) {
        Expected<std::shared_ptr<GlMesh>> mesh = std::shared_ptr<GlMesh>();
        const Status status = room_->run([&]() -> Status {
            mesh = make();
            return mesh ? Status() : Status(mesh.error());
        });
        return status ? Expected<SharedDeviceMesh>(std::move(*mesh)) : status.error();
    }

    [[nodiscard]] bool times() const { return options_.timing != Timing::None; }
    Status run(Slot& slot);
    Status bring_lists();
    /// Lists too long for the memory would be so in every frame to come: the next makes new ones.
    void forget_lists_after(const Status& status);
    /// What depends on bodies: their programs, meshes and words.
    Expected<const StagePrograms*> programs_for(FrameKind kind);
    Status bring_bodies(const FrameRequest& request);
    Status tell_bodies(const FrameRequest& request);
    [[nodiscard]] SideBuffers& side_a(const FrameRequest& request) {
        return request.among == Among::OneSide ? sides_[2] : sides_[0];
    }
    [[nodiscard]] SideBuffers& side_b(const FrameRequest& request) {
        return request.one_side() ? side_a(request) : sides_[1];
    }
    Status fit_answer(Slot& slot) const;
    /// Of a frame that the device is done with: whether lists were long enough. They are now; if
    /// they were not, it is under way again.
    Expected<bool> is_complete(Slot& slot);

    std::shared_ptr<GlRoom> room_;
    SessionOptions options_;
    Reals reals_ = Reals::Doubles;
    std::array<std::optional<StagePrograms>, frame_kinds> programs_;
    SparePositions spare_;
    std::optional<FrameLists> lists_;
    /// Of lists A and B, and of those that are asked about themselves: kept apart, as a program may
    /// ask for both in turn.
    std::array<SideBuffers, 3> sides_;
    std::vector<Slot> slots_;
    bool in_application_ = false;
};

Status GlPairEngine::open() {
    return room_->run([&]() -> Status {
        // OpenGL 4.5 has doubles, fast or not.
        reals_ = options_.reals == Reals::Floats ? Reals::Floats : Reals::Doubles;
        if (const auto programs = programs_for(FrameKind::OfTwo); !programs) {
            return programs.error();
        }
        if (Status status = bring_lists(); !status) {
            return status;
        }
        slots_.resize(options_.frames_in_flight);
        for (Slot& slot : slots_) {
            if (Status status = allocate(slot.uniforms, sizeof(FrameWords), GL_DYNAMIC_STORAGE_BIT,
                                         "the numbers of a frame");
                !status) {
                return status;
            }
            if (times()) {
                slot.timer = StageTimer::make();
            }
        }
        return {};
    });
}

Status GlPairEngine::bring_lists() {
    if (lists_) {
        return {};
    }
    FrameLists lists;
    Status status = make_lists(lists);
    if (status) {
        lists_ = std::move(lists);
    }
    return status;
}

void GlPairEngine::forget_lists_after(const Status& status) {
    if (!status && status.error().code == ErrorCode::OutOfMemory) {
        room_->release([&] { lists_.reset(); });
    }
}

Status GlPairEngine::fit_answer(Slot& slot) const {
    const std::size_t bytes = word_bytes * answer_words(lists_->room);
    return slot.answer.bytes() >= bytes ? Status()
                                        : slot.answer.make(bytes, GL_MAP_READ_BIT, "the answer");
}

Expected<const StagePrograms*> GlPairEngine::programs_for(FrameKind kind) {
    auto& programs = programs_[static_cast<std::size_t>(kind)];
    if (!programs) {
        const auto made = stage_programs(*room_, reals_, kind);
        if (!made) {
            return made.error();
        }
        programs = *made;
    }
    return &*programs;
}

Status GlPairEngine::bring_bodies(const FrameRequest& request) {
    Status status = side_a(request).bring(room_, request.a);
    if (status && !request.one_side()) {
        status = side_b(request).bring(room_, request.b);
    }
    return status;
}

Status GlPairEngine::tell_bodies(const FrameRequest& request) {
    if (!is_of_many(request)) {
        return {};
    }
    const auto words = words_of_bodies(request, side_a(request).places(), side_b(request).places());
    if (Status status = fit_words_of_bodies(*lists_, words.size()); !status) {
        return status;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the frame before has cleared this state
    glNamedBufferSubData(lists_->states[lists_->current].get(), word_bytes * bodies_place,
                         static_cast<GLsizeiptr>(word_bytes * words.size()), words.data());
    return request.among == Among::OneSide ? fit_body_image(*lists_) : Status();
}

Status GlPairEngine::run(Slot& slot) {
    if (in_application_) { // whose shaders may have written positions
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    }
    const FrameRequest& request = slot.request;
    const auto programs = programs_for(kind_of(request));
    if (!programs) {
        return programs.error();
    }
    Status status = bring_lists();
    status = status ? bring_bodies(request) : status;
    if (!status) {
        return status;
    }
    const GlMesh& a = side_a(request).mesh();
    const GlMesh& b = side_b(request).mesh();
    status = fit_lists(*lists_, a, b, options_.first_room);
    status = status ? fit_answer(slot) : status;
    status = status ? tell_bodies(request) : status;
    if (!status) {
        return status;
    }
    const FrameBuffers frame{.lists = *lists_,
                             .a = a,
                             .b = b,
                             .uniforms = slot.uniforms,
                             .answer = slot.answer.buffer(),
                             .among = request.among,
                             .in_doubles = reals_ == Reals::Doubles,
                             .timer = times() ? &slot.timer : nullptr,
                             .timing = options_.timing,
                             .chip = room_->chip()};
    slot.shape = frame_shape(frame);
    const FrameWords words = frame_words(request, slot.shape);
    glNamedBufferSubData(slot.uniforms.get(), 0, sizeof words, words.data());
    slot.dispatches = run_stages(**programs, frame, slot.shape);
    lists_->current = 1 - lists_->current;
    glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
    slot.fence = Fence(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    glFlush();
    return {};
}

Status GlPairEngine::start(std::size_t index, const FrameRequest& request) {
    Status status = room_->run([&]() -> Status {
        Slot& slot = slots_[index];
        slot.request = request;
        slot.repeats = 0;
        slot.fault.reset();
        return run(slot);
    });
    forget_lists_after(status);
    return status;
}

Expected<bool> GlPairEngine::is_done(std::size_t index) {
    Expected<bool> done = false;
    const Status status = room_->run([&]() -> Status {
        Slot& slot = slots_[index];
        done = slot.fence.passed(0);
        if (done && *done && !slot.fault) {
            done = is_complete(slot);
            if (!done) { // which finish() will say, as what is to be read may be gone
                slot.fault = done.error();
            }
        }
        return done ? Status() : Status(done.error());
    });
    return status ? done : status.error();
}

Expected<bool> GlPairEngine::is_complete(Slot& slot) {
    const FrameAnswer answer = slot.read();
    if (answer.is_beyond_numbers()) {
        return true; // there is nothing else to read
    }
    if (answer.is_uncountable()) {
        return Error{ErrorCode::OutOfMemory,
                     "opengl: more pairs of boxes overlap than the device can count"};
    }
    if (Status ready = bring_lists(); !ready) { // a frame before may have been too large
        return ready.error();
    }
    const bool complete = answer.is_complete();
    if (const auto longer = lengthen_lists(*lists_, answer.needs()); !longer) {
        return longer.error();
    }
    if (complete) {
        return true;
    }
    ++slot.repeats;
    Status again = run(slot);
    return again ? Expected(false) : again.error();
}

Expected<RawPairs> GlPairEngine::finish(std::size_t index) {
    Slot& slot = slots_[index];
    RawPairs pairs;
    const Status status = room_->run([&]() -> Status {
        for (Expected<bool> complete = false; !*complete;) {
            if (slot.fault) {
                return *slot.fault;
            }
            if (Status waited = slot.fence.wait(); !waited) {
                return waited;
            }
            complete = is_complete(slot);
            if (!complete) {
                return complete.error();
            }
        }
        pairs = slot.read().read(slot.request);
        return {};
    });
    forget_lists_after(status);
    if (status && times()) {
        const Status timed = room_->run([&]() -> Status {
            pairs.report.device = read_timer(slot.timer, options_.timing);
            return {};
        });
        if (!timed) {
            return timed.error();
        }
    }
    slot.request = {};
    pairs.report.repeats = slot.repeats;
    pairs.report.dispatches = slot.dispatches;
    pairs.report.in_doubles = reals_ == Reals::Doubles;
    return status ? Expected(std::move(pairs)) : status.error();
}

Expected<std::unique_ptr<PairEngine>> opened(std::unique_ptr<GlPairEngine> engine) {
    const Status status = engine->open();
    return status ? Expected<std::unique_ptr<PairEngine>>(std::move(engine)) : status.error();
}

} // namespace

Expected<std::unique_ptr<PairEngine>> make_engine(raster::Device& device,
                                                  const SessionOptions& options) {
    auto* gl = dynamic_cast<raster::opengl::GlDevice*>(&device);
    if (gl == nullptr) {
        return Error{ErrorCode::Unsupported,
                     "the software device has no compute stages: ask the exact engine itself, or a "
                     "device of OpenGL"};
    }
    return opened(std::make_unique<GlPairEngine>(room_of(*gl), options));
}

Expected<std::unique_ptr<PairEngine>>
make_engine_in_current_context(const SessionOptions& options) {
    auto room = room_of_current_context();
    if (!room) {
        return room.error();
    }
    auto engine = std::make_unique<GlPairEngine>(std::move(*room), options);
    engine->set_in_application();
    return opened(std::move(engine));
}

} // namespace impinge::inline v0::gpu::opengl
