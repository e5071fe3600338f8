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
constexpr std::uint32_t bins = 256;
/// A buffer that had to be larger is given back.
constexpr std::size_t most_bytes_kept = 16U << 20;
constexpr GLbitfield written_before_read =
    GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT;

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

/// Nothing of what it held stays. A driver has no other way to say that it lacks the memory than to
/// leave the buffer as small as it was.
Status reserve(Buffer& buffer, std::size_t bytes) {
    if (size_of(buffer) >= bytes) {
        return {};
    }
    buffer = make_buffer();
    glNamedBufferStorage(buffer.get(), static_cast<GLsizeiptr>(bytes), nullptr,
                         GL_DYNAMIC_STORAGE_BIT);
    if (size_of(buffer) < bytes) {
        buffer = Buffer();
        return Error{ErrorCode::OutOfMemory, "opengl: the driver has no memory to read into"};
    }
    return {};
}

void set_to_zero(const Buffer& buffer, std::size_t words) {
    glClearNamedBufferSubData(buffer.get(), GL_R32UI, 0,
                              static_cast<GLsizeiptr>(words * sizeof(std::uint32_t)),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
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

std::vector<Inspector::Slice> Inspector::slices(const PixelArea& area, const PixelTest& test) {
    const auto width = static_cast<std::uint32_t>(area.width);
    const auto first = static_cast<std::uint32_t>(area.y);
    const std::uint32_t end = first + static_cast<std::uint32_t>(area.height);
    const std::uint32_t ids = (test.with_id_0 ? 1U : 0U) + (test.with_id_1 ? 2U : 0U);
    Slice part{.first_row = first,
               .rows = std::clamp(slice_pixels / width, 1U, end - first),
               .first_column = static_cast<std::uint32_t>(area.x),
               .width = width,
               .pixels_per_thread = std::min(quotient_up(width, block_threads), most_per_thread),
               .test = {static_cast<std::uint32_t>(test.compare),
                        std::uint32_t{test.reference} & test.mask, test.mask, ids}};
    part.blocks_per_row = quotient_up(width, block_threads * part.pixels_per_thread);
    std::vector<Slice> parts;
    for (; part.first_row < end; part.first_row += part.rows) {
        parts.push_back(part);
        parts.back().rows = std::min(part.rows, end - part.first_row);
    }
    return parts;
}

std::vector<Inspector::Slice> Inspector::slices(const GlTarget& target, const PixelTest& test) {
    return slices(PixelArea{0, 0, target.width(), target.height()}, test);
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
        program.place = glGetUniformLocation(program.name.get(), "place");
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
    glUniform2ui(program.place, slice.first_column, slice.first_block);
    glUniform4uiv(program.test, 1, slice.test.data());
    glUniform1f(program.gap, slice.gap);
    glUniform1ui(program.block_count, slice.first_block + slice.blocks()); // of the last: of all
    glUniform1ui(program.pixel_count, slice.pixels());
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    const auto [across, upwards] = block_counts(step, slice);
    glDispatchCompute(across, upwards, 1);
}

Status Inspector::need_blocks(std::uint32_t blocks) {
    const std::size_t words = 1 + std::size_t{std::max(blocks, bins)};
    Status status = reserve(blocks_, words * sizeof(std::uint32_t));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, blocks_.get());
    return status;
}

Expected<std::uint64_t> Inspector::count(const GlTarget& target, const PixelTest& test) {
    const std::vector<Slice> parts = slices(target, test);
    Status status = prepare({Step::Count});
    status = status ? need_blocks(parts.front().blocks()) : status;
    if (!status) {
        return status.error();
    }
    bind_planes(target);
    set_to_zero(blocks_, 1);
    for (const Slice& slice : parts) {
        run(Step::Count, slice);
    }
    return std::uint64_t{read_words(blocks_, 0, 1)[0]};
}

Expected<std::array<std::uint64_t, 256>> Inspector::stencil_histogram(const GlTarget& target) {
    Status status = prepare({Step::Histogram});
    status = status ? need_blocks(0) : status;
    if (!status) {
        return status.error();
    }
    bind_planes(target);
    set_to_zero(blocks_, 1 + bins);
    for (const Slice& slice : slices(target, {})) {
        run(Step::Histogram, slice);
    }
    const std::vector<std::uint32_t> words = read_words(blocks_, 1, bins);
    std::array<std::uint64_t, 256> histogram{};
    std::copy(words.begin(), words.end(), histogram.begin());
    return histogram;
}

Status Inspector::collect_together(Step count, Step collect, std::uint32_t record_words,
                                   std::span<Slice> parts, Records& records) {
    std::uint32_t blocks = 0;
    for (Slice& slice : parts) {
        slice.first_block = blocks;
        blocks += slice.blocks();
    }
    if (Status status = need_blocks(blocks); !status) {
        return status;
    }
    set_to_zero(blocks_, 1);
    for (const Slice& slice : parts) {
        run(count, slice);
    }
    run(Step::Scan, parts.back());
    // The sum, then where the records of each block begin.
    const std::vector<std::uint32_t> places = read_words(blocks_, 0, 1 + std::size_t{blocks});
    const std::size_t before = records.begins.back();
    records.begins.pop_back();
    for (const Slice& slice : parts) {
        records.begins.push_back(before + places[1 + slice.first_block]);
    }
    records.begins.push_back(before + places[0]);
    if (places[0] == 0) {
        return {};
    }
    const std::size_t words = std::size_t{places[0]} * record_words;
    // Powers of two, so that it seldom has to grow.
    if (Status status = reserve_values(std::bit_ceil(words * sizeof(std::uint32_t))); !status) {
        return status;
    }
    for (const Slice& slice : parts) {
        run(collect, slice);
    }
    const std::size_t old = records.words.size();
    records.words.resize(old + words);
    read_into(std::span(records.words).subspan(old), values_, 0);
    return {};
}

Expected<Inspector::Records> Inspector::collect_all(Step count, Step collect,
                                                    std::uint32_t record_words,
                                                    std::span<Slice> parts) {
    Records records{.words = {}, .begins = {0}};
    while (!parts.empty()) {
        std::size_t together = 1;
        std::size_t pixels = parts.front().pixels();
        while (together < parts.size() && pixels + parts[together].pixels() <= slice_pixels) {
            pixels += parts[together].pixels();
            ++together;
        }
        if (const Status status =
                collect_together(count, collect, record_words, parts.first(together), records);
            !status) {
            return status.error();
        }
        parts = parts.subspan(together);
    }
    if (size_of(values_) > most_bytes_kept) {
        values_ = Buffer();
    }
    return records;
}

Expected<std::vector<Pixel>> Inspector::collect(const GlTarget& target, const PixelTest& test) {
    if (const Status status = prepare({Step::Count, Step::Scan, Step::Collect}); !status) {
        return status.error();
    }
    bind_planes(target);
    std::vector<Slice> parts = slices(target, test);
    const auto records = collect_all(Step::Count, Step::Collect, pixel_words, parts);
    if (!records) {
        return records.error();
    }
    std::vector<Pixel> pixels;
    pixels.reserve(records->begins.back());
    for (std::size_t word = 0; word < records->words.size(); word += pixel_words) {
        pixels.push_back(pixel_of(&records->words[word]));
    }
    return pixels;
}

Expected<std::vector<std::vector<IdPair>>>
Inspector::close_pairs(const GlTarget& one, const GlTarget& other,
                       std::span<const CloseArea> areas) {
    if (const Status status = prepare({Step::CountPairs, Step::Scan, Step::CollectPairs});
        !status) {
        return status.error();
    }
    glBindTextureUnit(0, one.depth_texture());
    glBindTextureUnit(1, other.depth_texture());
    glBindTextureUnit(2, one.id_texture(0));
    glBindTextureUnit(3, other.id_texture(0));
    std::vector<Slice> parts;
    std::vector<std::size_t> first_slice{0};
    for (const CloseArea& close : areas) {
        for (Slice& slice : slices(close.area, {})) {
            slice.gap = close.gap;
            parts.push_back(slice);
        }
        first_slice.push_back(parts.size());
    }
    const auto records = collect_all(Step::CountPairs, Step::CollectPairs, pair_words, parts);
    if (!records) {
        return records.error();
    }
    std::vector<std::vector<IdPair>> lists(areas.size());
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const std::size_t end = records->begins[first_slice[i + 1]];
        for (std::size_t k = records->begins[first_slice[i]]; k < end; ++k) {
            lists[i].push_back(
                {records->words[pair_words * k], records->words[pair_words * k + 1]});
        }
    }
    return lists;
}

Status Inspector::reserve_values(std::size_t bytes) {
    Status status = reserve(values_, bytes);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, values_.get());
    return status;
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
