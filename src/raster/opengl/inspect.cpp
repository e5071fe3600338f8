// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/inspect.hpp"

#include "raster/opengl/program.hpp"
#include "raster/opengl/shaders.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace impinge::inline v0::raster::opengl {
namespace {

constexpr std::uint32_t block_threads = 256;
constexpr std::uint32_t most_per_thread = 16;
/// So that the records of a full slice fit the smallest storage buffer OpenGL allows (2^27 bytes).
constexpr std::uint32_t slice_pixels = 1U << 22;
constexpr std::uint32_t pixel_words = 5;
constexpr std::uint32_t pair_words = 2;
constexpr GLbitfield written_before_read =
    GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT;

/// The sum, then a number for every block or bin, all zero.
Buffer make_blocks(std::uint32_t blocks) {
    constexpr std::uint32_t bins = 256;
    const std::size_t words = 1 + std::size_t{std::max(blocks, bins)};
    Buffer buffer = make_buffer();
    glNamedBufferStorage(buffer.get(), static_cast<GLsizeiptr>(words * sizeof(std::uint32_t)),
                         nullptr, GL_DYNAMIC_STORAGE_BIT);
    glClearNamedBufferData(buffer.get(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer.get());
    return buffer;
}

std::uint32_t quotient_up(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

template <typename T> void read_into(std::span<T> values, const Buffer& buffer, std::size_t first) {
    glMemoryBarrier(written_before_read);
    glGetNamedBufferSubData(buffer.get(), static_cast<GLintptr>(first * sizeof(T)),
                            static_cast<GLsizeiptr>(values.size_bytes()), values.data());
}

std::vector<std::uint32_t> read_words(const Buffer& buffer, std::size_t first, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    read_into(std::span(words), buffer, first);
    return words;
}

std::size_t size_of(const Buffer& buffer) {
    GLint64 bytes = 0;
    if (buffer) {
        glGetNamedBufferParameteri64v(buffer.get(), GL_BUFFER_SIZE, &bytes);
    }
    return static_cast<std::size_t>(bytes);
}

void bind_planes(const GlTarget& target) {
    glBindTextureUnit(0, target.depth_texture());
    glBindTextureUnit(1, target.stencil_texture());
    glBindTextureUnit(2, target.id_texture(0));
    glBindTextureUnit(3, target.id_texture(1));
}

Pixel pixel_of(const std::uint32_t* record) {
    return {.x = record[0] & 0xFFFFU,
            .y = record[0] >> 16U,
            .depth = std::bit_cast<float>(record[1]),
            .stencil = static_cast<std::uint8_t>(record[2]),
            .id_0 = record[3],
            .id_1 = record[4]};
}

} // namespace

std::vector<Inspector::Slice> Inspector::slices(const GlTarget& target, const PixelTest& test) {
    const auto width = static_cast<std::uint32_t>(target.width());
    const auto height = static_cast<std::uint32_t>(target.height());
    const std::uint32_t ids = (test.with_id_0 ? 1U : 0U) + (test.with_id_1 ? 2U : 0U);
    Slice part{.rows = std::clamp(slice_pixels / width, 1U, height),
               .width = width,
               .pixels_per_thread = std::min(quotient_up(width, block_threads), most_per_thread),
               .test = {static_cast<std::uint32_t>(test.compare),
                        std::uint32_t{test.reference} & test.mask, test.mask, ids}};
    part.blocks_per_row = quotient_up(width, block_threads * part.pixels_per_thread);
    std::vector<Slice> parts;
    for (; part.first_row < height; part.first_row += part.rows) {
        parts.push_back(part);
        parts.back().rows = std::min(part.rows, height - part.first_row);
    }
    return parts;
}

Status Inspector::prepare(std::initializer_list<Step> steps) {
    constexpr std::array<const char* const*, step_count> sources{
        &count_shader,        &scan_shader,  &collect_shader, &histogram_shader,
        &pack_stencil_shader, &count_shader, &collect_shader};
    for (const Step step : steps) {
        StepProgram& program = programs_[static_cast<std::size_t>(step)];
        if (program.name) {
            continue;
        }
        const bool of_pairs = step == Step::CountPairs || step == Step::CollectPairs;
        Expected<Program> linked = link_compute_program(
            std::string(block_functions) + (of_pairs ? pair_functions : pixel_functions) +
            *sources[static_cast<std::size_t>(step)]);
        if (!linked) {
            return linked.error();
        }
        program.name = std::move(*linked);
        program.slice = glGetUniformLocation(program.name.get(), "slice");
        program.test = glGetUniformLocation(program.name.get(), "test");
        program.gap = glGetUniformLocation(program.name.get(), "gap");
        program.block_count = glGetUniformLocation(program.name.get(), "block_count");
        program.pixel_count = glGetUniformLocation(program.name.get(), "pixel_count");
    }
    return {};
}

std::array<std::uint32_t, 2> Inspector::block_counts(Step step, const Slice& slice) {
    switch (step) {
    case Step::Scan:
        return {1, 1};
    case Step::PackStencil:
        return {quotient_up(slice.pixels(), 4 * block_threads), 1};
    default:
        return {slice.blocks_per_row, slice.rows};
    }
}

void Inspector::run(Step step, const Slice& slice) {
    const StepProgram& program = programs_[static_cast<std::size_t>(step)];
    glUseProgram(program.name.get());
    glUniform3ui(program.slice, slice.first_row, slice.width, slice.pixels_per_thread);
    glUniform4uiv(program.test, 1, slice.test.data());
    glUniform1f(program.gap, slice.gap);
    glUniform1ui(program.block_count, slice.rows * slice.blocks_per_row);
    glUniform1ui(program.pixel_count, slice.pixels());
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    const auto [across, upwards] = block_counts(step, slice);
    glDispatchCompute(across, upwards, 1);
}

Expected<std::uint64_t> Inspector::count(const GlTarget& target, const PixelTest& test) {
    if (const Status status = prepare({Step::Count}); !status) {
        return status.error();
    }
    bind_planes(target);
    const std::vector<Slice> parts = slices(target, test);
    const Buffer blocks = make_blocks(parts.front().rows * parts.front().blocks_per_row);
    for (const Slice& slice : parts) {
        run(Step::Count, slice);
    }
    return std::uint64_t{read_words(blocks, 0, 1)[0]};
}

Expected<std::array<std::uint64_t, 256>> Inspector::stencil_histogram(const GlTarget& target) {
    if (const Status status = prepare({Step::Histogram}); !status) {
        return status.error();
    }
    bind_planes(target);
    const Buffer bins = make_blocks(0);
    for (const Slice& slice : slices(target, {})) {
        run(Step::Histogram, slice);
    }
    const std::vector<std::uint32_t> words = read_words(bins, 1, 256);
    std::array<std::uint64_t, 256> histogram{};
    std::copy(words.begin(), words.end(), histogram.begin());
    return histogram;
}

std::vector<std::uint32_t> Inspector::collect_slice(Step count, Step collect,
                                                    std::uint32_t record_words, const Slice& slice,
                                                    const Buffer& blocks) {
    constexpr std::uint32_t zero = 0;
    glNamedBufferSubData(blocks.get(), 0, sizeof(zero), &zero);
    run(count, slice);
    const std::uint32_t found = read_words(blocks, 0, 1)[0];
    if (found == 0) {
        return {};
    }
    run(Step::Scan, slice);
    const Buffer records = make_buffer();
    const std::size_t words = std::size_t{found} * record_words;
    glNamedBufferStorage(records.get(), static_cast<GLsizeiptr>(words * sizeof(std::uint32_t)),
                         nullptr, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, records.get());
    run(collect, slice);
    return read_words(records, 0, words);
}

Expected<std::vector<Pixel>> Inspector::collect(const GlTarget& target, const PixelTest& test) {
    if (const Status status = prepare({Step::Count, Step::Scan, Step::Collect}); !status) {
        return status.error();
    }
    bind_planes(target);
    const std::vector<Slice> parts = slices(target, test);
    const Buffer blocks = make_blocks(parts.front().rows * parts.front().blocks_per_row);
    std::vector<Pixel> pixels;
    for (const Slice& slice : parts) {
        const auto words = collect_slice(Step::Count, Step::Collect, pixel_words, slice, blocks);
        pixels.reserve(pixels.size() + words.size() / pixel_words);
        for (std::size_t word = 0; word < words.size(); word += pixel_words) {
            pixels.push_back(pixel_of(&words[word]));
        }
    }
    return pixels;
}

Expected<std::vector<IdPair>> Inspector::close_pairs(const GlTarget& one, const GlTarget& other,
                                                     float gap) {
    if (const Status status = prepare({Step::CountPairs, Step::Scan, Step::CollectPairs});
        !status) {
        return status.error();
    }
    glBindTextureUnit(0, one.depth_texture());
    glBindTextureUnit(1, other.depth_texture());
    glBindTextureUnit(2, one.id_texture(0));
    glBindTextureUnit(3, other.id_texture(0));
    std::vector<Slice> parts = slices(one, {});
    const Buffer blocks = make_blocks(parts.front().rows * parts.front().blocks_per_row);
    std::vector<IdPair> pairs;
    for (Slice& slice : parts) {
        slice.gap = gap;
        const auto words =
            collect_slice(Step::CountPairs, Step::CollectPairs, pair_words, slice, blocks);
        pairs.reserve(pairs.size() + words.size() / pair_words);
        for (std::size_t word = 0; word < words.size(); word += pair_words) {
            pairs.push_back({words[word], words[word + 1]});
        }
    }
    return pairs;
}

Status Inspector::reserve_values(std::size_t bytes) {
    // The driver is asked how much there is: it may have had no memory the last time.
    if (size_of(values_) < bytes) {
        values_ = make_buffer();
        glNamedBufferStorage(values_.get(), static_cast<GLsizeiptr>(bytes), nullptr, 0);
        if (size_of(values_) < bytes) {
            return Error{ErrorCode::OutOfMemory, "opengl: the driver has no memory to read into"};
        }
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, values_.get());
    return {};
}

Expected<std::vector<std::uint8_t>> Inspector::read_stencil(const GlTarget& target) {
    if (const Status status = prepare({Step::PackStencil}); !status) {
        return status.error();
    }
    bind_planes(target);
    const std::vector<Slice> parts = slices(target, {});
    constexpr std::size_t word = sizeof(std::uint32_t);
    // Shaders write whole words, of which the last of a slice may be used in part.
    if (const Status status = reserve_values((parts.front().pixels() + word - 1) / word * word);
        !status) {
        return status.error();
    }
    std::vector<std::uint8_t> values(static_cast<std::size_t>(target.width()) *
                                     static_cast<std::size_t>(target.height()));
    for (const Slice& slice : parts) {
        run(Step::PackStencil, slice);
        const std::size_t first = std::size_t{slice.first_row} * slice.width;
        read_into(std::span(values).subspan(first, slice.pixels()), values_, 0);
    }
    return values;
}

} // namespace impinge::inline v0::raster::opengl
