// SPDX-License-Identifier: Apache-2.0
//
// How much and how deep the bodies of a pair overlap, and how far one must move to come free: what
// `impinge check` measures with --measure, --tolerance and tolerances of a scene.
#pragma once

#include "impinge/assembly.hpp"
#include "impinge/contact_patches.hpp"
#include "impinge/overlap.hpp"
#include "impinge/scene_file.hpp"
#include "impinge/separation.hpp"
#include "input/loaded_body.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace impinge::cli {

/// What is to be measured.
struct Measuring {
    bool everything = false; ///< every pair that interferes, its way out, and where others touch
    bool way_out = true;     ///< if false, not that
    std::optional<Vec3d> direction = {};  ///< of the way out; the shortest one if there is none
    std::optional<double> tolerance = {}; ///< of pairs of which no rule speaks
    PairTolerances rules = {};
    /// Of both bodies together, if one is of a CAD file and curved: pairs that cross are measured,
    /// to tell whether they do so deeper than that.
    PairTolerances chord_errors = {};
    bool meshes = false; ///< the surface of each region, too

    [[nodiscard]] bool wanted() const { return everything || tolerance || rules || chord_errors; }
    /// Nothing if the pair may not cross at all.
    [[nodiscard]] std::optional<double> tolerance_of(const AssemblyPair& pair) const;
};

/// How much a pair overlaps.
struct PairMeasure {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Overlap overlap = {};
    /// Of each region: how far the facets that bound it may stand off the curved surfaces that they
    /// stand for, those of A and of B together. An estimate (see facet_error.hpp), but for bodies
    /// of CAD files.
    std::vector<double> facets = {};
    std::optional<Separation> way_out = {}; ///< with Measuring::everything

    [[nodiscard]] bool known() const {
        return !overlap.partial && overlap.measurable == Measurable::Yes;
    }
    /// The deepest point of either body in the other, over all regions; null if none was measured.
    [[nodiscard]] const RegionDepth* deepest() const;
    /// No point is deeper; 0 if there are no regions.
    [[nodiscard]] double at_most() const;
    [[nodiscard]] double largest_facets() const;
    /// Whether facets may account for how deep it is.
    [[nodiscard]] bool explained_by_facets() const;
};

/// Null if no body has a chord error.
PairTolerances chord_errors_of(std::span<const LoadedBody> bodies);

/// Where a pair touches.
struct PairContact {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    ContactPatches found = {};
};

/// Of the pairs that touch, in their order; stops early likewise.
Expected<std::vector<PairContact>> find_contacts(std::span<const LoadedBody> bodies,
                                                 std::span<const AssemblyPair> pairs,
                                                 const Context& context);

/// Of the pairs that `wanted` asks about and that are neither apart nor only touch, in their order.
/// Stops early when the context is cancelled, and then leaves pairs out.
Expected<std::vector<PairMeasure>> measure_pairs(std::span<const LoadedBody> bodies,
                                                 std::span<const AssemblyPair> pairs,
                                                 const Measuring& wanted, const Context& context);

/// Whether the overlap is provably no deeper than this. Bodies that cross are deeper than 0.
bool is_no_deeper(const PairMeasure& measure, double tolerance);

} // namespace impinge::cli
