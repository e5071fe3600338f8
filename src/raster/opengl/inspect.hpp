// SPDX-License-Identifier: Apache-2.0
//
// Questions about the pixels of a target, answered by compute shaders.
#pragma once

#include "raster/opengl/gl_names.hpp"
#include "raster/opengl/gl_objects.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0::raster::opengl {

/// Needs its context to be current. Programs are compiled when first asked.
class Inspector {
  public:
    Expected<std::uint64_t> count(const GlTarget& target, const PixelTest& test);
    Expected<std::array<std::uint64_t, 256>> stencil_histogram(const GlTarget& target);
    Expected<std::vector<Pixel>> collect(const GlTarget& target, const PixelTest& test);
    Expected<std::vector<std::vector<IdPair>>>
    close_pairs(const GlTarget& one, const GlTarget& other, std::span<const CloseArea> areas);
    /// The whole plane, row by row from the bottom. Needs a processor that stores the low byte of a
    /// word first.
    Expected<std::vector<std::uint8_t>> read_stencil(const GlTarget& target);

  private:
    enum class Step : std::uint8_t {
        Count,
        Scan,
        Collect,
        Histogram,
        PackStencil,
        CountPairs,
        CollectPairs,
    };
    static constexpr std::size_t step_count = 7;

    struct StepProgram {
        Program name;
        GLint slice = -1;
        GLint place = -1;
        GLint test = -1;
        GLint gap = -1;
        GLint block_count = -1;
        GLint pixel_count = -1;
    };
    /// Some rows of an area, and how they are cut into blocks.
    struct Slice {
        std::uint32_t first_row = 0;
        std::uint32_t rows = 0;
        std::uint32_t first_column = 0;
        std::uint32_t width = 0;
        std::uint32_t pixels_per_thread = 0;
        std::uint32_t blocks_per_row = 0;
        std::uint32_t first_block = 0; ///< among those of all slices that are looked at together
        std::array<std::uint32_t, 4> test{};
        float gap = 0; ///< of pairs

        [[nodiscard]] std::uint32_t pixels() const { return rows * width; }
        [[nodiscard]] std::uint32_t blocks() const { return rows * blocks_per_row; }
    };
    /// The records of what passes, each of so many words, one slice after the other; where those of
    /// each begin, in records, and where the last end.
    struct Records {
        std::vector<std::uint32_t> words;
        std::vector<std::size_t> begins;
    };

    static std::vector<Slice> slices(const PixelArea& area, const PixelTest& test);
    static std::vector<Slice> slices(const GlTarget& target, const PixelTest& test);
    Status prepare(std::initializer_list<Step> steps);
    static std::array<std::uint32_t, 2> block_counts(Step step, const Slice& slice);
    void run(Step step, const Slice& slice);
    /// Of slices that fit a buffer together: the device is waited for twice, however many they are.
    Status collect_together(Step count, Step collect, std::uint32_t record_words,
                            std::span<Slice> parts, Records& records);
    Expected<Records> collect_all(Step count, Step collect, std::uint32_t record_words,
                                  std::span<Slice> parts);
    Status need_blocks(std::uint32_t blocks);
    Status reserve_values(std::size_t bytes);

    std::array<StepProgram, step_count> programs_;
    // Kept, since making a buffer takes a driver longer than a small question.
    Buffer blocks_; ///< a sum, then a number for every block or bin
    Buffer values_; ///< of the largest slice read so far, up to a limit
};

} // namespace impinge::inline v0::raster::opengl
