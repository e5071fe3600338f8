// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu/gpu_machine.hpp"

#include "base/random.hpp"
#include "bench/timed.hpp"
#include "raster/opengl/gl_device.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace impinge::bench {
namespace {

using raster::opengl::Buffer;
using raster::opengl::Program;

constexpr std::size_t group_size = 256;
constexpr std::size_t reads = 96 << 20;   ///< bytes
constexpr std::size_t places = 1 << 20;   ///< of 8 bytes
constexpr std::size_t visits = 6'000'000; ///< as many corners as two million triangles have
constexpr int repeats = 31;

constexpr const char* head = R"(
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Visits { uint at[]; };
layout(std430, binding = 3) writeonly buffer Out { uint result[]; };
uint i = gl_GlobalInvocationID.x;
)";
constexpr const char* nothing = R"(
void main() {
    if (at[0] == 0xFFFFFFFFu) {
        result[0] = i;
    }
}
)";
constexpr const char* read = R"(
layout(std430, binding = 1) readonly buffer Words { uvec4 words[]; };
void main() {
    uint step = gl_NumWorkGroups.x * 256u;
    uvec4 sum = words[i] ^ words[i + step] ^ words[i + 2u * step] ^ words[i + 3u * step];
    if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 0x12345u) {
        result[0] = i;
    }
}
)";
constexpr const char* gather = R"(
layout(std430, binding = 1) readonly buffer Places { uvec2 place[]; };
void main() {
    if (i < at.length()) {
        uvec2 words = place[at[i]];
        if ((words.x ^ words.y) == 0x12345u) {
            result[0] = i;
        }
    }
}
)";
constexpr const char* add = R"(
layout(std430, binding = 2) buffer Sums { uint sums[]; };
void main() {
    if (i < at.length()) {
        atomicAdd(sums[2u * at[i]], 1u);
    }
}
)";

double middle(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

Buffer room_for(std::size_t bytes, const void* data = nullptr) {
    Buffer buffer = raster::opengl::make_buffer();
    glNamedBufferStorage(buffer.get(), static_cast<GLsizeiptr>(bytes), data, 0);
    return buffer;
}

/// Microseconds of the device for one of several dispatches, each with its barrier.
Expected<double> device_time(const char* main, std::size_t groups, int dispatches) {
    const auto program = raster::opengl::link_compute_program(std::string(head) + main);
    if (!program) {
        return program.error();
    }
    glUseProgram(program->get());
    std::array<GLuint, 2> queries{};
    glGenQueries(2, queries.data());
    std::vector<double> times;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        glQueryCounter(queries[0], GL_TIMESTAMP);
        for (int i = 0; i < dispatches; ++i) {
            glDispatchCompute(static_cast<GLuint>(groups), 1, 1);
            glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        }
        glQueryCounter(queries[1], GL_TIMESTAMP);
        std::array<GLuint64, 2> at{};
        glGetQueryObjectui64v(queries[0], GL_QUERY_RESULT, &at[0]);
        glGetQueryObjectui64v(queries[1], GL_QUERY_RESULT, &at[1]);
        times.push_back(static_cast<double>(at[1] - at[0]) * 1e-3 / dispatches);
    }
    glDeleteQueries(2, queries.data());
    return middle(std::move(times));
}

Expected<double> fence_time() {
    const auto program = raster::opengl::link_compute_program(std::string(head) + nothing);
    if (!program) {
        return program.error();
    }
    glUseProgram(program->get());
    std::vector<double> times;
    for (int repeat = 0; repeat < 10 * repeats; ++repeat) {
        times.push_back(1e3 * timed([] {
                            glDispatchCompute(1, 1, 1);
                            GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
                            while (glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) ==
                                   GL_TIMEOUT_EXPIRED) {
                            }
                            glDeleteSync(fence);
                        }));
    }
    return middle(std::move(times));
}

Status measure(GpuMachine& machine) {
    Random random(1);
    std::vector<std::uint32_t> at(visits);
    for (std::uint32_t& place : at) {
        place = static_cast<std::uint32_t>(random.below(places));
    }
    const Buffer order = room_for(at.size() * sizeof(std::uint32_t), at.data());
    const Buffer large = room_for(reads);
    const Buffer sums = room_for(8 * places);
    const Buffer result = room_for(64);
    const std::array<GLuint, 4> names{order.get(), large.get(), sums.get(), result.get()};
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, 4, names.data());
    const std::size_t groups = (visits + group_size - 1) / group_size;
    struct Wanted {
        const char* main;
        std::size_t groups;
        int dispatches;
        std::function<void(double)> put;
    };
    const double done = static_cast<double>(visits) * 1e-3; // thousands: G/s of us
    const std::vector<Wanted> all{
        {read, reads / 64 / group_size, 1,
         [&](double us) { machine.read_tb_per_s = static_cast<double>(reads) * 1e-6 / us; }},
        {gather, groups, 1, [&](double us) { machine.gathers_g_per_s = done / us; }},
        {add, groups, 1, [&](double us) { machine.atomics_g_per_s = done / us; }},
        {nothing, 1, 20, [&](double us) { machine.dispatch_us = us; }}};
    for (const Wanted& wanted : all) {
        const auto us = device_time(wanted.main, wanted.groups, wanted.dispatches);
        if (!us) {
            return us.error();
        }
        wanted.put(*us);
    }
    const auto fence = fence_time();
    machine.fence_us = fence ? *fence : 0;
    return fence ? Status() : fence.error();
}

constexpr const char* arithmetic = R"(
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Out { uint result[]; };
void main() {
    uint x = gl_GlobalInvocationID.x;
    for (uint i = 0u; i < 4000u; ++i) {
        x = x * 1664525u + 1013904223u;
    }
    if (x == 1u) {
        result[0] = x;
    }
}
)";

} // namespace

struct BusyDevice::State {
    raster::opengl::GlContext& context;
    Program program;
    Buffer result;
};

BusyDevice::BusyDevice(raster::Device& device) {
    auto* const gl = dynamic_cast<raster::opengl::GlDevice*>(&device);
    if (gl != nullptr && !device.info().on_processor) {
        (void)gl->context().run([&]() -> Status {
            if (auto program = raster::opengl::link_compute_program(arithmetic)) {
                state_ = std::make_unique<State>(
                    State{gl->context(), std::move(*program), room_for(64)});
            }
            return {};
        });
    }
}

BusyDevice::~BusyDevice() {
    if (state_) {
        state_->context.release([&] { state_.reset(); });
    }
}

void BusyDevice::spin() {
    if (state_) {
        (void)state_->context.run([&]() -> Status {
            glUseProgram(state_->program.get());
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, state_->result.get());
            glDispatchCompute(1024, 1, 1);
            glFlush();
            return {};
        });
    }
}

void BusyDevice::wake() {
    // The first seconds of a program were seen to be half as fast as all later ones.
    static bool first = true;
    const double wanted_ms = std::exchange(first, false) ? 15'000 : 500;
    for (double spent = 0; state_ && spent < wanted_ms;) {
        spent += timed([&] {
            for (int i = 0; i < 16; ++i) {
                spin();
            }
            (void)state_->context.run([]() -> Status {
                glFinish();
                return {};
            });
        });
    }
}

Expected<GpuMachine> measure_machine(raster::Device& device) {
    auto* gl = dynamic_cast<raster::opengl::GlDevice*>(&device);
    if (gl == nullptr) {
        return Error{ErrorCode::Unsupported, "only devices of OpenGL have shaders to measure"};
    }
    GpuMachine machine;
    const Status status = gl->context().run([&] { return measure(machine); });
    return status ? Expected(machine) : status.error();
}

} // namespace impinge::bench
