// SPDX-License-Identifier: Apache-2.0
//
// Where the calls of OpenGL are made: in the context of a device of ours, or in that of the
// application, which is left as it was found.
#pragma once

#include "raster/opengl/gl_device.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace impinge::inline v0::gpu::opengl {

using raster::opengl::Program;

/// What shaders run on.
enum class Chip : std::uint8_t {
    Gpu,
    Processor, ///< with Mesa alone
};

class GlRoom {
  public:
    virtual ~GlRoom() = default;

    /// With the context current. What the driver finds fault with becomes the answer.
    virtual Status run(const std::function<Status()>& body) = 0;
    /// For destructors.
    virtual void release(const std::function<void()>& body) = 0;
    /// Linked when first asked for; valid as long as the room. Inside run().
    virtual Expected<const Program*> program(const std::string& name,
                                             const std::function<Expected<Program>()>& link) = 0;
    [[nodiscard]] virtual Chip chip() const = 0;
};

/// The device must outlive it.
std::shared_ptr<GlRoom> room_of(raster::opengl::GlDevice& device);

/// In the context that is current on the calling thread, which must be so in every call.
Expected<std::shared_ptr<GlRoom>> room_of_current_context();

} // namespace impinge::inline v0::gpu::opengl
