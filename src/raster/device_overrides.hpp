// SPDX-License-Identifier: Apache-2.0
//
// What every device declares: all of raster::Device but info(). One list, so that no device forgets
// an operation that is new.
#pragma once

#include "impinge/raster.hpp"

// clang-format off
#define IMPINGE_DEVICE_OVERRIDES                                                                   \
    Expected<std::unique_ptr<Geometry>> upload(const MeshView& mesh, Parts parts) override;        \
    Status update_positions(Geometry& geometry, const MeshView& mesh) override;                    \
    Status update_mesh(Geometry& geometry, const MeshView& mesh) override;                         \
    Expected<std::unique_ptr<Target>> make_target(int width, int height) override;                 \
    Expected<std::unique_ptr<Query>> make_query(QueryKind kind) override;                          \
    Status clear(Target& target, const Clear& values) override;                                    \
    Status draw(Target& target, const View& view, const Pass& pass, std::span<const Draw> draws,   \
                const Target* reference) override;                                                 \
    Status cover(Target& target, float depth, const Pass& pass, const Draw& draw,                  \
                 const Target* reference) override;                                                \
    Status copy(const Target& from, Target& to, Plane plane) override;                             \
    Expected<std::uint64_t> count(const Target& target, const PixelTest& test) override;           \
    Expected<std::array<std::uint64_t, 256>> stencil_histogram(const Target& target) override;     \
    Expected<std::vector<Pixel>> collect(const Target& target, const PixelTest& test) override;    \
    Expected<std::vector<std::vector<IdPair>>> close_pairs(                                        \
        const Target& one, const Target& other, std::span<const CloseArea> areas) override;        \
    Expected<std::vector<float>> read_depth(const Target& target) override;                        \
    Expected<std::vector<std::uint8_t>> read_stencil(const Target& target) override;               \
    Expected<std::vector<std::uint32_t>> read_ids(const Target& target, int plane) override;       \
    Expected<std::uint64_t> result(Query& query) override;                                         \
    Expected<std::optional<std::uint64_t>> poll(Query& query) override;                            \
    Status reset(Query& query) override;                                                           \
    Status finish() override;
// clang-format on
