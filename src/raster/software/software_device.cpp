// SPDX-License-Identifier: Apache-2.0
#include "raster/software/software_device.hpp"

#include "base/no_throw.hpp"
#include "base/stopwatch.hpp"
#include "impinge/version.h"
#include "raster/device_overrides.hpp"
#include "raster/request.hpp"
#include "raster/software/draw_mesh.hpp"
#include "raster/software/planes.hpp"
#include "raster/software/software_objects.hpp"

#include <thread>

namespace impinge::inline v0::raster {
namespace {

constexpr int largest_size = 16384;

DeviceInfo make_info(const Context& context) {
    const unsigned all = std::max(1U, std::thread::hardware_concurrency());
    return {.kind = DeviceKind::Software,
            .name = "processor",
            .driver = "impinge",
            .version = IMPINGE_VERSION_STRING,
            .max_size = largest_size,
            .conservative = true,
            .on_processor = true,
            .threads = context.threads() == 0 ? all : context.threads(),
            .extensions = {lane_instructions()}};
}

/// What a call returns if it runs out of memory on the way; if there is enough left to say so, with
/// its name.
template <typename Work> auto guarded(const char* operation, Work work) -> decltype(work()) {
    return no_throw([&]() -> decltype(work()) {
        try {
            return work();
        } catch (const std::bad_alloc&) {
            return Error{ErrorCode::OutOfMemory, std::string(operation) + ": not enough memory"};
        }
    });
}

class SoftwareDevice final : public Device {
  public:
    explicit SoftwareDevice(const Context& context)
        : context_(context.threads()), info_(make_info(context)) {}

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }

    IMPINGE_DEVICE_OVERRIDES

  private:
    /// Null if it is not one this device made.
    template <typename Own, typename Given> [[nodiscard]] Own* own(Given* given) const {
        auto* const found = dynamic_cast<Own*>(given);
        return found != nullptr && found->owner == token_ ? found : nullptr;
    }
    [[nodiscard]] const Planes* planes_of(const Target* target) const {
        const auto* const found = own<const SoftwareTarget>(target);
        return found != nullptr ? &found->planes() : nullptr;
    }
    [[nodiscard]] Status check(const Draw& draw, const Pass& pass) const;
    /// Runs work(planes) on the planes of an own target.
    template <typename Work>
    auto inspect(const char* operation, const Target& target, Work work) const
        -> Expected<decltype(work(std::declval<const Planes&>()))>;

    OwnerToken token_ = std::make_shared<const char>();
    Context context_; ///< of its own: nobody can cancel half a pass
    DeviceInfo info_;
    WindowVertices window_; ///< of the draw at hand
};

Expected<std::unique_ptr<Geometry>> SoftwareDevice::upload(const MeshView& mesh, Parts parts) {
    return guarded("upload", [&]() -> Expected<std::unique_ptr<Geometry>> {
        auto local = local_mesh(mesh, parts);
        if (!local) {
            return local.error();
        }
        return std::unique_ptr<Geometry>(
            std::make_unique<SoftwareGeometry>(token_, std::move(*local), parts));
    });
}

Status SoftwareDevice::finish() { return {}; }

Status SoftwareDevice::update_positions(Geometry& geometry, const MeshView& mesh) {
    return guarded("update_positions", [&]() -> Status {
        auto* const mine = own<SoftwareGeometry>(&geometry);
        return mine == nullptr ? foreign_object("update_positions") : mine->replace_positions(mesh);
    });
}

Status SoftwareDevice::update_mesh(Geometry& geometry, const MeshView& mesh) {
    return guarded("update_mesh", [&]() -> Status {
        auto* const mine = own<SoftwareGeometry>(&geometry);
        if (mine == nullptr) {
            return foreign_object("update_mesh");
        }
        auto local = local_mesh(mesh, mine->parts);
        if (!local) {
            return local.error();
        }
        mine->replace(std::move(*local));
        return {};
    });
}

Expected<std::unique_ptr<Target>> SoftwareDevice::make_target(int width, int height) {
    return guarded("make_target", [&]() -> Expected<std::unique_ptr<Target>> {
        if (const Status status = check_size(info_, width, height); !status) {
            return status.error();
        }
        return std::unique_ptr<Target>(std::make_unique<SoftwareTarget>(token_, width, height));
    });
}

Expected<std::unique_ptr<Query>> SoftwareDevice::make_query(QueryKind kind) {
    return guarded("make_query", [&]() -> Expected<std::unique_ptr<Query>> {
        return std::unique_ptr<Query>(std::make_unique<SoftwareQuery>(token_, kind));
    });
}

Status SoftwareDevice::clear(Target& target, const Clear& values) {
    return guarded("clear", [&]() -> Status {
        const Planes* const planes = planes_of(&target);
        if (planes == nullptr) {
            return foreign_object("clear");
        }
        if (values.depth && !(*values.depth >= 0 && *values.depth <= 1)) {
            return Error{ErrorCode::InvalidArgument, "clear: the depth must lie between 0 and 1"};
        }
        clear_planes(context_, *planes, values);
        return {};
    });
}

Status SoftwareDevice::check(const Draw& draw, const Pass& pass) const {
    if (draw.query != nullptr && own<SoftwareQuery>(draw.query) == nullptr) {
        return foreign_object("draw");
    }
    if (draw.geometry == nullptr) {
        return Error{ErrorCode::InvalidArgument, "draw: there is no geometry"};
    }
    const auto* const geometry = own<const SoftwareGeometry>(draw.geometry);
    if (geometry == nullptr) {
        return foreign_object("draw");
    }
    if (pass.primitive == Primitive::Edges && geometry->parts != Parts::TrianglesAndEdges) {
        return without_edges();
    }
    return check_pose(draw.pose);
}

void add_to(Query* query, std::uint64_t samples, double milliseconds) {
    if (auto* const mine = static_cast<SoftwareQuery*>(query)) {
        mine->sum += mine->kind == QueryKind::Samples
                         ? samples
                         : static_cast<std::uint64_t>(milliseconds * 1e6);
    }
}

Status SoftwareDevice::draw(Target& target, const View& view, const Pass& pass,
                            std::span<const Draw> draws, const Target* reference) {
    return guarded("draw", [&]() -> Status {
        const Planes* const planes = planes_of(&target);
        const Planes* const compared = planes_of(reference);
        if (planes == nullptr || (reference != nullptr && compared == nullptr)) {
            return foreign_object("draw");
        }
        if (Status status = check_draw(info_, target, view, pass, reference); !status) {
            return status;
        }
        // Nothing is drawn unless everything can be.
        std::vector<PlacedMesh> placed;
        for (const Draw& one : draws) {
            if (Status status = check(one, pass); !status) {
                return status;
            }
            const auto& geometry = static_cast<const SoftwareGeometry&>(*one.geometry);
            placed.push_back(place(geometry.mesh, view, one.pose, pass));
            if (Status status = check_reach(placed.back(), pass.primitive); !status) {
                return status;
            }
        }
        const PixelArea area = drawn_area(pass, target);
        FragmentStage stage{pass, part_of(*planes, area),
                            compared != nullptr ? part_of(*compared, area) : Planes{}};
        for (std::size_t i = 0; i < draws.size(); ++i) {
            Stopwatch watch;
            const auto& geometry = static_cast<const SoftwareGeometry&>(*draws[i].geometry);
            stage.body = draws[i].body;
            const std::uint64_t passed =
                draw_mesh(context_, {stage, placed[i], &geometry.lanes, nullptr}, window_);
            add_to(draws[i].query, passed, watch.lap());
        }
        return {};
    });
}

Status SoftwareDevice::cover(Target& target, float depth, const Pass& pass, const Draw& draw,
                             const Target* reference) {
    return guarded("cover", [&]() -> Status {
        const Planes* const planes = planes_of(&target);
        const Planes* const compared = planes_of(reference);
        if (planes == nullptr || (reference != nullptr && compared == nullptr) ||
            (draw.query != nullptr && own<SoftwareQuery>(draw.query) == nullptr)) {
            return foreign_object("cover");
        }
        if (Status status = check_cover(target, depth, pass, reference); !status) {
            return status;
        }
        const FragmentStage stage{pass, *planes, compared != nullptr ? *compared : Planes{},
                                  draw.body};
        Stopwatch watch;
        const std::uint64_t passed = cover_pixels(context_, stage, {depth, {draw.body, draw.body}});
        add_to(draw.query, passed, watch.lap());
        return {};
    });
}

Status SoftwareDevice::copy(const Target& from, Target& to, Plane plane) {
    return guarded("copy", [&]() -> Status {
        const Planes* const source = planes_of(&from);
        const Planes* const sink = planes_of(&to);
        if (source == nullptr || sink == nullptr) {
            return foreign_object("copy");
        }
        if (Status status = check_copy(from, to); !status) {
            return status;
        }
        if (source != sink) {
            copy_plane(context_, *source, *sink, plane);
        }
        return {};
    });
}

template <typename Work>
auto SoftwareDevice::inspect(const char* operation, const Target& target, Work work) const
    -> Expected<decltype(work(std::declval<const Planes&>()))> {
    using Answer = Expected<decltype(work(std::declval<const Planes&>()))>;
    return guarded(operation, [&]() -> Answer {
        const Planes* const planes = planes_of(&target);
        return planes == nullptr ? Answer(foreign_object(operation)) : Answer(work(*planes));
    });
}

Expected<std::uint64_t> SoftwareDevice::count(const Target& target, const PixelTest& test) {
    return inspect("count", target,
                   [&](const Planes& planes) { return count_pixels(context_, planes, test); });
}

Expected<std::array<std::uint64_t, 256>> SoftwareDevice::stencil_histogram(const Target& target) {
    return inspect("stencil_histogram", target, [&](const Planes& planes) {
        return raster::stencil_histogram(context_, planes);
    });
}

Expected<std::vector<Pixel>> SoftwareDevice::collect(const Target& target, const PixelTest& test) {
    return inspect("collect", target,
                   [&](const Planes& planes) { return collect_pixels(context_, planes, test); });
}

Expected<std::vector<std::vector<IdPair>>>
SoftwareDevice::close_pairs(const Target& one, const Target& other,
                            std::span<const CloseArea> areas) {
    return guarded("close_pairs", [&]() -> Expected<std::vector<std::vector<IdPair>>> {
        const Planes* const planes = planes_of(&one);
        const Planes* const others = planes_of(&other);
        if (planes == nullptr || others == nullptr) {
            return foreign_object("close_pairs");
        }
        if (Status status = check_close(one, other, areas); !status) {
            return status.error();
        }
        return raster::close_pairs(context_, *planes, *others, areas);
    });
}

Expected<std::vector<float>> SoftwareDevice::read_depth(const Target& target) {
    return inspect("read_depth", target,
                   [](const Planes& planes) { return read_plane(planes, planes.depth); });
}

Expected<std::vector<std::uint8_t>> SoftwareDevice::read_stencil(const Target& target) {
    return inspect("read_stencil", target,
                   [](const Planes& planes) { return read_plane(planes, planes.stencil); });
}

Expected<std::vector<std::uint32_t>> SoftwareDevice::read_ids(const Target& target, int plane) {
    if (plane != 0 && plane != 1) {
        return Error{ErrorCode::InvalidArgument, "read_ids: the planes are 0 and 1"};
    }
    return inspect("read_ids", target, [&](const Planes& planes) {
        return read_plane(planes, planes.ids[static_cast<std::size_t>(plane)]);
    });
}

Expected<std::uint64_t> SoftwareDevice::result(Query& query) {
    const auto* const mine = own<SoftwareQuery>(&query);
    return mine == nullptr ? Expected<std::uint64_t>(foreign_object("result")) : mine->sum;
}

Expected<std::optional<std::uint64_t>> SoftwareDevice::poll(Query& query) {
    using Answer = Expected<std::optional<std::uint64_t>>;
    const auto* const mine = own<SoftwareQuery>(&query);
    return mine == nullptr ? Answer(foreign_object("poll")) : Answer(mine->sum);
}

Status SoftwareDevice::reset(Query& query) {
    auto* const mine = own<SoftwareQuery>(&query);
    if (mine == nullptr) {
        return foreign_object("reset");
    }
    mine->sum = 0;
    return {};
}

} // namespace

Expected<std::unique_ptr<Device>> make_software_device(const DeviceOptions& options,
                                                       const Context& context) {
    if (options.adapter.value_or(0) != 0) {
        return Error{ErrorCode::Unsupported, "software: there is one processor, adapter 0"};
    }
    return guarded("software", [&]() -> Expected<std::unique_ptr<Device>> {
        return std::unique_ptr<Device>(std::make_unique<SoftwareDevice>(context));
    });
}

std::vector<DeviceReport> list_software_devices() {
    return {
        {.kind = DeviceKind::Software, .adapter = 0, .info = make_info(Context{}), .absent = {}}};
}

} // namespace impinge::inline v0::raster
