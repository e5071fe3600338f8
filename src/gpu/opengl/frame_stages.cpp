// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/frame_stages.hpp"

#include "gpu/opengl/stages.hpp"
#include "gpu/opengl/state_words.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <span>

namespace impinge::inline v0::gpu::opengl {
namespace {

constexpr std::size_t group_size = 256;
constexpr std::size_t most_groups = 65535; ///< that every driver takes at once
/// Where a list's length is known to the device alone, so many workgroups share it.
constexpr std::size_t groups_of_gpu = 1024;
constexpr std::size_t groups_of_processor = 8;
constexpr std::size_t sampled_groups = 64;

/// Of vertices, what a stage reads.
enum class Vertices : std::uint8_t { None, Words, Places };

struct StageText {
    const char* name;
    const char* main;
    Vertices vertices = Vertices::None;
    bool cells = false;
    const char* defines = "";
    bool triangles = false; ///< reads them where they are stored
    const char* functions = "";
};

constexpr std::array<const char* const*, stage_count> mains{
    &world_stage,  &region_stage, &codes_stage, &cull_stage,   &cull_stage,   &count_stage,
    &places_stage, &fill_stage,   &match_stage, &filter_stage, &deliver_stage};

StageText text_of(Stage stage) {
    const char* const main = *mains[static_cast<std::size_t>(stage)];
    switch (stage) {
    case Stage::World:
        return {"world", main, Vertices::Places};
    case Stage::Region:
        return {"region", main};
    case Stage::Codes:
        return {"codes", main, Vertices::Places};
    case Stage::CullA:
        return {"cull A", main, Vertices::None, false, "#define BODY 0\n"};
    case Stage::CullB:
        return {"cull B", main, Vertices::None, false, "#define BODY 1\n"};
    case Stage::Count:
        return {"count", main, Vertices::None, true};
    case Stage::Places:
        return {"places", main, Vertices::None, true};
    case Stage::Fill:
        return {"fill", main, Vertices::None, true};
    case Stage::Match:
        return {"match", main, Vertices::None, true};
    case Stage::Filter:
        return {
            "filter",        main, Vertices::Places, false, "#define STATE_ACCESS coherent\n", true,
            filter_functions};
    case Stage::Deliver:
        break;
    }
    return {"deliver", main, Vertices::Words, false, "", true};
}

std::string source_of(Stage stage, Reals reals) {
    const StageText text = text_of(stage);
    std::string source = text.defines;
    // Boxes and codes are in floats always: a step of a code is far more than what they round.
    source += reals == Reals::Doubles && stage == Stage::Filter
                  ? "#define IN_DOUBLES\n#define real double\n#define rvec3 dvec3\n"
                  : "#define real float\n#define rvec3 vec3\n";
    source += state_constants();
    source += frame_words_of_one;
    source += common_functions;
    if (text.vertices != Vertices::None) {
        source += position_buffers;
        source += stored_functions;
    }
    source += text.vertices == Vertices::Places ? placed_functions : "";
    source += text.triangles ? triangle_buffers : "";
    source += text.functions;
    source += text.cells ? cell_functions : "";
    return source + text.main;
}

std::size_t groups_for(std::size_t count, std::size_t most) {
    return std::clamp<std::size_t>((count + group_size - 1) / group_size, 1, most);
}

void bind(std::initializer_list<GLuint> buffers) {
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizei>(buffers.size()),
                      buffers.begin());
}

/// Which buffers a stage reads and writes, in the order of their bindings.
void bind_for(Stage stage, const FrameBuffers& frame) {
    const FrameLists& l = frame.lists;
    const GLuint state = l.state.get();
    const GLuint a = frame.a.positions;
    const GLuint b = frame.b.positions;
    const GLuint image = l.image.get();
    switch (stage) {
    case Stage::World:
        return bind({state, a, b});
    case Stage::Region:
        return bind({state});
    case Stage::Codes:
        return bind({state, a, b, l.codes.get()});
    case Stage::CullA:
        return bind({state, frame.a.triangles, l.codes.get(), l.records_a.get(), image});
    case Stage::CullB:
        return bind({state, frame.b.triangles, l.codes.get(), l.records_b.get(), image});
    case Stage::Count:
        return bind(
            {state, l.records_a.get(), l.records_b.get(), image, l.survivors.get(), l.cells.get()});
    case Stage::Places:
        return bind({state, l.cells.get()});
    case Stage::Fill:
        return bind({state, l.records_a.get(), l.records_b.get(), l.survivors.get(), l.cells.get(),
                     l.entries.get(), l.tasks.get()});
    case Stage::Match:
        return bind({state, l.records_a.get(), l.records_b.get(), l.entries.get(), l.tasks.get(),
                     l.candidates.get()});
    case Stage::Filter:
        return bind({state, a, b, frame.a.triangles, frame.b.triangles, l.candidates.get(),
                     l.crossing.get(), l.doubtful.get()});
    case Stage::Deliver:
        return bind({state, a, b, frame.a.triangles, frame.b.triangles, l.crossing.get(),
                     l.doubtful.get(), frame.answer.get()});
    }
}

std::size_t groups_of(Stage stage, const FrameBuffers& frame, const FrameShape& shape,
                      bool on_processor) {
    const std::size_t several = on_processor ? groups_of_processor : groups_of_gpu;
    const bool one_body = frame.surfaces == Surfaces::One;
    const std::size_t vertices_b = one_body ? 0 : frame.b.vertex_count;
    switch (stage) {
    case Stage::World:
        return shape.world_groups_of_a + (one_body ? 0 : groups_for(vertices_b, several / 2));
    case Stage::Region:
        return 1;
    case Stage::Codes:
        return groups_for(frame.a.vertex_count + vertices_b, on_processor ? several : most_groups);
    case Stage::CullA:
        return groups_for(frame.a.triangle_count, on_processor ? several : most_groups);
    case Stage::CullB:
        return groups_for(frame.b.triangle_count, on_processor ? several : most_groups);
    case Stage::Count:
    case Stage::Fill:
        return groups_for(std::max(frame.a.triangle_count, frame.b.triangle_count), several);
    case Stage::Places:
        return groups_for((std::size_t{1} << shape.room.cell_bits) / 4, several);
    case Stage::Match:
        return groups_for(shape.room.tasks, several);
    case Stage::Filter:
    case Stage::Deliver:
        return groups_for(shape.room.candidates, several);
    }
    return 1;
}

void clear_words(const Buffer& buffer, std::size_t words) {
    glClearNamedBufferSubData(buffer.get(), GL_R32UI, 0,
                              static_cast<GLsizeiptr>(words * sizeof(std::uint32_t)),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
}

void clear_lists(const FrameLists& lists) {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what the frame before wrote
    glCopyNamedBufferSubData(lists.initial_state.get(), lists.state.get(), 0, 0,
                             state_count * sizeof(std::uint32_t));
    clear_words(lists.image, 2 * 8192);
    clear_words(lists.cells, std::size_t{2} << lists.room.cell_bits);
}

bool is_timed(std::size_t beginning, Timing timing) {
    return timing == Timing::Stages ||
           (timing == Timing::Total && (beginning == 0 || beginning == stage_count));
}

} // namespace

Expected<StagePrograms> stage_programs(GlRoom& room, Reals reals) {
    StagePrograms programs{};
    for (std::size_t i = 0; i < stage_count; ++i) {
        const auto stage = static_cast<Stage>(i);
        const std::string name = std::string("exact ") + text_of(stage).name +
                                 (reals == Reals::Doubles ? " in doubles" : " in floats");
        const auto program = room.program(
            name, [&] { return raster::opengl::link_compute_program(source_of(stage, reals)); });
        if (!program) {
            return program.error();
        }
        programs[i] = *program;
    }
    return programs;
}

StageTimer make_timer() {
    StageTimer timer;
    for (auto& query : timer) {
        GLuint name = 0;
        glCreateQueries(GL_TIMESTAMP, 1, &name);
        query = raster::opengl::QueryObject(name);
    }
    return timer;
}

DeviceTimes read_timer(const StageTimer& timer, Timing timing) {
    std::array<GLuint64, stage_count + 1> at{};
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (is_timed(i, timing)) {
            glGetQueryObjectui64v(timer[i].get(), GL_QUERY_RESULT, &at[i]);
        }
    }
    const double total = static_cast<double>(at.back() - at.front()) * 1e-6;
    if (timing != Timing::Stages) {
        return {.total = total};
    }
    const auto took = [&](Stage stage) {
        const auto i = static_cast<std::size_t>(stage);
        return static_cast<double>(at[i + 1] - at[i]) * 1e-6;
    };
    return {.world = took(Stage::World),
            .region = took(Stage::Region),
            .codes = took(Stage::Codes),
            .cull_a = took(Stage::CullA),
            .cull_b = took(Stage::CullB),
            .count = took(Stage::Count),
            .places = took(Stage::Places),
            .fill = took(Stage::Fill),
            .match = took(Stage::Match),
            .filter = took(Stage::Filter),
            .deliver = took(Stage::Deliver),
            .total = total};
}

FrameShape frame_shape(const FrameBuffers& frame, bool on_processor) {
    const std::size_t several = on_processor ? groups_of_processor : groups_of_gpu;
    const std::size_t triangles = std::max(frame.a.triangle_count, frame.b.triangle_count);
    const std::size_t groups = groups_for(triangles, on_processor ? several : most_groups);
    return {.a = frame.a.place,
            .b = frame.b.place,
            .room = frame.lists.room,
            .world_groups_of_a =
                static_cast<std::uint32_t>(groups_for(frame.a.vertex_count, several / 2)),
            .sample_mask = static_cast<std::uint32_t>(
                std::bit_ceil(std::max<std::size_t>(1, groups / sampled_groups)) - 1)};
}

void run_stages(const StagePrograms& programs, const FrameBuffers& frame, const FrameShape& shape,
                bool on_processor) {
    clear_lists(frame.lists);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.uniforms.get());
    const auto note_time = [&](std::size_t i) {
        if (frame.timer != nullptr && is_timed(i, frame.timing)) {
            glQueryCounter((*frame.timer)[i].get(), GL_TIMESTAMP);
        }
    };
    for (std::size_t i = 0; i < stage_count; ++i) {
        const auto stage = static_cast<Stage>(i);
        note_time(i);
        if (stage == Stage::CullB && frame.surfaces == Surfaces::One) {
            continue;
        }
        glUseProgram(programs[i]->get());
        bind_for(stage, frame);
        glDispatchCompute(static_cast<GLuint>(groups_of(stage, frame, shape, on_processor)), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    note_time(stage_count);
}

} // namespace impinge::inline v0::gpu::opengl
