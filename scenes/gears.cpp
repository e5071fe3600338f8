// SPDX-License-Identifier: Apache-2.0
//
// A gear is a plane outline drawn out along z, with a hole. Seen from the axis the outline goes
// around once without turning back, so the flat sides are strips between outline and hole.
#include "scenes/gears.hpp"

#include "math/sine.hpp"
#include "scenes/assembly.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace impinge::scenes {
namespace {

using std::numbers::pi;

struct Polar {
    double radius = 0;
    double angle = 0;
};

/// tan(x) - x at 20 degrees: the angle by which an involute has turned at the pitch circle.
constexpr double involute_at_pitch = 0.014904383867336446;
constexpr double cosine_of_pressure = 0.9396926207859084;

/// The angle by which an involute has turned at a radius, u being its slope there: u - arctan u,
/// where u stays below 1, by the series of the arctangent.
double involute(double base_radius, double radius) {
    const double u2 = std::max(0.0, radius * radius / (base_radius * base_radius) - 1);
    double power = std::sqrt(u2);
    double sum = 0;
    for (int k = 3; k < 80; k += 2) {
        power *= -u2;
        sum -= power / k;
    }
    return sum;
}

/// How finely a gear is cut.
struct GearCuts {
    std::uint32_t per_flank = 2; ///< steps along one flank
    std::uint32_t layers = 1;    ///< along z
};

std::uint32_t outline_size(int teeth, std::uint32_t per_flank) {
    return static_cast<std::uint32_t>(teeth) * (2 * per_flank + 2);
}

std::size_t triangle_count(int teeth, const GearCuts& cuts) {
    return std::size_t{4} * outline_size(teeth, cuts.per_flank) * (cuts.layers + 1);
}

GearCuts choose_cuts(const Gear& shape) {
    const auto miss = [&](const GearCuts& cuts) {
        return std::abs(static_cast<double>(triangle_count(shape.teeth, cuts)) -
                        static_cast<double>(shape.triangles));
    };
    // About as many layers as make square cells on the flanks, more or fewer to meet the count.
    GearCuts best;
    for (std::uint32_t per_flank = 2; per_flank < 400; ++per_flank) {
        const auto square =
            static_cast<std::uint32_t>(shape.width / (2.25 * shape.module) * per_flank);
        for (std::uint32_t layers = std::max(1U, square / 2); layers <= 2 * square; ++layers) {
            if (miss({per_flank, layers}) < miss(best)) {
                best = {per_flank, layers};
            }
        }
    }
    return best;
}

/// One tooth around angle 0, from its lower root to its upper; the first point of the next tooth
/// follows on the root circle.
std::vector<Polar> tooth_outline(const Gear& shape, std::uint32_t per_flank) {
    const double pitch = shape.module * shape.teeth / 2;
    const double base = pitch * cosine_of_pressure;
    const double root = pitch - 1.25 * shape.module;
    const double tip = pitch + shape.module;
    const double half_at_pitch =
        pi / (2.0 * shape.teeth) - shape.backlash * shape.module / (4 * pitch);
    const double start = std::max(base, root * 1.002);
    std::vector<Polar> flank; // from root to tip, on the side of negative angles
    const double half_at_start = half_at_pitch + involute_at_pitch - involute(base, start);
    flank.push_back({root, -half_at_start * 1.02});
    for (std::uint32_t i = 0; i < per_flank; ++i) {
        const double radius = start + (tip - start) * i / (per_flank - 1);
        flank.push_back({radius, involute(base, radius) - half_at_pitch - involute_at_pitch});
    }
    std::vector<Polar> outline = flank;
    for (std::size_t i = flank.size(); i-- > 0;) {
        outline.push_back({flank[i].radius, -flank[i].angle});
    }
    return outline;
}

std::vector<Polar> gear_outline(const Gear& shape, std::uint32_t per_flank) {
    const std::vector<Polar> tooth = tooth_outline(shape, per_flank);
    std::vector<Polar> outline;
    for (int i = 0; i < shape.teeth; ++i) {
        for (const Polar& point : tooth) {
            outline.push_back({point.radius, point.angle + 2 * pi * i / shape.teeth});
        }
    }
    return outline;
}

/// Walls along z: ring `layer` of the outline or of the bore.
class GearBuilder {
  public:
    GearBuilder(const Gear& shape, const GearCuts& cuts)
        : size_(outline_size(shape.teeth, cuts.per_flank)), layers_(cuts.layers) {
        const std::vector<Polar> outline = gear_outline(shape, cuts.per_flank);
        for (std::uint32_t layer = 0; layer <= layers_; ++layer) {
            const double z = shape.width * layer / layers_;
            for (const Polar& point : outline) {
                const auto [s, c] = sine_cosine(point.angle);
                mesh.positions.push_back({point.radius * c, point.radius * s, z});
                mesh.positions.push_back({shape.bore_radius * c, shape.bore_radius * s, z});
            }
        }
        for (std::uint32_t i = 0; i < size_; ++i) {
            for (std::uint32_t layer = 0; layer < layers_; ++layer) {
                add_quad(outer(layer, i), outer(layer, i + 1), outer(layer + 1, i + 1),
                         outer(layer + 1, i));
                add_quad(bore(layer, i + 1), bore(layer, i), bore(layer + 1, i),
                         bore(layer + 1, i + 1));
            }
            add_quad(outer(layers_, i), outer(layers_, i + 1), bore(layers_, i + 1),
                     bore(layers_, i));
            add_quad(outer(0, i + 1), outer(0, i), bore(0, i), bore(0, i + 1));
        }
    }
    Mesh mesh;

  private:
    [[nodiscard]] std::uint32_t outer(std::uint32_t layer, std::uint32_t i) const {
        return 2 * (layer * size_ + i % size_);
    }
    [[nodiscard]] std::uint32_t bore(std::uint32_t layer, std::uint32_t i) const {
        return outer(layer, i) + 1;
    }
    void add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }

    std::uint32_t size_;
    std::uint32_t layers_;
};

} // namespace

Mesh gear(const Gear& shape) { return std::move(GearBuilder(shape, choose_cuts(shape)).mesh); }

GearPair meshing_gears(const Gear& shape, int driven_teeth, double closer) {
    Gear driver = shape;
    Gear driven = shape;
    driven.teeth = driven_teeth;
    driver.triangles = shape.triangles * static_cast<std::size_t>(driver.teeth) /
                       static_cast<std::size_t>(driver.teeth + driven_teeth);
    driven.triangles = shape.triangles - driver.triangles;
    const double distance =
        shape.module * (driver.teeth + driven.teeth) / 2 - closer * shape.module;
    // A gap at the angle pi: a tooth there if the number is even, a gap if it is odd.
    const double turn = driven_teeth % 2 == 0 ? pi / driven_teeth : 0;
    const Rigid pose = compose(translation({distance, 0, 0}), rotation({0, 0, 1}, turn));
    return {gear(driver), posed(gear(driven), pose)};
}

} // namespace impinge::scenes
