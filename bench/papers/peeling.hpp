// SPDX-License-Identifier: Apache-2.0
//
// What bench/papers/peeling_bench measures: figure 8 and tables 1 and 2 of Jang, Jeong and Han
// (2007), on one device, beside full peeling of both bodies and the exact engine in the same run.
#pragma once

#include "bench/papers/paper_run.hpp"
#include "bench/papers/peeling_scenes.hpp"
#include "impinge/peeling.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impinge::bench {

struct Plan {
    int repetitions = 3; ///< of every measurement of time, of which the fastest counts
    double size = 1;     ///< fraction of directions and frames, for a quick look
    std::vector<std::string> parts = {};

    [[nodiscard]] bool wants(const std::string& part) const;
    /// So many of `count`, at least one.
    [[nodiscard]] int some_of(int count) const;
};

/// Milliseconds of one frame: the columns of tables 1 and 2, and what handing over the body that
/// changed took before.
struct FrameTimes {
    double handing_over = 0;
    double boxes = 0;
    double device = 0;
    double read_back = 0;
    double proof = 0;
    double total = 0;
};
Json json_times(const FrameTimes& times);

/// A triangle of the changing body, and one of a rigid body.
struct FoundPair {
    std::uint32_t rigid = 0;
    std::uint32_t changing_triangle = 0;
    std::uint32_t rigid_triangle = 0;

    friend auto operator<=>(const FoundPair&, const FoundPair&) = default;
};

/// How a region was looked at; nothing if a device is not asked about it.
struct RegionLook {
    std::optional<raster::View> view;
    double epsilon = 0;
};

struct FrameAnswer {
    FrameTimes times;
    std::vector<FoundPair> pairs; ///< sorted
    std::uint64_t candidates = 0;
    unsigned draws = 0;
    unsigned layers = 0;          ///< of all regions together
    std::uint64_t bytes_read = 0; ///< of full peeling: whole planes
    std::vector<RegionLook> looks = {};
};

/// How the device learns of the changing body.
enum class HandOver : std::uint8_t { Positions, WholeMesh };

/// The boxes of a frame that overlap that of the changing body. They share 512 x 512 pixels: each
/// gets a square of 512, 256, 128 or 64, as large as fits (section 5 of the paper).
struct Regions {
    struct Region {
        std::uint32_t rigid = 0; ///< which body
        Box3 common;
    };
    std::vector<Region> all;
    int side = 512;
    double milliseconds = 0; ///< of finding them
};
Regions regions_of(const RecordedScene& scene, const RecordedFrame& frame);

/// PeelingSessions for all bodies of a scene, one for each size of a region and each shape of a
/// rigid body.
class FramePeeler {
  public:
    FramePeeler(raster::Device& device, const RecordedScene& scene,
                const imagespace::PeelingOptions& options)
        : device_(device), scene_(scene), options_(options) {}

    Expected<FrameAnswer> ask(const RecordedFrame& frame, const Regions& regions, HandOver how);

  private:
    struct Kept {
        imagespace::PeelingSession session;
        const RecordedFrame* frame; ///< that the device has
    };
    struct Brought {
        Kept* kept = nullptr;
        double milliseconds = 0;
    };
    Expected<Brought> bring(const RecordedFrame& frame, std::size_t shape, int side, HandOver how);

    raster::Device& device_;
    const RecordedScene& scene_;
    imagespace::PeelingOptions options_;
    std::map<std::pair<std::size_t, int>, Kept> kept_; ///< by shape and side
};

/// All layers of each body, read back and held against each other by the processor, as depth
/// peeling does (Heidelberger, Teschner and Gross 2004). Views, distance and ids are those of
/// alternate peeling.
class FullPeeler {
  public:
    FullPeeler(raster::Device& device, const RecordedScene& scene)
        : device_(device), scene_(scene) {}

    /// Looks as alternate peeling did.
    Expected<FrameAnswer> ask(const RecordedFrame& frame, const Regions& regions,
                              const std::vector<RegionLook>& looks);

  private:
    Status bring(const RecordedFrame& frame);
    Expected<const raster::Geometry*> shape(std::size_t index);

    raster::Device& device_;
    const RecordedScene& scene_;
    std::unique_ptr<raster::Geometry> changing_;
    std::map<std::size_t, std::unique_ptr<raster::Geometry>> shapes_;
};

/// check_all() on the changing body against every other one.
Expected<FrameAnswer> ask_exact(const RecordedScene& scene, const RecordedFrame& frame);

/// Figure 8. Fails if a pair is reported that does not meet, or if a conservative search misses
/// one.
Expected<Json> measure_directions(raster::Device& device, const Plan& plan);
/// Tables 1 and 2: "creature" and "cloth". Fails as measure_directions().
Expected<Json> measure_scene(raster::Device& device, const std::string& name, const Plan& plan);
/// Two sheets whose boxes, triangles and view stay the same while ever more of their triangles
/// meet.
Expected<Json> measure_contacts(raster::Device& device, const Plan& plan);

} // namespace impinge::bench
