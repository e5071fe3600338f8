// SPDX-License-Identifier: Apache-2.0
//
// Drawing: from a pass to a program and its state, then one call of OpenGL for every body.
#include "raster/opengl/gl_device.hpp"
#include "raster/opengl/program.hpp"
#include "raster/request.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace impinge::inline v0::raster::opengl {
namespace {

Shape shape_of(const Pass& pass) {
    if (pass.primitive == Primitive::Edges) {
        return Shape::Edges;
    }
    return pass.coverage == Coverage::Conservative ? Shape::ConservativeTriangles
                                                   : Shape::Triangles;
}

/// Whether all of the box surely lies in front of the near plane, by more than the floats of the
/// vertex stage may lose. Edges that are moved outward are clipped in any case.
bool lies_in_front(const View& view, const Box3& box, const WindowMatrix& matrix) {
    double nearest = matrix.w[3];
    double terms = std::abs(nearest);
    for (int axis = 0; axis < 3; ++axis) {
        const double slope = matrix.w.at(static_cast<std::size_t>(axis));
        const double a = slope * box.min[axis];
        const double b = slope * box.max[axis];
        nearest += std::min(a, b);
        terms += std::max(std::abs(a), std::abs(b));
    }
    return nearest - 1e-6 * terms > view.near;
}

/// As a float, like the distances it is compared with, and something to divide by.
double near_distance(const View& view) {
    return std::max(static_cast<float>(view.near), std::numeric_limits<float>::min());
}

PlaneMask written_planes(const Pass& pass) {
    return (pass.ids[0] != IdSource::None ? 1U : 0U) | (pass.ids[1] != IdSource::None ? 2U : 0U);
}

void set_window(const DrawProgram& program, const PixelArea& area, Upright upright) {
    constexpr float half = subpixel_steps * 0.5F;
    const float half_x = static_cast<float>(area.width) * half;
    const float half_y = static_cast<float>(area.height) * half;
    const float direction = upright == Upright::Mirrored ? -1.0F : 1.0F;
    glUniform4f(program.window, half_x, half_y, 1 / half_x, direction / half_y);
}

void set_shown(const DrawProgram& program, const PixelArea& shown) {
    glUniform2f(program.shown_from, static_cast<float>(shown.x) * subpixel_steps,
                static_cast<float>(shown.y) * subpixel_steps);
}

/// Where reference_functions looks for its planes.
void bind_reference(const GlTarget& reference) {
    glBindTextureUnit(0, reference.depth_texture());
    glBindTextureUnit(2, reference.id_texture(0));
    glBindTextureUnit(3, reference.id_texture(1));
}

/// Nothing is drawn outside the area, for as long as it lives: conservative rasterisers, and edges,
/// may reach beyond the window.
class Confined {
  public:
    explicit Confined(const PixelArea& area) : on_(!(area == PixelArea{})) {
        if (on_) {
            glEnable(GL_SCISSOR_TEST);
            glScissor(area.x, area.y, area.width, area.height);
        }
    }
    ~Confined() {
        if (on_) { // clears and copies listen to it, too
            glDisable(GL_SCISSOR_TEST);
        }
    }
    Confined(const Confined&) = delete;
    Confined& operator=(const Confined&) = delete;
    Confined(Confined&&) = delete;
    Confined& operator=(Confined&&) = delete;

  private:
    bool on_;
};

int culled_sign(Cull cull) { return cull == Cull::None ? 0 : cull == Cull::Front ? 1 : -1; }

/// For as long as it lives.
class HardwareConservative {
  public:
    explicit HardwareConservative(ConservativeRaster raster)
        : on_(raster == ConservativeRaster::ByHardware) {
        if (on_) {
            // Farther than touching, so that the shader decides about pixels on the rim.
            constexpr float dilation = 0.25F;
            glConservativeRasterParameterfNV(GL_CONSERVATIVE_RASTER_DILATE_NV, dilation);
            glEnable(GL_CONSERVATIVE_RASTERIZATION_NV);
        }
    }
    ~HardwareConservative() {
        if (on_) {
            glDisable(GL_CONSERVATIVE_RASTERIZATION_NV);
        }
    }
    HardwareConservative(const HardwareConservative&) = delete;
    HardwareConservative& operator=(const HardwareConservative&) = delete;
    HardwareConservative(HardwareConservative&&) = delete;
    HardwareConservative& operator=(HardwareConservative&&) = delete;

  private:
    bool on_;
};

} // namespace

bool GlDevice::conservative_by_hardware() const {
    const auto has = [&](const char* name) {
        return std::find(info_.extensions.begin(), info_.extensions.end(), name) !=
               info_.extensions.end();
    };
    return has(hardware_conservative) && has(hardware_dilation);
}

Status GlDevice::prepare(const Pass& pass, const Draw& draw, PreparedDraw& prepared) const {
    if (draw.geometry == nullptr) {
        return Error{ErrorCode::InvalidArgument, "draw: there is no geometry"};
    }
    prepared.geometry = own<const GlGeometry>(draw.geometry);
    prepared.query = own<GlQuery>(draw.query);
    if (prepared.geometry == nullptr || (draw.query != nullptr && prepared.query == nullptr)) {
        return foreign_object("draw");
    }
    if (pass.primitive == Primitive::Edges && !prepared.geometry->has_edges()) {
        return without_edges();
    }
    return check_pose(draw.pose);
}

Expected<const DrawProgram*> GlDevice::begin_pass(const GlTarget& target, const Pass& pass,
                                                  ProgramKey key, const GlTarget* reference) {
    if (!objects_->habits) {
        const Expected<DriverHabits> habits = settle_habits(context_);
        if (!habits) {
            return habits.error();
        }
        objects_->habits = *habits;
    }
    key.depth_source = objects_->habits->depth;
    const Expected<const DrawProgram*> found = objects_->programs.find(key);
    if (!found) {
        return found.error();
    }
    glUseProgram((*found)->name.get());
    const PixelArea area = drawn_area(pass, target);
    set_window(**found, area, objects_->habits->upright);
    glUniform2f((*found)->area_from, static_cast<float>(area.x), static_cast<float>(area.y));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer(written_planes(pass)));
    glViewport(area.x, area.y, area.width, area.height);
    set_pass_state(pass, key);
    if (reference != nullptr) {
        bind_reference(*reference);
    }
    return *found;
}

Expected<std::vector<GlDevice::PreparedDraw>>
GlDevice::prepare_all(const View& view, const Pass& pass, std::span<const Draw> draws) const {
    std::vector<PreparedDraw> prepared(draws.size());
    for (std::size_t i = 0; i < draws.size(); ++i) {
        if (const Status status = prepare(pass, draws[i], prepared[i]); !status) {
            return status.error();
        }
        prepared[i].body = draws[i].body;
        prepared[i].matrix = window_matrix(view, draws[i].pose, prepared[i].geometry->origin());
    }
    return prepared;
}

ProgramKey GlDevice::choose_program(const View& view, const Pass& pass,
                                    std::span<const PreparedDraw> draws) const {
    ProgramKey key{.shape = shape_of(pass),
                   .projection = view.projection,
                   .depth = pass.depth,
                   .ids = pass.ids,
                   .reference = pass.reference_compare,
                   .reference_ids = pass.reference_ids};
    const auto needs_clipping = [&](const PreparedDraw& draw) {
        return !lies_in_front(view, draw.geometry->box(), draw.matrix);
    };
    if (key.shape == Shape::Triangles && view.projection == Projection::Perspective &&
        std::any_of(draws.begin(), draws.end(), needs_clipping)) {
        key.shape = Shape::ClippedTriangles;
    }
    if (key.shape == Shape::ConservativeTriangles && conservative_by_hardware()) {
        key.raster = ConservativeRaster::ByHardware;
    }
    return key;
}

void GlDevice::draw_bodies(const DrawProgram& program, Shape shape,
                           std::span<const PreparedDraw> draws) {
    QueryRun queries;
    const GlGeometry* bound = nullptr;
    for (const PreparedDraw& draw : draws) {
        glUniform4fv(program.rows, 4, std::bit_cast<std::array<float, 16>>(draw.matrix).data());
        glUniform1ui(program.body, draw.body);
        if (draw.geometry != bound) {
            draw.geometry->bind();
            bound = draw.geometry;
        }
        queries.change_to(draw.query);
        if (shape == Shape::Edges) {
            draw.geometry->draw_edges();
        } else {
            draw.geometry->draw_triangles();
        }
    }
}

Status GlDevice::draw(Target& target, const View& view, const Pass& pass,
                      std::span<const Draw> draws, const Target* reference) {
    const auto* mine = own<GlTarget>(&target);
    const auto* compared = own<const GlTarget>(reference);
    if (mine == nullptr || (reference != nullptr && compared == nullptr)) {
        return foreign_object("draw");
    }
    if (Status status = check_draw(info_, target, view, pass, reference); !status) {
        return status;
    }
    return context_->run([&]() -> Status {
        const Expected<std::vector<PreparedDraw>> prepared = prepare_all(view, pass, draws);
        if (!prepared) {
            return prepared.error();
        }
        const ProgramKey key = choose_program(view, pass, *prepared);
        const Expected<const DrawProgram*> program = begin_pass(*mine, pass, key, compared);
        if (!program) {
            return program.error();
        }
        set_shown(**program, shown_area(view));
        glUniform1d((*program)->near_distance, near_distance(view));
        glUniform1f((*program)->edge_offset, static_cast<float>(pass.edge_offset));
        glUniform1i((*program)->culled_sign, culled_sign(pass.cull));
        const HardwareConservative conservative(key.raster);
        const Confined confined(pass.area);
        draw_bodies(**program, key.shape, *prepared);
        return {};
    });
}

Status GlDevice::cover(Target& target, float depth, const Pass& pass, const Draw& draw,
                       const Target* reference) {
    const auto* mine = own<GlTarget>(&target);
    const auto* compared = own<const GlTarget>(reference);
    auto* query = own<GlQuery>(draw.query);
    if (mine == nullptr || (reference != nullptr && compared == nullptr) ||
        (draw.query != nullptr && query == nullptr)) {
        return foreign_object("cover");
    }
    if (Status status = check_cover(target, depth, pass, reference); !status) {
        return status;
    }
    return context_->run([&]() -> Status {
        const ProgramKey key{.shape = Shape::WholeTarget,
                             .ids = pass.ids,
                             .reference = pass.reference_compare,
                             .reference_ids = pass.reference_ids};
        const Expected<const DrawProgram*> program = begin_pass(*mine, pass, key, compared);
        if (!program) {
            return program.error();
        }
        glUniform1f((*program)->cover_depth, depth);
        glUniform1ui((*program)->body, draw.body);
        glBindVertexArray(objects_->no_arrays.get());
        QueryRun queries;
        queries.change_to(query);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        return {};
    });
}

} // namespace impinge::inline v0::raster::opengl
