// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/pass_state.hpp"

namespace impinge::inline v0::raster::opengl {
namespace {

GLenum gl_compare(Compare compare) {
    // OpenGL numbers them in this order.
    return GL_NEVER + static_cast<GLenum>(compare);
}

GLenum gl_operation(StencilOp op) {
    switch (op) {
    case StencilOp::Keep:
        break;
    case StencilOp::Zero:
        return GL_ZERO;
    case StencilOp::Replace:
        return GL_REPLACE;
    case StencilOp::Increment:
        return GL_INCR;
    case StencilOp::Decrement:
        return GL_DECR;
    case StencilOp::IncrementWrap:
        return GL_INCR_WRAP;
    case StencilOp::DecrementWrap:
        return GL_DECR_WRAP;
    case StencilOp::Invert:
        return GL_INVERT;
    }
    return GL_KEEP;
}

enum class Switch : std::uint8_t { Off, On };

void turn(GLenum capability, Switch position) {
    if (position == Switch::On) {
        glEnable(capability);
    } else {
        glDisable(capability);
    }
}

Switch on_if(bool condition) { return condition ? Switch::On : Switch::Off; }

void set_depth(const Pass& pass) {
    const bool used = pass.depth_write || pass.depth_compare != Compare::Always;
    turn(GL_DEPTH_TEST, on_if(used));
    glDepthFunc(gl_compare(pass.depth_compare));
    glDepthMask(pass.depth_write ? GL_TRUE : GL_FALSE);
}

void set_operations(GLenum face, const StencilOps& ops) {
    glStencilOpSeparate(face, gl_operation(ops.stencil_fails), gl_operation(ops.depth_fails),
                        gl_operation(ops.passes));
}

void set_stencil(const Stencil& stencil) {
    const bool changes =
        stencil.write_mask != 0 && !(stencil.front == StencilOps{} && stencil.back == StencilOps{});
    turn(GL_STENCIL_TEST, on_if(stencil.compare != Compare::Always || changes));
    glStencilFunc(gl_compare(stencil.compare), stencil.reference, stencil.read_mask);
    glStencilMask(stencil.write_mask);
    set_operations(GL_FRONT, stencil.front);
    set_operations(GL_BACK, stencil.back);
}

} // namespace

void set_lasting_state() {
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_CLAMP);
    glFrontFace(GL_CCW);
    glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glDisable(GL_DITHER);
}

void set_pass_state(const Pass& pass, const ProgramKey& key) {
    set_depth(pass);
    set_stencil(pass.stencil);
    const bool plain = key.shape == Shape::Triangles || key.shape == Shape::ClippedTriangles;
    turn(GL_CULL_FACE, on_if(plain && pass.cull != Cull::None));
    glCullFace(pass.cull == Cull::Front ? GL_FRONT : GL_BACK);
}

void unmask_all() {
    glDepthMask(GL_TRUE);
    glStencilMask(0xFF);
}

} // namespace impinge::inline v0::raster::opengl
