// SPDX-License-Identifier: Apache-2.0
#include "particles/opengl/map_target.hpp"

#include <algorithm>
#include <string>

namespace impinge::inline v0::particles::opengl {
namespace {

using raster::opengl::Texture;

constexpr std::size_t chart_numbers = 18;

Texture plane(GLenum format, GLuint width, GLuint height) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, format, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
    return Texture(name);
}

template <typename T>
std::vector<T> pixels_of(const Texture& texture, GLenum format, GLenum type, std::size_t count) {
    std::vector<T> values(count);
    glGetTextureImage(texture.get(), 0, format, type,
                      static_cast<GLsizei>(values.size() * sizeof(T)), values.data());
    return values;
}

void add_chart(const ImpactMap& map, double x, double y, std::vector<double>& numbers) {
    const Chart& chart = map.chart;
    numbers.push_back(static_cast<double>(chart.kind));
    for (const Vec3d v : {chart.origin, chart.u, chart.v, chart.w}) {
        numbers.insert(numbers.end(), {v.x, v.y, v.z});
    }
    numbers.insert(numbers.end(),
                   {double(chart.columns), x, y, double(map.width), double(map.height)});
}

} // namespace

Expected<MapTarget> MapTarget::make(const ImpactMaps& maps, int largest_side) {
    MapTarget target;
    // Row after row; a row is as high as the highest of it.
    int x = 0;
    int y = 0;
    int row = 0;
    int width = 1;
    for (const ImpactMap& map : maps.maps) {
        if (x > 0 && x + map.width > largest_side) {
            x = 0;
            y += row;
            row = 0;
        }
        target.corners_.push_back({x, y});
        x += map.width;
        width = std::max(width, x);
        row = std::max(row, map.height);
        if (width > largest_side || y + row > largest_side) {
            return Error{ErrorCode::Unsupported,
                         "opengl: the impact maps do not fit a picture of " +
                             std::to_string(largest_side) + " x " + std::to_string(largest_side)};
        }
    }
    target.width_ = static_cast<GLuint>(width);
    target.height_ = static_cast<GLuint>(std::max(1, y + row));
    target.make_textures(maps);
    return target;
}

void MapTarget::make_textures(const ImpactMaps& maps) {
    who_ = plane(GL_RGBA32UI, width_, height_);
    what_ = plane(GL_RGBA32F, width_, height_);
    sums_ = plane(GL_RG32F, width_, height_);
    depth_ = plane(GL_DEPTH_COMPONENT32F, width_, height_);
    picks_ = raster::opengl::make_framebuffer();
    adds_ = raster::opengl::make_framebuffer();
    glNamedFramebufferTexture(picks_.get(), GL_COLOR_ATTACHMENT0, who_.get(), 0);
    glNamedFramebufferTexture(picks_.get(), GL_COLOR_ATTACHMENT1, what_.get(), 0);
    glNamedFramebufferTexture(picks_.get(), GL_DEPTH_ATTACHMENT, depth_.get(), 0);
    constexpr std::array<GLenum, 2> both{GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(picks_.get(), 2, both.data());
    glNamedFramebufferTexture(adds_.get(), GL_COLOR_ATTACHMENT0, sums_.get(), 0);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < maps.maps.size(); ++i) {
        add_chart(maps.maps[i], corners_[i].x, corners_[i].y, numbers);
    }
    numbers.resize(std::max(numbers.size(), chart_numbers));
    charts_ = raster::opengl::make_buffer();
    glNamedBufferStorage(charts_.get(), static_cast<GLsizeiptr>(numbers.size() * sizeof(double)),
                         numbers.data(), 0);
    glClearTexImage(who_.get(), 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
    glClearTexImage(what_.get(), 0, GL_RGBA, GL_FLOAT, nullptr);
    glClearTexImage(sums_.get(), 0, GL_RG, GL_FLOAT, nullptr);
}

void MapTarget::clear_depth(ImpactRule rule) const {
    const float last = rule == ImpactRule::Earliest ? 1.0F : 0.0F;
    glClearTexImage(depth_.get(), 0, GL_DEPTH_COMPONENT, GL_FLOAT, &last);
}

void MapTarget::use(GLuint framebuffer) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, charts_.get());
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void MapTarget::begin(ImpactRule rule) const {
    use(picks_.get());
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    // Of equal ones the first drawn stays: the lower particle.
    glDepthFunc(rule == ImpactRule::Earliest ? GL_LESS : GL_GREATER);
    glDisable(GL_BLEND);
}

void MapTarget::begin_sums() const {
    use(adds_.get());
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
}

void MapTarget::read(ImpactMaps& maps) const {
    glDisable(GL_BLEND);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    const std::size_t pixels = std::size_t{width_} * height_;
    const auto who =
        pixels_of<std::array<GLuint, 4>>(who_, GL_RGBA_INTEGER, GL_UNSIGNED_INT, pixels);
    const auto what = pixels_of<std::array<float, 4>>(what_, GL_RGBA, GL_FLOAT, pixels);
    const auto sums = pixels_of<std::array<float, 2>>(sums_, GL_RG, GL_FLOAT, pixels);
    for (std::size_t i = 0; i < maps.maps.size(); ++i) {
        ImpactMap& map = maps.maps[i];
        const auto columns = static_cast<std::size_t>(map.width);
        for (std::size_t k = 0; k < map.texels.size(); ++k) {
            const std::size_t pixel =
                (static_cast<std::size_t>(corners_[i].y) + k / columns) * width_ +
                static_cast<std::size_t>(corners_[i].x) + k % columns;
            if (who[pixel][0] == 0) {
                continue;
            }
            ImpactTexel& texel = map.texels[k];
            texel.count = static_cast<std::uint32_t>(sums[pixel][0]);
            texel.sum = double{sums[pixel][1]};
            texel.emitter = who[pixel][1];
            texel.particle = who[pixel][2];
            texel.offset = double{what[pixel][0]};
            texel.speed = double{what[pixel][1]};
            texel.normal_speed = double{what[pixel][2]};
            texel.angle = double{what[pixel][3]};
        }
    }
}

} // namespace impinge::inline v0::particles::opengl
