// SPDX-License-Identifier: Apache-2.0
#include "impinge/impact_sound.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "math/sine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace impinge::inline v0 {
namespace {

constexpr std::array substance_names{"metal", "wood", "glass", "stone", "water"};
constexpr double longest = 24 * 3600; // seconds

/// How a plate of a substance rings.
struct Ringing {
    double lowest;  ///< hertz, of a plate of one metre
    double damping; ///< per second, of the lowest mode
    double growth;  ///< of the damping with the frequency
    int modes;      ///< along a side
};

Ringing ringing_of(Substance substance) {
    switch (substance) {
    case Substance::Metal:
        return {180, 3, 0.3, 5};
    case Substance::Wood:
        return {110, 35, 0.8, 4};
    case Substance::Glass:
        return {420, 9, 0.5, 4};
    case Substance::Stone:
        return {260, 90, 0.9, 3};
    default: // water: short and high, and much the same for any size
        return {900, 160, 0.6, 3};
    }
}

/// exp(-x) of x >= 0 to about 1e-13, with the same bits everywhere.
double falling_exponential(double x) {
    if (x > 700) {
        return 0;
    }
    int halvings = 0;
    for (; x > 0x1p-4; x *= 0.5) {
        ++halvings;
    }
    double term = 1;
    double result = 1;
    for (int k = 1; k < 12; ++k) {
        term *= -x / k;
        result += term;
    }
    for (; halvings > 0; --halvings) {
        result *= result;
    }
    return result;
}

/// A mode as a recursion: y[n] = a y[n - 1] - b y[n - 2] + strike.
struct Resonator {
    double a = 0;
    double b = 0;
    double in = 0; ///< what a strike is multiplied with
    std::array<double, 2> last{};
    std::array<double, 2> before{};

    Resonator(const SoundMode& mode, int rate) {
        const double angle = 2 * std::numbers::pi * mode.frequency / rate;
        const double shrink = falling_exponential(mode.damping / rate);
        const auto [sine, cosine] = sine_cosine(angle);
        a = 2 * shrink * cosine;
        b = shrink * shrink;
        in = mode.gain * sine;
    }
    double next(std::size_t ear, double strike) {
        const double y = a * last[ear] - b * before[ear] + in * strike;
        before[ear] = last[ear];
        last[ear] = y;
        return y;
    }
};

struct Strikes {
    std::vector<float> left;
    std::vector<float> right;
};

/// Between two samples a strike is shared out between them.
void add(Strikes& strikes, double sample, double strength, double pan) {
    const double floor = std::floor(sample);
    const double share = sample - floor;
    const auto at = static_cast<std::size_t>(floor);
    const double quarter = 0.25 * std::numbers::pi * (1 + pan);
    const SineCosine turned = sine_cosine(quarter);
    const double left = strength * turned.cosine;
    const double right = strength * turned.sine;
    const auto put = [&](std::size_t i, double part) {
        if (i < strikes.left.size()) {
            strikes.left[i] += static_cast<float>(left * part);
            strikes.right[i] += static_cast<float>(right * part);
        }
    };
    put(at, 1 - share);
    put(at + 1, share);
}

/// As it is up to a half, then ever closer to 1.
float bent(double x) {
    const double size = std::fabs(x);
    return static_cast<float>(size <= 0.5 ? x : std::copysign(1 - 0.25 / size, x));
}

Status check(double from, double to, const SoundOptions& options) {
    if (!(from <= to) || !(to - from <= longest)) {
        return invalid(
            "a sound must have a beginning, an end not before it, and last a day at most");
    }
    if (options.rate < 1000 || options.rate > 384000) {
        return invalid("samples a second must be between 1000 and 384000");
    }
    if (!is_finite(options.ear) || !is_finite(options.right) ||
        !(squared_length(options.right) > 0)) {
        return invalid("ear and the direction to its right must be finite, and that not zero");
    }
    if (!(options.loudness >= 0) || !std::isfinite(options.loudness)) {
        return invalid("loudness must be finite and not negative");
    }
    return {};
}

Status check(std::span<const SoundMaterial> materials) {
    for (const SoundMaterial& material : materials) {
        for (const SoundMode& mode : material.modes) {
            if (!(mode.frequency > 0) || !std::isfinite(mode.frequency) || !(mode.damping > 0) ||
                !std::isfinite(mode.damping) || !std::isfinite(mode.gain)) {
                return invalid("a mode needs a positive frequency and damping, and a finite gain");
            }
        }
    }
    return {};
}

} // namespace

const char* to_string(Substance substance) { return name_in(substance_names, substance); }

std::optional<Substance> substance_from_string(std::string_view name) {
    for (const Substance substance : {Substance::Metal, Substance::Wood, Substance::Glass,
                                      Substance::Stone, Substance::Water}) {
        if (name == to_string(substance)) {
            return substance;
        }
    }
    return std::nullopt;
}

SoundMaterial ringing(Substance substance, double size) {
    const Ringing plate = ringing_of(substance);
    const double lowest =
        substance == Substance::Water ? plate.lowest : plate.lowest / std::max(size, 0.05);
    SoundMaterial material;
    // A plate with free edges rings at frequencies that go with the squares of its waves.
    for (int m = 1; m <= plate.modes; ++m) {
        for (int n = m; n <= plate.modes; ++n) {
            const double ratio = (m * m + 1.07 * n * n) / 2.07;
            material.modes.push_back({lowest * ratio,
                                      plate.damping * (1 + plate.growth * (ratio - 1)),
                                      1 / (1 + 0.35 * (ratio - 1))});
        }
    }
    return material;
}

Expected<Sound> impact_sound(std::span<const Impact> impacts,
                             std::span<const SoundMaterial> materials, double from, double to,
                             const SoundOptions& options) {
    return no_throw([&]() -> Expected<Sound> {
        if (Status status = check(from, to, options); !status) {
            return status.error();
        }
        if (Status status = check(materials); !status) {
            return status.error();
        }
        const auto samples = static_cast<std::size_t>(std::ceil((to - from) * options.rate));
        std::vector<double> left(samples);
        std::vector<double> right(samples);
        const Vec3d to_right = options.right * (1 / length(options.right));
        for (std::uint32_t collider = 0; collider < materials.size(); ++collider) {
            Strikes strikes{std::vector<float>(samples), std::vector<float>(samples)};
            bool struck = false;
            for (const Impact& impact : impacts) {
                if (impact.collider != collider || impact.time < from || impact.time > to) {
                    continue;
                }
                const Vec3d away = impact.position - options.ear;
                const double distance = std::max(length(away), 1.0);
                add(strikes, (impact.time - from) * options.rate,
                    options.loudness * impact.normal_speed / distance,
                    std::clamp(dot(away, to_right) / distance, -1.0, 1.0));
                struck = true;
            }
            for (const SoundMode& mode : materials[collider].modes) {
                if (!struck || mode.frequency >= 0.5 * options.rate) {
                    continue; // it could not be heard
                }
                Resonator resonator(mode, options.rate);
                for (std::size_t i = 0; i < samples; ++i) {
                    left[i] += resonator.next(0, strikes.left[i]);
                    right[i] += resonator.next(1, strikes.right[i]);
                }
            }
        }
        Sound sound{.rate = options.rate, .left = {}, .right = {}};
        sound.left.reserve(samples);
        sound.right.reserve(samples);
        for (std::size_t i = 0; i < samples; ++i) {
            sound.left.push_back(bent(left[i]));
            sound.right.push_back(bent(right[i]));
        }
        return sound;
    });
}

} // namespace impinge::inline v0
