// SPDX-License-Identifier: Apache-2.0
//
// The bodies named on the command line: read, measured, and examined for being solids.
#pragma once

#include "impinge/collide.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::cli {

struct LoadedBody {
    std::string name; ///< unique within one run
    std::string file; ///< as the user wrote it
    Mesh mesh;
    Box3 box;
    std::optional<Diagnosis> diagnosis; ///< absent if not asked for, or interrupted

    /// For queries; valid as long as this object stays where it is.
    [[nodiscard]] Body body() const {
        return {mesh.view(), Rigid{}, diagnosis ? &*diagnosis : nullptr};
    }
    [[nodiscard]] bool known_open() const { return diagnosis && !diagnosis->solid(); }
};

/// One body per file, in order. Stops early, with what it has, when the context is cancelled.
Expected<std::vector<LoadedBody>> load_bodies(std::span<const std::string> files,
                                              const Context& context);

/// Fills in every diagnosis that is missing; stops early when the context is cancelled.
Status diagnose_bodies(std::span<LoadedBody> bodies, const Context& context);

/// Short names for files: the stem where that is unique, else the file name, else the whole path,
/// and a number behind it for a file named twice.
std::vector<std::string> unique_names(std::span<const std::string> files);

} // namespace impinge::cli
