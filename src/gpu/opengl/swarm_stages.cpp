// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/swarm_stages.hpp"

#include "convex/polytope_data.hpp"
#include "gpu/opengl/swarm_texts.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>

namespace impinge::inline v0::gpu::opengl::swarm {
namespace {

constexpr std::size_t most_groups = 65535; ///< that every driver takes at once
/// How often the loops of a thread may go around (swarm_common).
constexpr std::uint32_t loops_of_mesa = 60000;
constexpr std::size_t doubles_of_frame = 5;

struct StageText {
    const char* name;
    const char* main;
    const char* functions = "";
    const char* defines = "";
};

std::array<StageText, swarm_stage_count> texts() {
    return {{
        {"motion", swarm_motion},
        {"boxes", swarm_boxes, swarm_cells},
        {"cells", swarm_places, "",
         "#define GROUP_COUNT (cell_mask() + 1u)\n#define PLACED s_placed_entries\n"},
        {"fill", swarm_fill, swarm_cells},
        {"candidates", swarm_candidates, swarm_cells},
        {"quick", swarm_quick, swarm_narrow},
        {"search", swarm_search, swarm_narrow},
        {"places", swarm_places, "",
         "#define GROUP_COUNT f[5].x\n#define PLACED s_placed_results\n"},
        {"order", swarm_order},
        {"sort", swarm_sort},
        {"deliver", swarm_deliver},
    }};
}

std::string constants() {
    std::string text;
    for (const auto& [name, value] : std::initializer_list<std::pair<const char*, std::uint32_t>>{
             {"s_beyond", swarm_beyond},
             {"s_uncountable", swarm_uncountable},
             {"s_levels", swarm_levels},
             {"s_candidates", swarm_candidates_word},
             {"s_searches", swarm_searches_word},
             {"s_results", swarm_results_word},
             {"s_doubtful", swarm_doubtful_word},
             {"s_placed_entries", swarm_placed_entries},
             {"s_placed_results", swarm_placed_results},
             {"answer_head", swarm_head},
             {"verdict_apart", static_cast<std::uint32_t>(Verdict::Apart)},
             {"verdict_crossing", static_cast<std::uint32_t>(Verdict::Crossing)},
             {"verdict_a_inside_b", static_cast<std::uint32_t>(Verdict::AInsideB)},
             {"verdict_b_inside_a", static_cast<std::uint32_t>(Verdict::BInsideA)},
             {"verdict_in_doubt", verdict_in_doubt}}) {
        text += "const uint " + std::string(name) + " = " + std::to_string(value) + "u;\n";
    }
    return text;
}

std::size_t groups_for(std::size_t count) {
    return std::clamp<std::size_t>((count + group_size - 1) / group_size, 1, most_groups);
}

/// In the order of their bindings.
void bind_for(SwarmStage stage, const SwarmFrameBuffers& frame) {
    const SwarmBuffers& b = frame.bodies;
    const SwarmLists& l = frame.lists;
    const GLuint state = l.state.get();
    switch (stage) {
    case SwarmStage::Motion:
        return bind({state, b.motions.get(), frame.poses.get()});
    case SwarmStage::Boxes:
        return bind({state, frame.poses.get(), b.shape_of.get(), b.frames.get(), b.shapes.get(),
                     b.bodies.get(), b.boxes.get(), b.cells.get()});
    case SwarmStage::Cells:
        return bind({state, b.cells.get()});
    case SwarmStage::Fill:
        return bind({state, b.boxes.get(), b.cells.get(), b.entries.get()});
    case SwarmStage::Candidates:
        return bind({state, b.cells.get(), b.entries.get(), l.candidates.get()});
    case SwarmStage::Quick:
    case SwarmStage::Search:
        return bind({state, b.bodies.get(), b.shapes.get(), l.candidates.get(), l.searches.get(),
                     l.results.get(), b.partners.get(), l.doubtful.get()});
    case SwarmStage::Places:
        return bind({state, b.partners.get()});
    case SwarmStage::Order:
        return bind({state, l.results.get(), b.partners.get(), l.ordered.get()});
    case SwarmStage::Sort:
        return bind({state, b.partners.get(), l.ordered.get()});
    case SwarmStage::Deliver:
        return bind({state, b.partners.get(), l.ordered.get(), l.doubtful.get(), frame.poses.get(),
                     frame.answer.get()});
    }
}

std::size_t threads_of(SwarmStage stage, const SwarmFrameBuffers& frame) {
    constexpr std::size_t groups_of_thread = 8;
    switch (stage) {
    case SwarmStage::Cells:
        return frame.bodies.cell_count / groups_of_thread;
    case SwarmStage::Places:
        return frame.bodies.groups / groups_of_thread;
    case SwarmStage::Quick:
        return frame.lists.room.candidates;
    case SwarmStage::Search:
        return frame.lists.room.searches;
    case SwarmStage::Order:
        return frame.lists.room.results;
    default:
        return frame.bodies.count;
    }
}

void run(SwarmStage stage, const SwarmPrograms& programs, const SwarmFrameBuffers& frame) {
    glUseProgram(programs[static_cast<std::size_t>(stage)]->get());
    bind_for(stage, frame);
    glDispatchCompute(static_cast<GLuint>(groups_for(threads_of(stage, frame))), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void clear_words(const Buffer& buffer, std::size_t words) {
    const std::size_t bytes = word_bytes * words;
    glClearNamedBufferSubData(buffer.get(), GL_R32UI, 0, static_cast<GLsizeiptr>(bytes),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
}

// --- shapes as the device reads them -------------------------------------------------------------

using Vec4Words = std::array<std::uint32_t, 4>;

float rounded_up(double value) {
    return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

Vec4Words words_of(Vec3d v, double last) {
    const auto word = [](double value) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    };
    return {word(v.x), word(v.y), word(v.z), word(last)};
}

/// Around its centre, in its radius. A head of two for each shape, then vertices and planes.
std::vector<Vec4Words> shape_words(std::span<const Polytope> shapes) {
    std::vector<Vec4Words> words(2 * shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const PolytopeData& shape = shapes[i].data();
        const double unit = 1 / shape.radius;
        const auto first = static_cast<std::uint32_t>(words.size());
        for (const Vec3d& vertex : shape.vertices) {
            words.push_back(words_of((vertex - shape.centre) * unit, 0));
        }
        const auto planes = static_cast<std::uint32_t>(words.size());
        for (const FacePlane& plane : shape.planes) {
            const double offset = plane.offset - dot(plane.normal, shape.centre);
            words.push_back(words_of(plane.normal, offset * unit));
        }
        // Moving the planes to the centre rounds as products with points of the shape do.
        const double error = shape.plane_error + 2 * dot_error(shape);
        const bool sound = shape.centre_depth > shape.plane_error;
        const auto end = static_cast<std::uint32_t>(words.size());
        words[2 * i] = {first, planes - first, planes, end - planes};
        words[2 * i + 1] = {std::bit_cast<std::uint32_t>(rounded_up(error * unit)), sound ? 1U : 0U,
                            0, 0};
    }
    return words;
}

std::vector<double> shape_frames(std::span<const Polytope> shapes) {
    std::vector<double> numbers;
    numbers.reserve(doubles_of_frame * shapes.size());
    for (const Polytope& shape : shapes) {
        const PolytopeData& data = shape.data();
        numbers.insert(numbers.end(),
                       {data.centre.x, data.centre.y, data.centre.z, data.radius, data.reach});
    }
    return numbers;
}

template <typename T> Status fill(Buffer& buffer, std::span<const T> values, const char* what) {
    if (Status status = allocate(buffer, values.size_bytes(), GL_DYNAMIC_STORAGE_BIT, what);
        !status) {
        return status;
    }
    glNamedBufferSubData(buffer.get(), 0, static_cast<GLsizeiptr>(values.size_bytes()),
                         values.data());
    return {};
}

struct Wanted {
    Buffer* buffer;
    std::size_t bytes;
};

Status allocate_all(std::initializer_list<Wanted> all, const char* what) {
    for (const Wanted& wanted : all) {
        if (Status status = allocate(*wanted.buffer, wanted.bytes, 0, what); !status) {
            return status;
        }
    }
    return {};
}

} // namespace

SwarmWords swarm_words(const SwarmBuffers& bodies, const SwarmRoom& room, const Box3& walls,
                       Chip chip) {
    SwarmWords words{static_cast<std::uint32_t>(bodies.count),
                     static_cast<std::uint32_t>(bodies.cell_count - 1),
                     std::bit_cast<std::uint32_t>(bodies.widest),
                     std::bit_cast<std::uint32_t>(1 / bodies.widest),
                     room.candidates,
                     room.searches,
                     room.results,
                     room.doubtful};
    std::size_t at = 8;
    for (const double number :
         {walls.min.x, walls.min.y, walls.min.z, walls.max.x, walls.max.y, walls.max.z}) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        words[at++] = static_cast<std::uint32_t>(bits);
        words[at++] = static_cast<std::uint32_t>(bits >> 32);
    }
    words[20] = static_cast<std::uint32_t>(bodies.groups);
    words[21] = chip == Chip::Processor ? loops_of_mesa : std::numeric_limits<std::uint32_t>::max();
    return words;
}

Expected<SwarmPrograms> swarm_programs(GlRoom& room) {
    SwarmPrograms programs{};
    for (std::size_t i = 0; i < swarm_stage_count; ++i) {
        const StageText text = texts()[i];
        const auto program = room.program(std::string("swarm ") + text.name, [&]() {
            return raster::opengl::link_compute_program(constants() + text.defines + swarm_common +
                                                        text.functions + text.main);
        });
        if (!program) {
            return program.error();
        }
        programs[i] = *program;
    }
    return programs;
}

Status make_swarm_buffers(SwarmBuffers& buffers, std::span<const Polytope> shapes,
                          std::span<const std::uint32_t> shape_of) {
    constexpr std::size_t bytes_of_vec4 = 4 * word_bytes;
    buffers = {};
    const std::size_t count = shape_of.size();
    const std::size_t groups = (count + swarm_block - 1) / swarm_block * swarm_block;
    const std::size_t cells = std::max(swarm_block, std::bit_ceil(2 * count));
    const std::vector<Vec4Words> words = shape_words(shapes);
    const std::vector<double> frames = shape_frames(shapes);
    Status status = fill(buffers.shapes, std::span<const Vec4Words>(words), "shapes");
    status = status ? fill(buffers.frames, std::span<const double>(frames), "shapes") : status;
    status = status ? fill(buffers.shape_of, shape_of, "bodies") : status;
    if (!status) {
        return status;
    }
    double radius = 0;
    for (const Polytope& shape : shapes) {
        radius = std::max(radius, shape.radius());
    }
    buffers.widest = static_cast<float>(std::clamp(2.02 * radius, 0x1p-60, 0x1p60));
    buffers.count = count;
    buffers.groups = groups;
    buffers.cell_count = cells;
    return allocate_all({{&buffers.bodies, 5 * bytes_of_vec4 * count},
                         {&buffers.boxes, 2 * bytes_of_vec4 * count},
                         {&buffers.entries, 2 * bytes_of_vec4 * count},
                         {&buffers.cells, 2 * word_bytes * cells},
                         {&buffers.partners, 2 * word_bytes * groups}},
                        "bodies");
}

Status fit_swarm_lists(SwarmLists& lists, const SwarmRoom& needed) {
    if (!lists.state) {
        if (Status status = allocate(lists.state, swarm_head * word_bytes, 0, "a list"); !status) {
            return status;
        }
    }
    const SwarmRoom had = lists.room;
    const auto longer = [](std::uint32_t& room, std::uint32_t wanted) {
        const std::uint64_t more = std::uint64_t{wanted} + wanted / 4 + 64;
        room = room >= wanted
                   ? room
                   : static_cast<std::uint32_t>(std::min<std::uint64_t>(more, 0xFFFFFFFF));
    };
    SwarmRoom room = had;
    longer(room.candidates, needed.candidates);
    longer(room.searches, needed.searches);
    longer(room.results, needed.results);
    longer(room.doubtful, needed.doubtful);
    lists.room = {}; // unless all goes well
    Status status;
    if (room.candidates > had.candidates) {
        status = allocate_all({{&lists.candidates, 2 * word_bytes * room.candidates}}, "a list");
    }
    if (status && room.searches > had.searches) {
        status = allocate_all({{&lists.searches, 2 * word_bytes * room.searches}}, "a list");
    }
    if (status && room.results > had.results) {
        status = allocate_all({{&lists.results, 4 * word_bytes * room.results},
                               {&lists.ordered, 2 * word_bytes * room.results}},
                              "a list");
    }
    if (status && room.doubtful > had.doubtful) {
        status = allocate_all({{&lists.doubtful, 2 * word_bytes * room.doubtful}}, "a list");
    }
    if (status) {
        lists.room = room;
    }
    return status;
}

void run_swarm_motion(const SwarmPrograms& programs, const SwarmFrameBuffers& frame) {
    run(SwarmStage::Motion, programs, frame);
}

void run_swarm_stages(const SwarmPrograms& programs, const SwarmFrameBuffers& frame,
                      const std::function<void()>& make_poses) {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what the frame before wrote
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.uniforms.get());
    const auto note_time = [&](std::size_t i) {
        if (frame.timer != nullptr) {
            frame.timer->note(i, frame.timing);
        }
    };
    note_time(0);
    make_poses();
    note_time(1);
    clear_words(frame.lists.state, swarm_head);
    clear_words(frame.bodies.cells, frame.bodies.cell_count);
    clear_words(frame.bodies.partners, frame.bodies.groups);
    for (std::size_t i = 1; i < swarm_stage_count; ++i) {
        if (i > 1) {
            note_time(i);
        }
        run(static_cast<SwarmStage>(i), programs, frame);
    }
    note_time(swarm_stage_count);
}

SwarmTimes read_swarm_timer(const SwarmTimer& timer, Timing timing) {
    const auto at = timer.read(timing);
    if (timing != Timing::Stages) {
        return {.total = at.back()};
    }
    const auto between = [&](std::size_t from, std::size_t to) { return at[to] - at[from]; };
    return {.upload = between(0, 1),
            .boxes = between(1, 2),
            .cells = between(2, 3),
            .fill = between(3, 4),
            .candidates = between(4, 5),
            .quick = between(5, 6),
            .search = between(6, 7),
            .order = between(7, 10),
            .deliver = between(10, 11),
            .total = at.back()};
}

} // namespace impinge::inline v0::gpu::opengl::swarm
