// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/timed_device.hpp"

#include "bench/papers/paper_run.hpp"
#include "raster/software/fragment.hpp"

namespace impinge::bench {

using namespace raster;

template <typename Work> auto TimedDevice::keep_time(double& phase, const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    phase +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return result;
}

template <typename Work> Status TimedDevice::render(const Work& work) {
    drawing_ = true;
    return keep_time(phases_.rendering, work);
}

template <typename Work> auto TimedDevice::wait_and_keep_time(double& phase, const Work& work) {
    using Result = decltype(work());
    if (drawing_) {
        if (Status status = finish(); !status) {
            return Result(status.error());
        }
    }
    return keep_time(phase, work);
}

Expected<std::unique_ptr<Geometry>> TimedDevice::upload(const MeshView& mesh, Parts parts) {
    return keep_time(phases_.handing_over, [&] { return device_.upload(mesh, parts); });
}
Status TimedDevice::update_positions(Geometry& geometry, const MeshView& mesh) {
    return keep_time(phases_.handing_over,
                     [&] { return device_.update_positions(geometry, mesh); });
}
Status TimedDevice::update_mesh(Geometry& geometry, const MeshView& mesh) {
    return keep_time(phases_.handing_over, [&] { return device_.update_mesh(geometry, mesh); });
}

Expected<std::unique_ptr<Target>> TimedDevice::make_target(int width, int height) {
    return device_.make_target(width, height);
}
Expected<std::unique_ptr<Query>> TimedDevice::make_query(QueryKind kind) {
    return device_.make_query(kind);
}

Status TimedDevice::clear(Target& target, const Clear& values) {
    return render([&] { return device_.clear(target, values); });
}
Status TimedDevice::draw(Target& target, const View& view, const Pass& pass,
                         std::span<const Draw> draws, const Target* reference) {
    return render([&] { return device_.draw(target, view, pass, draws, reference); });
}
Status TimedDevice::cover(Target& target, float depth, const Pass& pass, const Draw& draw,
                          const Target* reference) {
    return render([&] { return device_.cover(target, depth, pass, draw, reference); });
}
Status TimedDevice::copy(const Target& from, Target& to, Plane plane) {
    return render([&] { return device_.copy(from, to, plane); });
}

Expected<std::uint64_t> TimedDevice::count(const Target& target, const PixelTest& test) {
    return read([&] { return device_.count(target, test); });
}
Expected<std::array<std::uint64_t, 256>> TimedDevice::stencil_histogram(const Target& target) {
    return read([&] { return device_.stencil_histogram(target); });
}
Expected<std::vector<Pixel>> TimedDevice::collect(const Target& target, const PixelTest& test) {
    return reading_ == Reading::WholePlanes ? look_through(target, test)
                                            : read([&] { return device_.collect(target, test); });
}
Expected<std::vector<std::vector<IdPair>>>
TimedDevice::close_pairs(const Target& one, const Target& other, std::span<const CloseArea> areas) {
    return read([&] { return device_.close_pairs(one, other, areas); });
}
Expected<std::vector<float>> TimedDevice::read_depth(const Target& target) {
    return read([&] { return device_.read_depth(target); });
}
Expected<std::vector<std::uint8_t>> TimedDevice::read_stencil(const Target& target) {
    return read([&] { return device_.read_stencil(target); });
}
Expected<std::vector<std::uint32_t>> TimedDevice::read_ids(const Target& target, int plane) {
    return read([&] { return device_.read_ids(target, plane); });
}

Expected<std::uint64_t> TimedDevice::result(Query& query) {
    return wait_and_keep_time(phases_.querying, [&] { return device_.result(query); });
}
Expected<std::optional<std::uint64_t>> TimedDevice::poll(Query& query) {
    return keep_time(phases_.querying, [&] { return device_.poll(query); });
}
Status TimedDevice::reset(Query& query) { return device_.reset(query); }

Status TimedDevice::finish() {
    drawing_ = false;
    return keep_time(phases_.rendering, [&] { return device_.finish(); });
}

Expected<std::vector<Pixel>> TimedDevice::look_through(const Target& target,
                                                       const PixelTest& test) {
    const auto depths = read_depth(target);
    const auto stencils = read_stencil(target);
    const auto ids_0 = read_ids(target, 0);
    const auto ids_1 = read_ids(target, 1);
    if (!depths || !stencils || !ids_0 || !ids_1) {
        return Error{ErrorCode::Unsupported, "the planes of a target cannot be read"};
    }
    return keep_time(phases_.parsing, [&] {
        std::vector<Pixel> pixels;
        const auto width = static_cast<std::size_t>(target.width());
        const unsigned wanted = test.reference & test.mask;
        for (std::size_t i = 0; i < depths->size(); ++i) {
            const Pixel pixel{.x = static_cast<std::uint32_t>(i % width),
                              .y = static_cast<std::uint32_t>(i / width),
                              .depth = (*depths)[i],
                              .stencil = (*stencils)[i],
                              .id_0 = (*ids_0)[i],
                              .id_1 = (*ids_1)[i]};
            const unsigned stencil = pixel.stencil & test.mask;
            if ((!test.with_id_0 || pixel.id_0 != no_id) &&
                (!test.with_id_1 || pixel.id_1 != no_id) && holds(test.compare, wanted, stencil)) {
                pixels.push_back(pixel);
            }
        }
        return Expected<std::vector<Pixel>>(std::move(pixels));
    });
}

} // namespace impinge::bench
