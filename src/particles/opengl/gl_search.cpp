// SPDX-License-Identifier: Apache-2.0
#include "particles/opengl/gl_search.hpp"

#include "particles/lives.hpp"
#include "particles/opengl/flat_system.hpp"
#include "particles/opengl/map_target.hpp"
#include "particles/opengl/particle_shaders.hpp"
#include "raster/opengl/gl_device.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>

namespace impinge::inline v0::particles::opengl {
namespace {

using raster::opengl::Buffer;
using raster::opengl::GlContext;
using raster::opengl::GlDevice;
using raster::opengl::make_buffer;
using raster::opengl::Program;
using raster::opengl::QueryObject;

constexpr std::uint32_t group_threads = 128;
/// The most groups that every driver takes at once.
constexpr std::uint32_t most_groups = 65535;
/// So that vertices of a draw fit a signed number.
constexpr std::uint32_t most_vertices = 1U << 30;
constexpr std::uint32_t record_words = 6;
constexpr std::uint32_t first_capacity = 1U << 14;
constexpr double most_slots = 4096;

template <typename T> Buffer filled_buffer(const std::vector<T>& values) {
    Buffer buffer = make_buffer();
    glNamedBufferStorage(buffer.get(), static_cast<GLsizeiptr>(values.size() * sizeof(T)),
                         values.data(), 0);
    return buffer;
}

std::string common_functions() {
    return std::string(emission_functions) + meeting_functions + tree_functions + life_functions;
}

/// The part of a query that belongs to one emitter.
struct Part {
    FlatEmitter emitter;
    std::uint32_t index = 0; ///< of the emitter
    std::uint32_t slots = 0;
    double from = 0;
    double to = 0;
};

class Stopwatch {
  public:
    Stopwatch() {
        GLuint name = 0;
        glCreateQueries(GL_TIME_ELAPSED, 1, &name);
        query_ = QueryObject(name);
    }
    void begin() const { glBeginQuery(GL_TIME_ELAPSED, query_.get()); }
    /// Seconds; waits.
    [[nodiscard]] double end() const {
        glEndQuery(GL_TIME_ELAPSED);
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query_.get(), GL_QUERY_RESULT, &nanoseconds);
        return static_cast<double>(nanoseconds) * 1e-9;
    }

  private:
    QueryObject query_;
};

struct SearchObjects {
    Buffer numbers;
    Buffer words;
    Buffer records;
    std::uint32_t capacity = 0;
    raster::opengl::VertexArray no_arrays = raster::opengl::make_vertex_array();
    Stopwatch stopwatch;
};

class GlSearch final : public DeviceSearch {
  public:
    GlSearch(GlDevice& device, const ParticleSystemData& system)
        : device_(device), system_(system), flat_(system) {}
    ~GlSearch() override {
        device_.context().release([&] { objects_.reset(); });
    }
    GlSearch(const GlSearch&) = delete;
    GlSearch& operator=(const GlSearch&) = delete;
    GlSearch(GlSearch&&) = delete;
    GlSearch& operator=(GlSearch&&) = delete;

    Status open();
    Expected<DeviceRecords> records(double from, double to) override;
    Expected<DeviceRecords> draw(double from, double to, ImpactRule rule,
                                 ImpactMaps& maps) override;

  private:
    Expected<const Program*> record_program();
    Expected<const Program*> point_program(const char* name, const char* fragment);
    Expected<std::vector<Part>> parts(double from, double to) const;
    Status make_room(std::uint32_t records);
    void use(const Program& program, const Part& part) const;
    void dispatch(const Program& program, const Part& part) const;
    void draw_points(const Program& program, const Part& part, std::uint32_t capacity) const;
    /// How many records there are, also those for which there was no room.
    [[nodiscard]] std::uint32_t count_records() const;
    void clear_count() const;
    void read(std::uint32_t emitter, std::uint32_t count, DeviceRecords& into) const;

    GlDevice& device_;
    const ParticleSystemData& system_;
    FlatSystem flat_;
    std::optional<SearchObjects> objects_;
};

GLint uniform(const Program& program, const char* name) {
    return glGetUniformLocation(program.get(), name);
}

Status GlSearch::open() {
    return device_.context().run([&]() -> Status {
        SearchObjects objects;
        objects.numbers = filled_buffer(flat_.numbers);
        objects.words = filled_buffer(flat_.words);
        objects_.emplace(std::move(objects));
        return make_room(first_capacity);
    });
}

Expected<const Program*> GlSearch::record_program() {
    return device_.program_called("particle records", [] {
        return raster::opengl::link_compute_program(common_functions() + record_shader);
    });
}

Expected<const Program*> GlSearch::point_program(const char* name, const char* fragment) {
    return device_.program_called(name, [&] {
        return raster::opengl::link_plain_program(common_functions() + map_vertex_shader, fragment);
    });
}

Status GlSearch::make_room(std::uint32_t records) {
    if (objects_->capacity >= records) {
        return {};
    }
    objects_->records = make_buffer();
    const auto bytes =
        static_cast<GLsizeiptr>((std::size_t{records} * record_words + 1) * sizeof(std::uint32_t));
    glNamedBufferStorage(objects_->records.get(), bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);
    GLint64 got = 0;
    glGetNamedBufferParameteri64v(objects_->records.get(), GL_BUFFER_SIZE, &got);
    objects_->capacity = got < bytes ? 0 : records;
    return got < bytes ? Status(Error{ErrorCode::OutOfMemory,
                                      "opengl: the driver has no memory for the impacts"})
                       : Status();
}

Expected<std::vector<Part>> GlSearch::parts(double from, double to) const {
    std::vector<Part> list;
    for (std::uint32_t i = 0; i < flat_.emitters.size(); ++i) {
        const Emitter& emitter = system_.emitters[i];
        if (emitter.air || flat_.emitters[i].particles == 0) {
            continue;
        }
        // One more at each end, as where the processor counts, and one for the one begun.
        const double lives = std::floor((to - from) / emitter.life) + 5;
        if (!(lives <= most_slots)) {
            return invalid("the time asked about is more than " +
                           std::to_string(static_cast<int>(most_slots)) +
                           " lives of a particle: too long for a device to look at");
        }
        list.push_back({flat_.emitters[i], i, static_cast<std::uint32_t>(lives), from, to});
    }
    return list;
}

void GlSearch::use(const Program& program, const Part& part) const {
    glUseProgram(program.get());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, objects_->numbers.get());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, objects_->words.get());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, objects_->records.get());
    glUniform1ui(uniform(program, "emitter_numbers"), part.emitter.numbers);
    glUniform1ui(uniform(program, "emitter_words"), part.emitter.words);
    glUniform4uiv(uniform(program, "listed"), 1, flat_.listed.data());
    glUniform1ui(uniform(program, "tree_items"), flat_.tree_items);
    glUniform2d(uniform(program, "window"), part.from, part.to);
    glUniform1ui(uniform(program, "particle_count"), part.emitter.particles);
    glUniform1ui(uniform(program, "slots"), part.slots);
    glUniform1ui(uniform(program, "capacity"), objects_->capacity);
}

void GlSearch::dispatch(const Program& program, const Part& part) const {
    use(program, part);
    const GLint first_particle = uniform(program, "first_particle");
    std::uint64_t first = 0;
    while (first < part.emitter.particles) {
        const std::uint64_t left = part.emitter.particles - first;
        const auto groups = static_cast<GLuint>(
            std::min<std::uint64_t>((left + group_threads - 1) / group_threads, most_groups));
        glUniform1ui(first_particle, static_cast<GLuint>(first));
        glDispatchCompute(groups, 1, 1);
        first += std::uint64_t{groups} * group_threads;
    }
}

void GlSearch::draw_points(const Program& program, const Part& part, std::uint32_t capacity) const {
    use(program, part);
    glUniform1ui(uniform(program, "capacity"), capacity);
    glUniform1ui(uniform(program, "emitter"), part.index);
    const GLint first_particle = uniform(program, "first_particle");
    const std::uint32_t at_once = most_vertices / part.slots;
    std::uint64_t first = 0;
    while (first < part.emitter.particles) {
        const std::uint64_t count =
            std::min<std::uint64_t>(part.emitter.particles - first, at_once);
        glUniform1ui(first_particle, static_cast<GLuint>(first));
        glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count * part.slots));
        first += count;
    }
}

void GlSearch::clear_count() const {
    glClearNamedBufferSubData(objects_->records.get(), GL_R32UI, 0, sizeof(std::uint32_t),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
}

std::uint32_t GlSearch::count_records() const {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    std::uint32_t count = 0;
    glGetNamedBufferSubData(objects_->records.get(), 0, sizeof(count), &count);
    return count;
}

void GlSearch::read(std::uint32_t emitter, std::uint32_t count, DeviceRecords& into) const {
    std::vector<std::uint32_t> words(std::size_t{count} * record_words);
    if (count > 0) {
        glGetNamedBufferSubData(objects_->records.get(), sizeof(std::uint32_t),
                                static_cast<GLsizeiptr>(words.size() * sizeof(std::uint32_t)),
                                words.data());
    }
    const std::size_t begin = into.list.size();
    for (std::size_t i = 0; i < words.size(); i += record_words) {
        const std::uint64_t bits = words[i + 4] | std::uint64_t{words[i + 5]} << 32;
        into.list.push_back({{emitter, words[i], words[i + 1], words[i + 2]},
                             words[i + 3],
                             std::bit_cast<double>(bits)});
    }
    std::sort(into.list.begin() + static_cast<std::ptrdiff_t>(begin), into.list.end(),
              [](const DeviceRecord& a, const DeviceRecord& b) {
                  return std::tie(a.life.particle, a.life.generation) <
                         std::tie(b.life.particle, b.life.generation);
              });
}

Expected<DeviceRecords> GlSearch::records(double from, double to) {
    const auto list = parts(from, to);
    if (!list) {
        return list.error();
    }
    return device_.context().run([&]() -> Expected<DeviceRecords> {
        const auto program = record_program();
        if (!program) {
            return program.error();
        }
        DeviceRecords found;
        for (const Part& part : *list) {
            for (;;) {
                clear_count();
                objects_->stopwatch.begin();
                dispatch(**program, part);
                found.seconds += objects_->stopwatch.end();
                const std::uint32_t count = count_records();
                if (count <= objects_->capacity) {
                    read(part.index, count, found);
                    break;
                }
                if (Status status = make_room(std::bit_ceil(count)); !status) {
                    return status.error();
                }
            }
        }
        return found;
    });
}

Expected<DeviceRecords> GlSearch::draw(double from, double to, ImpactRule rule, ImpactMaps& maps) {
    const auto list = parts(from, to);
    if (!list) {
        return list.error();
    }
    return device_.context().run([&]() -> Expected<DeviceRecords> {
        const auto picking = point_program("particle maps", map_fragment_shader);
        const auto adding = point_program("particle sums", sum_fragment_shader);
        if (!picking || !adding) {
            return picking ? adding.error() : picking.error();
        }
        DeviceRecords left;
        auto target = MapTarget::make(maps, device_.info().max_size);
        if (!target) {
            return target.error();
        }
        target->clear_depth(rule);
        glBindVertexArray(objects_->no_arrays.get());
        const auto set = [&](const Program& program) {
            glUseProgram(program.get());
            glUniform2ui(uniform(program, "target_size"), target->width(), target->height());
            glUniform1i(uniform(program, "rule"), static_cast<GLint>(rule));
        };
        set(**picking);
        set(**adding);
        for (const Part& part : *list) {
            for (;;) {
                clear_count();
                target->begin(rule);
                objects_->stopwatch.begin();
                draw_points(**picking, part, objects_->capacity);
                const double first_seconds = objects_->stopwatch.end();
                const std::uint32_t count = count_records();
                left.seconds += first_seconds;
                if (count <= objects_->capacity) {
                    read(part.index, count, left);
                    break;
                }
                // Drawn again, the same points change nothing.
                if (Status status = make_room(std::bit_ceil(count)); !status) {
                    return status.error();
                }
            }
            target->begin_sums();
            objects_->stopwatch.begin();
            draw_points(**adding, part, 0);
            left.seconds += objects_->stopwatch.end();
        }
        target->read(maps);
        return left;
    });
}

} // namespace

Expected<std::unique_ptr<DeviceSearch>> make_gl_search(raster::Device& device,
                                                       const ParticleSystemData& system) {
    auto* gl = dynamic_cast<GlDevice*>(&device);
    if (gl == nullptr) {
        return std::unique_ptr<DeviceSearch>();
    }
    auto search = std::make_unique<GlSearch>(*gl, system);
    if (Status status = search->open(); !status) {
        return status.error();
    }
    return std::unique_ptr<DeviceSearch>(std::move(search));
}

} // namespace impinge::inline v0::particles::opengl
