// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/icollide.hpp"

namespace impinge::bench {
namespace {

std::vector<double> evenly(double first, double last, int count) {
    std::vector<double> values(static_cast<std::size_t>(count));
    for (int i = 0; double& value : values) {
        value = first + (last - first) * i++ / (count - 1);
    }
    return values;
}

} // namespace

std::vector<Graph> icollide_graphs() {
    using Swarm = scenes::SwarmParameters;
    return {{"number", "polytopes", evenly(20, 2000, 100),
             [](Swarm& s, double value) { s.bodies = static_cast<std::size_t>(value); }},
            {"faces", "faces of a polytope", evenly(10, 200, 20),
             [](Swarm& s, double value) { s.faces = static_cast<std::size_t>(value); }},
            {"density", "density in percent", evenly(0.5, 10, 20),
             [](Swarm& s, double value) { s.density = value / 100; }},
            {"rotation", "degrees a frame", evenly(2, 40, 20),
             [](Swarm& s, double value) { s.rotation_degrees = value; }},
            {"translation", "percent of the radius a frame", evenly(2.5, 50, 20),
             [](Swarm& s, double value) { s.translation = value / 100; }}};
}

} // namespace impinge::bench
