// SPDX-License-Identifier: Apache-2.0
//
// The device itself: checks what it is asked, makes its context current, hands over to the files
// around it.
#pragma once

#include "impinge/raster.hpp"
#include "raster/device_overrides.hpp"
#include "raster/opengl/driver_habits.hpp"
#include "raster/opengl/egl_adapter.hpp"
#include "raster/opengl/gl_objects.hpp"
#include "raster/opengl/inspect.hpp"
#include "raster/opengl/opengl_device.hpp"
#include "raster/opengl/program.hpp"
#include "raster/window_matrix.hpp"

#include <map>
#include <optional>
#include <string>

namespace impinge::inline v0::raster::opengl {

/// What the device keeps in its context.
struct DeviceObjects {
    ProgramCache programs;
    Inspector inspector;
    VertexArray no_arrays = make_vertex_array();
    std::optional<DriverHabits> habits;    ///< found out before the first draw
    std::map<std::string, Program> others; ///< of modules above, by name
};

class GlDevice final : public Device {
  public:
    static Expected<std::unique_ptr<GlDevice>> open(const EglAdapter& adapter,
                                                    DriverMessages messages);
    ~GlDevice() override;
    GlDevice(const GlDevice&) = delete;
    GlDevice& operator=(const GlDevice&) = delete;
    GlDevice(GlDevice&&) = delete;
    GlDevice& operator=(GlDevice&&) = delete;

    [[nodiscard]] GlContext& context() { return *context_; }
    /// A program of a module above, linked when first asked for. Needs the context to be current;
    /// valid as long as the device.
    template <typename Link>
    Expected<const Program*> program_called(const std::string& name, Link link) {
        auto found = objects_->others.find(name);
        if (found == objects_->others.end()) {
            Expected<Program> linked = link();
            if (!linked) {
                return linked.error();
            }
            found = objects_->others.emplace(name, std::move(*linked)).first;
        }
        return &found->second;
    }
    [[nodiscard]] const DeviceInfo& info() const override { return info_; }

    IMPINGE_DEVICE_OVERRIDES
    [[nodiscard]] std::unique_ptr<Hold> hold() override { return GlContext::hold(context_); }

  private:
    struct PreparedDraw {
        const GlGeometry* geometry = nullptr;
        GlQuery* query = nullptr;
        std::uint32_t body = 0;
        WindowMatrix matrix = {};
    };

    GlDevice(std::shared_ptr<GlContext> context, DeviceInfo info)
        : context_(std::move(context)), info_(std::move(info)) {}

    /// The object as one of this device, or null.
    template <typename Own, typename Base> Own* own(Base* object) const {
        auto* candidate = dynamic_cast<Own*>(object);
        return candidate != nullptr && candidate->context() == context_.get() ? candidate : nullptr;
    }
    [[nodiscard]] Status prepare(const Pass& pass, const Draw& draw, PreparedDraw& prepared) const;
    [[nodiscard]] bool conservative_by_hardware() const;
    [[nodiscard]] Expected<std::vector<PreparedDraw>>
    prepare_all(const View& view, const Pass& pass, std::span<const Draw> draws) const;
    [[nodiscard]] ProgramKey choose_program(const View& view, const Pass& pass,
                                            std::span<const PreparedDraw> draws) const;
    Expected<const DrawProgram*> begin_pass(const GlTarget& target, const Pass& pass,
                                            ProgramKey key, const GlTarget* reference);
    static void draw_bodies(const DrawProgram& program, Shape shape,
                            std::span<const PreparedDraw> draws);

    std::shared_ptr<GlContext> context_;
    DeviceInfo info_;
    std::optional<DeviceObjects> objects_;
};

// Extensions that decide how conservative coverage is drawn.
inline constexpr const char* hardware_conservative = "GL_NV_conservative_raster";
/// Only with it are pixels sure to be seen that a triangle merely touches.
inline constexpr const char* hardware_dilation = "GL_NV_conservative_raster_dilate";

} // namespace impinge::inline v0::raster::opengl
