// SPDX-License-Identifier: Apache-2.0
//
// An image-space method compared with the exact one, as text and as JSON.
#pragma once

#include "input/input.hpp"
#include "output/progress.hpp"
#include "sampled/sampled_arguments.hpp"

namespace impinge::cli {

/// Whether it is interference that bodies only touch.
enum class Touch : std::uint8_t { IsNothing, Counts };

/// By the verdict, of the exact method or another.
bool interferes(const Interference& answer, Touch touch);

/// Two bodies, and what the exact engine says of them.
struct ExactlyCompared {
    LoadedScene scene = {}; ///< A and B
    Interference exact = {};
    double exact_ms = 0;

    [[nodiscard]] std::span<const LoadedBody> bodies() const { return scene.bodies; }
};
Status ask_exact(ExactlyCompared& compared, const Context& context, Progress& progress);

struct Comparison {
    ExactlyCompared two;
    SampledRequest request;
    std::string runs_on; ///< what the device runs on
    MethodAnswer sampled;
    std::optional<imagespace::EdgeRays> edge_rays = {}; ///< if these were asked
    std::string picture_file = {};                      ///< empty if none was drawn
    double method_ms = 0; ///< drawing, bodies handed to the device included
    double total_ms = 0;

    /// Whether they share more than a border, or as much as that if touching counts.
    [[nodiscard]] bool exact_interferes() const;
    [[nodiscard]] bool sampled_interferes() const;
    /// The bodies interfere, and the method says they do not. What it could not tell, it has
    /// neither missed nor invented.
    [[nodiscard]] bool missed() const {
        return exact_interferes() && !sampled_interferes() && !sampled.could_not_tell();
    }
    [[nodiscard]] bool invented() const { return !exact_interferes() && sampled_interferes(); }
};

/// "512 x 300 pixels of 0.02 mm, looking along (0, 0, -1), drawn by software"
std::string comparison_facts(const Comparison& comparison);
std::string comparison_text(const Comparison& comparison);
/// The text of the document.
std::string comparison_json(const Comparison& comparison);

} // namespace impinge::cli
