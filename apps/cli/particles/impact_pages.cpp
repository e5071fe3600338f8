// SPDX-License-Identifier: Apache-2.0
#include "particles/impact_pages.hpp"

#include "output/picture_style.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <fmt/core.h>
#include <numbers>

namespace impinge::cli {
namespace {

using render::Colour;
using render::Picture;

struct ChannelWords {
    const char* name; ///< on the command line
    const char* title;
    const char* unit;
};

constexpr std::array<ChannelWords, 6> impact_channels{
    {{"count", "impacts", ""},
     {"sum", "normal speeds, sum", "m/s"},
     {"time", "time", "s"},
     {"speed", "speed", "m/s"},
     {"normal-speed", "normal speed", "m/s"},
     {"angle", "angle to the normal", "degrees"}}};

const ChannelWords& words_of(ImpactChannel channel) {
    return impact_channels[static_cast<std::size_t>(channel)];
}

double channel_value(const ImpactTexel& texel, const MapPageRequest& request) {
    switch (request.channel) {
    case ImpactChannel::Count:
        return texel.count;
    case ImpactChannel::Sum:
        return texel.sum;
    case ImpactChannel::Time:
        return request.from + (request.to - request.from) * texel.offset;
    case ImpactChannel::Speed:
        return texel.speed;
    case ImpactChannel::NormalSpeed:
        return texel.normal_speed;
    default:
        return texel.angle * 180 / std::numbers::pi;
    }
}

std::string map_facts(const ImpactMap& map) {
    std::uint64_t count = 0;
    std::uint64_t hit = 0;
    std::uint32_t most = 0;
    for (const ImpactTexel& texel : map.texels) {
        count += texel.count;
        hit += texel.count > 0 ? 1 : 0;
        most = std::max(most, texel.count);
    }
    return fmt::format("{}, {} of {} texels hit, at most {} in one",
                       counted(count, "impact", "impacts"), hit, map.texels.size(), most);
}

/// Counts and sums are of all impacts.
std::string rule_words(const MapPageRequest& request) {
    const bool of_all =
        request.channel == ImpactChannel::Count || request.channel == ImpactChannel::Sum;
    return of_all ? std::string()
                  : fmt::format("; of several impacts in a texel the {} shows",
                                to_string(request.rule));
}

// A spectrogram: the discrete Fourier transform of one window after the other.

constexpr std::size_t window_size = 4096;
constexpr int spectrogram_width = 860;
constexpr int spectrogram_height = 400;
constexpr double lowest_hertz = 40;
constexpr double range_decibels = 70;

using Spectrum = std::vector<std::complex<double>>;

/// In place, of a size that is a power of two.
void fourier_transform(Spectrum& values) {
    const std::size_t n = values.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n >> 1U;
        for (; (j & bit) != 0; bit >>= 1U) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            std::swap(values[i], values[j]);
        }
    }
    for (std::size_t size = 2; size <= n; size *= 2) {
        const double angle = -2 * std::numbers::pi / static_cast<double>(size);
        for (std::size_t k = 0; k < size / 2; ++k) {
            const std::complex<double> turn = std::polar(1.0, angle * static_cast<double>(k));
            for (std::size_t start = k; start < n; start += size) {
                const std::complex<double> far = values[start + size / 2] * turn;
                values[start + size / 2] = values[start] - far;
                values[start] += far;
            }
        }
    }
}

/// Decibels, 0 for a full sine wave.
std::vector<double> levels_at(const Sound& sound, double middle) {
    Spectrum values(window_size);
    const auto first =
        static_cast<std::ptrdiff_t>(middle) - static_cast<std::ptrdiff_t>(window_size / 2);
    const auto samples = static_cast<std::ptrdiff_t>(sound.left.size());
    for (std::size_t i = 0; i < window_size; ++i) {
        const std::ptrdiff_t at = first + static_cast<std::ptrdiff_t>(i);
        if (at < 0 || at >= samples) {
            continue;
        }
        const auto index = static_cast<std::size_t>(at);
        const double weight = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) /
                                                   static_cast<double>(window_size));
        values[i] = weight * 0.5 * (static_cast<double>(sound.left[index]) + sound.right[index]);
    }
    fourier_transform(values);
    std::vector<double> levels;
    for (std::size_t i = 0; i < window_size / 2; ++i) {
        const double size = std::abs(values[i]) * 4 / static_cast<double>(window_size);
        levels.push_back(20 * std::log10(std::max(size, 1e-12)));
    }
    return levels;
}

struct SpectrogramAxes {
    double seconds;
    double highest_hertz;
    double height = spectrogram_height;

    /// Of a row, counted from the top.
    [[nodiscard]] double hertz(double row) const {
        return highest_hertz * std::pow(lowest_hertz / highest_hertz, row / height);
    }
    [[nodiscard]] double row(double frequency) const {
        return height * std::log(frequency / highest_hertz) /
               std::log(lowest_hertz / highest_hertz);
    }
};

SpectrogramAxes axes_of(const Sound& sound, int height) {
    const double samples = static_cast<double>(std::max<std::size_t>(sound.left.size(), 1));
    return {samples / sound.rate, std::min(20000.0, 0.5 * sound.rate), static_cast<double>(height)};
}

void draw_axes(Picture& page, const SpectrogramAxes& axes, int left, int top) {
    const render::TextStyle across{
        .size = page_text_size, .colour = page_text_colour, .anchor_x = render::AnchorX::Centre};
    for (const render::Tick& tick : render::round_ticks(0, axes.seconds, 9)) {
        const double x = left + tick.value / axes.seconds * spectrogram_width;
        render::draw_line(page, {x, top + 1.0 * spectrogram_height},
                          {x, top + spectrogram_height + 5.0}, {.colour = page_text_colour});
        render::draw_text(page, {x, top + spectrogram_height + 7.0}, tick.text + " s", across);
    }
    const render::TextStyle beside{.size = page_text_size,
                                   .colour = page_text_colour,
                                   .anchor_x = render::AnchorX::Right,
                                   .anchor_y = render::AnchorY::Middle};
    for (const double hertz : {50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000}) {
        if (hertz < lowest_hertz || hertz > axes.highest_hertz) {
            continue;
        }
        const double y = top + axes.row(hertz);
        render::draw_line(page, {left - 5.0, y}, {left - 0.5, y}, {.colour = page_text_colour});
        render::draw_text(page, {left - 8.0, y},
                          hertz < 1000 ? fmt::format("{} Hz", hertz)
                                       : fmt::format("{} kHz", hertz / 1000),
                          beside);
    }
}

} // namespace

std::optional<ImpactChannel> impact_channel_from_string(std::string_view name) {
    for (std::size_t i = 0; i < impact_channels.size(); ++i) {
        if (name == impact_channels[i].name) {
            return static_cast<ImpactChannel>(i);
        }
    }
    return std::nullopt;
}

Picture impact_map_page(const ImpactMap& map, const MapPageRequest& request) {
    double least = 0;
    double most = 0;
    if (request.channel == ImpactChannel::Time) {
        least = request.from;
        most = request.to;
    } else {
        for (const ImpactTexel& texel : map.texels) {
            most = std::max(most, texel.count > 0 ? channel_value(texel, request) : 0.0);
        }
    }
    most = most > least ? most : least + 1;
    constexpr Colour nothing{12, 10, 16, 255}; // darker than the least
    Picture picture(map.width, map.height, nothing);
    for (int row = 0; row < map.height; ++row) {
        for (int column = 0; column < map.width; ++column) {
            const ImpactTexel& texel =
                map.texels[static_cast<std::size_t>(row) * static_cast<std::size_t>(map.width) +
                           static_cast<std::size_t>(column)];
            if (texel.count > 0) {
                picture.at(column, map.height - 1 - row) =
                    render::map_colour(render::ColourMap::Sequential,
                                       (channel_value(texel, request) - least) / (most - least));
            }
        }
    }
    const ChannelWords& words = words_of(request.channel);
    return explained(
        {.picture = std::move(picture),
         .bar = render::ColourBar{.map = render::ColourMap::Sequential,
                                  .min = least,
                                  .max = most,
                                  .title = words.title,
                                  .unit = words.unit,
                                  .text_size = page_text_size,
                                  .colour = page_text_colour},
         .legend = {}},
        {.title = "impact map of " + printable(request.collider),
         .explanation = fmt::format("from {:g} s to {:g} s; {} x {} texels, {} chart{}",
                                    request.from, request.to, map.width, map.height,
                                    to_string(map.chart.kind), rule_words(request)),
         .facts = map_facts(map)});
}

Picture spectrogram_plane(const Sound& sound, int width, int height) {
    const SpectrogramAxes axes = axes_of(sound, height);
    const double samples = axes.seconds * sound.rate;
    const double hertz_a_bin = static_cast<double>(sound.rate) / static_cast<double>(window_size);
    Picture plane(width, height, render::white);
    for (int x = 0; x < width; ++x) {
        const std::vector<double> levels = levels_at(sound, (x + 0.5) / width * samples);
        for (int y = 0; y < height; ++y) {
            const double bin = axes.hertz(y + 0.5) / hertz_a_bin;
            const auto low = std::min(static_cast<std::size_t>(bin), levels.size() - 2);
            const double share = std::clamp(bin - static_cast<double>(low), 0.0, 1.0);
            const double level = levels[low] * (1 - share) + levels[low + 1] * share;
            plane.at(x, y) =
                render::map_colour(render::ColourMap::Heat, 1 + level / range_decibels);
        }
    }
    return plane;
}

Picture spectrogram(const Sound& sound, const std::string& title) {
    constexpr int left = 80;
    constexpr int top = 60;
    const SpectrogramAxes axes = axes_of(sound, spectrogram_height);
    Picture page(left + spectrogram_width + page_gap + 110, top + spectrogram_height + 44,
                 render::white);
    render::draw_text(page, {left, 12}, title,
                      {.size = page_title_size, .colour = page_title_colour});
    render::draw_text(
        page, {left, 36},
        fmt::format("both channels together; Hann windows of {} samples at {} a second",
                    window_size, sound.rate),
        {.size = page_text_size, .colour = page_text_colour});
    const Picture plane = spectrogram_plane(sound, spectrogram_width, spectrogram_height);
    for (int y = 0; y < spectrogram_height; ++y) {
        for (int x = 0; x < spectrogram_width; ++x) {
            page.at(left + x, top + y) = plane.at(x, y);
        }
    }
    draw_axes(page, axes, left, top);
    render::draw_colour_bar(page, left + spectrogram_width + page_gap, top, spectrogram_height,
                            {.map = render::ColourMap::Heat,
                             .min = -range_decibels,
                             .max = 0,
                             .title = "level",
                             .unit = "dB",
                             .text_size = page_text_size,
                             .colour = page_text_colour});
    return page;
}

} // namespace impinge::cli
