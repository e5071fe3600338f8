// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/frame_stages.hpp"

#include "gpu/opengl/stages.hpp"
#include "gpu/opengl/state_words.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0::gpu::opengl {
namespace {

/// Where a list's length is known to the device alone, so many workgroups share it.
constexpr std::size_t groups_of_gpu = 1024;
constexpr std::size_t groups_of_processor = 8;
constexpr std::size_t sampled_triangles = 2048; ///< of which sizes are counted
// Each thread of the first stages has several at once, while their loads are under way.
constexpr std::size_t vertices_per_thread = 4;
constexpr std::size_t few_triangles = 500'000; ///< one a thread; of more, two

/// Of vertices, what a stage reads.
enum class Vertices : std::uint8_t { None, Words, Places };

struct StageText {
    std::string name;
    const char* main;
    std::string head; ///< goes before all functions
    std::vector<const char*> functions;
    Vertices vertices = Vertices::None;
    const char* bodies = ""; ///< where what is told of them is found
};

constexpr const char* image_to_read =
    "layout(std430, binding = 4) readonly buffer Image { uint image[]; };\n";
#define IMPINGE_CULL_OF_A                                                                          \
    "#define BODY 0\nlayout(std430, binding = 4) buffer Image { uint image[]; };\n"
#define IMPINGE_CULL_OF_B                                                                          \
    "#define BODY 1\nlayout(std430, binding = 4) buffer Image { uint image[]; };\n"                \
    "layout(std430, binding = 5) buffer Counts { uint counts[]; };\n"
constexpr const char* few_of_a = IMPINGE_CULL_OF_A "#define PER_THREAD 1u\n";
constexpr const char* many_of_a = IMPINGE_CULL_OF_A "#define PER_THREAD 2u\n";
constexpr const char* few_of_b = IMPINGE_CULL_OF_B "#define PER_THREAD 1u\n";
constexpr const char* many_of_b = IMPINGE_CULL_OF_B "#define PER_THREAD 2u\n";
constexpr const char* marking_bodies =
    IMPINGE_CULL_OF_A "#define PER_THREAD 1u\n#define MARK_BODIES\n";
constexpr const char* counts_to_write =
    "layout(std430, binding = 5) buffer Counts { uint counts[]; };\n";

// What floats leave in doubt goes to doubles, or to the processor.
constexpr const char* before_doubles = "#define STATE_ACCESS coherent\n#define COUNT s_candidates\n"
                                       "#define LEFT s_uncertain\n"
                                       "#define ROOM_FOR_LEFT room_for_candidates()\n";
constexpr const char* before_proof = "#define STATE_ACCESS coherent\n#define COUNT s_candidates\n"
                                     "#define LEFT s_doubtful\n"
                                     "#define ROOM_FOR_LEFT room_for_doubtful()\n";
constexpr const char* in_doubles = "#define STATE_ACCESS coherent\n#define FEW 32u\n"
                                   "#define COUNT s_uncertain\n"
                                   "#define LEFT s_doubtful\n"
                                   "#define ROOM_FOR_LEFT room_for_doubtful()\n";

StageText text_of(Stage stage, Reals reals) {
    switch (stage) {
    case Stage::World:
        return {"world", world_stage, "", {}, Vertices::Places};
    case Stage::Codes:
        return {"codes", codes_stage, "", {}, Vertices::Places};
    case Stage::CullA:
    case Stage::CullManyA:
        return {stage == Stage::CullA ? "cull A" : "cull many of A",
                cull_stage,
                stage == Stage::CullA ? few_of_a : many_of_a,
                {image_functions}};
    case Stage::CullB:
    case Stage::CullManyB:
        return {stage == Stage::CullB ? "cull B" : "cull many of B",
                cull_stage,
                stage == Stage::CullB ? few_of_b : many_of_b,
                {image_functions, cell_functions, count_functions}};
    case Stage::Count:
        return {"count", count_stage, counts_to_write, {cell_functions, count_functions}};
    case Stage::Places:
        return {"places", places_stage, image_to_read, {image_functions}};
    case Stage::Fill:
        return {"fill", fill_stage, "", {cell_functions}};
    case Stage::Match:
        return {"match", match_stage, "", {cell_functions, match_functions}};
    case Stage::Crowd:
        return {"crowd", crowd_stage, "", {cell_functions, match_functions}};
    case Stage::Filter:
        return {reals == Reals::Doubles ? "filter" : "filter in floats",
                filter_stage,
                reals == Reals::Doubles ? before_doubles : before_proof,
                {triangle_buffers, pair_functions, filter_in_floats, filter_functions},
                Vertices::Places};
    case Stage::Refine:
        return {
            "refine",
            filter_stage,
            in_doubles,
            {fine_functions, triangle_buffers, pair_functions, filter_in_doubles, filter_functions},
            Vertices::Places};
    case Stage::Deliver:
        break;
    }
    return {"deliver", deliver_stage, "", {triangle_buffers}, Vertices::Words};
}

/// Frames about one list go over the triangles twice: see stage_bodies.
StageText text_of_one_list(Stage stage, Reals reals) {
    switch (stage) {
    case Stage::CullA:
        return {"mark bodies", cull_stage, marking_bodies, {image_functions, body_image_functions}};
    case Stage::CullB:
        return {"cull bodies", cull_stage, few_of_a, {image_functions, body_image_functions}};
    default:
        return text_of(stage, reals);
    }
}

/// With what tells it where bodies are.
StageText text_of(Stage stage, Reals reals, FrameKind kind) {
    const bool one_list = kind == FrameKind::OfOneList;
    StageText text = one_list ? text_of_one_list(stage, reals) : text_of(stage, reals);
    const bool matches = stage == Stage::Match || stage == Stage::Crowd;
    const bool culls = stage == Stage::CullA || stage == Stage::CullB;
    if (text.vertices == Vertices::None && !matches && !(culls && one_list)) {
        return text; // the same for frames of all kinds
    }
    const bool of_two = kind == FrameKind::OfTwo || kind == FrameKind::OfTwoSimple;
    text.bodies = of_two ? sides_of_one : sides_of_many;
    if (kind == FrameKind::OfTwoSimple && text.vertices != Vertices::None) {
        text.name += " of simple bodies";
        text.head += "#define ALL_SIMPLE\n";
    }
    if (!of_two) {
        text.name += one_list ? " of one list" : " of many";
        text.head.insert(0, one_list ? "#define ONE_LIST\n" : "");
        text.head += "#undef STATE_ACCESS\n"; // they never stop early
    }
    return text;
}

std::string constant(const char* name, std::size_t value) {
    return std::string("const uint ") + name + " = " + std::to_string(value) + "u;\n";
}

std::string source_of(const StageText& text, FrameKind kind) {
    std::string source = text.head;
    source += constant("vertices_per_thread", vertices_per_thread);
    source += constant("cleared_image_words",
                       kind == FrameKind::OfOneList ? body_image_words : image_words);
    source += state_in_shaders();
    source += frame_words_of_one;
    source += common_functions;
    source += text.bodies;
    if (text.vertices != Vertices::None) {
        source += position_buffers;
        source += stored_functions;
    }
    source += text.vertices == Vertices::Places ? placed_functions : "";
    for (const char* const functions : text.functions) {
        source += functions;
    }
    return source + text.main;
}

/// Mesa's processor ends the loops of a thread after 65,535 rounds, all of them together, and says
/// nothing. So it has this many elements at most, by how long the loops of one may be.
enum class Loops : std::size_t { Long = 2, Short = 64 };

/// Workgroups for so many elements; no more than `most` where a GPU shares them.
std::size_t groups_for(std::size_t count, std::size_t most, Chip chip, Loops loops) {
    const std::size_t wanted = std::max<std::size_t>(1, (count + group_size - 1) / group_size);
    if (chip == Chip::Processor) {
        const auto each = static_cast<std::size_t>(loops);
        return std::min(wanted, std::max(groups_of_processor, (wanted + each - 1) / each));
    }
    return std::min(wanted, most);
}

/// Of a side's vertices.
std::size_t groups_of_vertices(std::size_t count, Chip chip) {
    return groups_for(count / vertices_per_thread, groups_of_gpu / 2, chip, Loops::Short);
}

/// Which buffers a stage reads and writes, in the order of their bindings.
void bind_for(Stage stage, const FrameBuffers& frame) {
    const FrameLists& l = frame.lists;
    const GLuint state = l.states[l.current].get();
    const GLuint a = frame.a.positions;
    const GLuint b = frame.b.positions;
    const bool one_side = frame.among != Among::TwoSides;
    const bool one_list = frame.among == Among::OneSide;
    const GLuint image = (one_list ? l.body_image : l.image).get();
    switch (stage) {
    case Stage::World:
        return bind({state, a, b, l.states[1 - l.current].get(), image, l.counts.get()});
    case Stage::Codes:
        return bind({state, a, b, l.codes.get()});
    case Stage::CullA:
    case Stage::CullManyA:
        return bind({state, frame.a.triangles, l.codes.get(), l.records_a.get(), image});
    case Stage::CullB:
    case Stage::CullManyB:
        return bind({state, frame.b.triangles, l.codes.get(),
                     (one_list ? l.records_a : l.records_b).get(), image, l.counts.get()});
    case Stage::Count:
        return bind({state, l.records_a.get(), 0, 0, 0, l.counts.get()});
    case Stage::Places:
        return bind(
            {state, l.records_a.get(), l.survivors.get(), l.counts.get(), image, l.places.get()});
    case Stage::Fill:
        return bind(
            {state, (one_side ? l.records_a : l.records_b).get(), l.places.get(), l.entries.get()});
    case Stage::Match:
    case Stage::Crowd:
        return bind({state, l.records_a.get(), l.entries.get(), l.tasks.get(), l.candidates.get(),
                     l.survivors.get(), l.places.get()});
    case Stage::Filter:
        return bind({state, a, b, frame.a.triangles, frame.b.triangles, l.candidates.get(),
                     l.crossing.get(), (frame.in_doubles ? l.uncertain : l.doubtful).get()});
    case Stage::Refine:
        return bind({state, a, b, frame.a.triangles, frame.b.triangles, l.uncertain.get(),
                     l.crossing.get(), l.doubtful.get()});
    case Stage::Deliver:
        return bind({state, a, b, frame.a.triangles, frame.b.triangles, l.crossing.get(),
                     l.doubtful.get(), frame.answer.get()});
    }
}

bool is_wanted(Stage stage, const FrameBuffers& frame) {
    // Of one list triangles are marked, then culled.
    const bool one_mesh = frame.among == Among::OneMesh;
    const bool many_a = frame.among != Among::OneSide && frame.a.triangle_count >= few_triangles;
    const bool many_b = frame.among != Among::OneSide && frame.b.triangle_count >= few_triangles;
    return !((stage == Stage::CullA && many_a) || (stage == Stage::CullManyA && !many_a) ||
             (stage == Stage::CullB && (one_mesh || many_b)) ||
             (stage == Stage::CullManyB && (one_mesh || !many_b)) ||
             (stage == Stage::Count && frame.among == Among::TwoSides) ||
             (stage == Stage::Crowd && frame.lists.room.tasks == 0) ||
             (stage == Stage::Refine && !frame.in_doubles));
}

std::size_t groups_of(Stage stage, const FrameBuffers& frame, const FrameShape& shape) {
    constexpr std::size_t several = groups_of_gpu;
    constexpr std::size_t lanes = 8; ///< of one triangle's cells
    const std::size_t a = frame.a.triangle_count;
    const std::size_t b = frame.b.triangle_count;
    const auto groups = [&](std::size_t count, std::size_t most, Loops loops = Loops::Long) {
        return groups_for(count, most, frame.chip, loops);
    };
    switch (stage) {
    case Stage::World:
    case Stage::Codes:
        return shape.world_groups_of_a + (frame.among == Among::TwoSides
                                              ? groups_of_vertices(frame.b.vertex_count, frame.chip)
                                              : 0);
    case Stage::CullA:
        return groups(a, 8 * several);
    case Stage::CullManyA:
        return groups(a / 2, 8 * several);
    case Stage::CullB:
        return groups(b, 8 * several);
    case Stage::CullManyB:
        return groups(b / 2, 8 * several);
    case Stage::Count:
        return groups(a, several);
    case Stage::Places:
        return groups(std::max(a, (std::size_t{1} << shape.room.cell_bits) / 4), several);
    case Stage::Fill:
        return groups(lanes * b, several);
    case Stage::Match:
        return groups(lanes * a, several);
    case Stage::Crowd:
        return groups(lanes * shape.room.tasks, several, Loops::Short);
    case Stage::Refine:
        return groups(shape.room.candidates, several / 4, Loops::Short);
    case Stage::Filter:
    case Stage::Deliver:
        return groups(shape.room.candidates, several, Loops::Short);
    }
    return 1;
}

} // namespace

FrameKind kind_of(const FrameRequest& request) {
    if (request.among == Among::OneSide) {
        return FrameKind::OfOneList;
    }
    if (is_of_many(request)) {
        return FrameKind::OfMany;
    }
    return is_of_simple(request) ? FrameKind::OfTwoSimple : FrameKind::OfTwo;
}

Expected<StagePrograms> stage_programs(GlRoom& room, Reals reals, FrameKind kind) {
    StagePrograms programs{};
    for (std::size_t i = 0; i < stage_count; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (stage == Stage::Refine && reals == Reals::Floats) {
            continue;
        }
        const StageText text = text_of(stage, reals, kind);
        const auto program = room.program("exact " + text.name, [&] {
            return raster::opengl::link_compute_program(source_of(text, kind));
        });
        if (!program) {
            return program.error();
        }
        programs[i] = *program;
    }
    return programs;
}

DeviceTimes read_timer(const StageTimer& timer, Timing timing) {
    const auto at = timer.read(timing);
    if (timing != Timing::Stages) {
        return {.total = at.back()};
    }
    const auto took = [&](Stage stage) {
        const auto i = static_cast<std::size_t>(stage);
        return at[i + 1] - at[i];
    };
    return {.world = took(Stage::World),
            .codes = took(Stage::Codes),
            .cull_a = took(Stage::CullA) + took(Stage::CullManyA),
            .cull_b = took(Stage::CullB) + took(Stage::CullManyB),
            .count = took(Stage::Count),
            .places = took(Stage::Places),
            .fill = took(Stage::Fill),
            .match = took(Stage::Match),
            .crowd = took(Stage::Crowd),
            .filter = took(Stage::Filter),
            .refine = took(Stage::Refine),
            .deliver = took(Stage::Deliver),
            .total = at.back()};
}

FrameShape frame_shape(const FrameBuffers& frame) {
    return {
        .a = frame.a.place,
        .b = frame.b.place,
        .room = frame.lists.room,
        .world_groups_of_a =
            static_cast<std::uint32_t>(groups_of_vertices(frame.a.vertex_count, frame.chip)),
        .sample_mask = static_cast<std::uint32_t>(
            std::bit_ceil(std::max<std::size_t>(1, frame.a.triangle_count / sampled_triangles)) -
            1)};
}

unsigned run_stages(const StagePrograms& programs, const FrameBuffers& frame,
                    const FrameShape& shape) {
    unsigned dispatches = 0;
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.uniforms.get());
    const auto note_time = [&](std::size_t i) {
        if (frame.timer != nullptr) {
            frame.timer->note(i, frame.timing);
        }
    };
    for (std::size_t i = 0; i < stage_count; ++i) {
        const auto stage = static_cast<Stage>(i);
        note_time(i);
        if (!is_wanted(stage, frame)) {
            continue;
        }
        glUseProgram(programs[i]->get());
        bind_for(stage, frame);
        glDispatchCompute(static_cast<GLuint>(groups_of(stage, frame, shape)), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        ++dispatches;
    }
    note_time(stage_count);
    return dispatches;
}

} // namespace impinge::inline v0::gpu::opengl
