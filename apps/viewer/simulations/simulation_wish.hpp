// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace impinge::viewer {

/// Which, and how large; what is not given is as in `impinge simulate`.
struct SimulationWish {
    std::string kind; ///< "polytopes", "cloth", "creature", "shatter" or "walkthrough"
    std::optional<std::size_t> frames = {};
    std::optional<std::size_t> bodies = {}; ///< polytopes, falling bodies, balls or pieces
    std::optional<std::uint64_t> seed = {};
    std::size_t memory = 0; ///< bytes of frames that are kept; 0: as FrameStoreOptions says
};

struct ParticleWish {
    std::string scene; ///< "hail", "rain", "fountain" or FILE.json
    std::optional<std::uint64_t> particles = {};
    std::optional<std::uint32_t> seed = {};
    std::size_t memory = 0;
};

} // namespace impinge::viewer
