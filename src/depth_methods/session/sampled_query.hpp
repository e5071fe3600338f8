// SPDX-License-Identifier: Apache-2.0
//
// Two bodies on a device, ready to be asked about.
#pragma once

#include "depth_methods/session/sight.hpp"

namespace impinge::inline v0::imagespace {

/// Whether anything is worth keeping or learning for later.
enum class Lifetime : std::uint8_t { OneQuery, Session };

/// What is new about a body.
enum class Replaced : std::uint8_t { Positions, Mesh };

class SampledQuery {
  public:
    static Expected<SampledQuery> create(raster::Device& device, const Body& a, const Body& b,
                                         const SampledOptions& options, Lifetime lifetime,
                                         const Context& context);

    Expected<Sampled> ask(const Rigid& pose_a, const Rigid& pose_b, const Context& context);

    /// Another shape for a body, for all queries to come. A refused one changes nothing.
    Status replace(WhichBody which, const Body& body, Replaced replaced, const Context& context);

    [[nodiscard]] raster::Device& device() const { return *device_; }

  private:
    /// The thin spikes of a body at a pixel size.
    struct KnownSpikes {
        double pixel_size = 0; ///< in units of the mesh
        std::vector<std::vector<std::uint32_t>> triangles = {};
    };

    void find_spikes(KnownSpikes& known, const Posed& posed, double pixel_size) const;

    SampledQuery(raster::Device& device, SolidBody a, SolidBody b, const SampledOptions& options,
                 Lifetime lifetime);

    /// Where the first view that shows an overlap shows it, as far as that is wanted.
    struct Overlap {
        raster::View view = {};
        std::vector<PixelPlace> places = {};
        bool by_rays = false; ///< some view was beyond floats
    };

    Status prepare();
    Status need_geometries();
    Status put_in_place_of(SolidBody& old, SolidBody& entered, Replaced replaced,
                           const BodyName& name);
    [[nodiscard]] Sampled blank() const;
    Expected<Overlap> look(Sampled& result, const Pair& pair);
    Expected<Findings> look_along(Plane& plane, PassLog& log);
    Status examine_shapes(const Frame& frame, const Findings& found, Plane& plane);
    Status prove(Sampled& result, const Pair& pair, const Overlap& overlap);
    Status prove_between_pixels(Sampled& result, const Pair& pair, const Overlap& overlap);
    Status prove_by_spikes(Sampled& result, const Pair& pair);

    raster::Device* device_;
    SolidBody a_;
    SolidBody b_;
    SampledOptions options_;
    Context context_; ///< of the present query
    Lifetime lifetime_;
    Roles roles_;
    Sight sight_;
    KnownSpikes spikes_a_;
    KnownSpikes spikes_b_;
};

} // namespace impinge::inline v0::imagespace
