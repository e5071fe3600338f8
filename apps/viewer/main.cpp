// SPDX-License-Identifier: Apache-2.0
//
// impinge-view: the viewer, as `impinge view` starts it.
#include "app/run.hpp"
#include "arguments/file_arguments.hpp"
#include "arguments/parse.hpp"
#include "arguments/prepared_arguments.hpp"
#include "arguments/verb.hpp"
#include "output/console.hpp"
#include "simulations/particles_source.hpp"
#include "simulations/sources.hpp"
#include "view/view_options.hpp"

#include <algorithm>
#include <exception>
#include <new>

#ifdef IMPINGE_WITH_CAD
#include "impinge/cad.hpp"
#endif

namespace impinge::viewer {
namespace {

Expected<std::unique_ptr<Surface>> open_surface(const cli::ViewOptions& options,
                                                const render::RenderOptions& render) {
    const bool offscreen =
        options.headless || !options.screenshot.empty() || !options.record.empty();
    SurfaceOptions wanted;
    wanted.size = {render.width, render.height};
    wanted.debug = options.driver_messages;
    wanted.scale = static_cast<float>(options.scale);
    return offscreen ? open_offscreen(wanted) : open_window(wanted);
}

Expected<std::unique_ptr<Viewer>> make_viewer(const cli::ViewOptions& options,
                                              const render::RenderOptions& render,
                                              Surface& surface) {
    ViewerSetup setup;
    setup.threads = options.threads;
    setup.scale = surface.scale();
    setup.samples = options.samples;
    setup.camera = render.camera;
    setup.camera_text = options.camera;
    setup.stereo = {stereo_mode_from_string(options.stereo).value_or(StereoMode::Off),
                    options.eye_distance};
    const cli::PictureOptions& picture = options.picture;
    setup.camera_given = !picture.from.empty() || !picture.up.empty() || !picture.at.empty() ||
                         picture.zoom != 1 || picture.orthographic;
    setup.wake = [&surface] { surface.wake(); };
    setup.clipboard = [&surface] { return surface.clipboard(); };
    setup.set_clipboard = [&surface](const std::string& text) { surface.set_clipboard(text); };
    return Viewer::make(std::move(setup));
}

Status run(const cli::ViewOptions& options, Viewer& viewer, Surface& surface) {
    if (!options.screenshot.empty() && options.script.empty()) {
        viewer.show_interface(options.panels);
        return take_screenshot(viewer, surface, options.screenshot);
    }
    if (!options.record.empty()) {
        return record_frames(viewer, surface, options.record);
    }
    if (options.script.empty()) {
        return run_viewer(viewer, surface, nullptr);
    }
    auto lines = read_script(options.script);
    if (!lines) {
        return lines.error();
    }
    ScriptRun script(options.script, std::move(*lines));
    if (Status status = run_viewer(viewer, surface, &script); !status) {
        return status;
    }
    viewer.show_interface(options.screenshot.empty() || options.panels);
    return options.screenshot.empty() ? Status()
                                      : take_screenshot(viewer, surface, options.screenshot);
}

int view(const cli::ViewOptions& options) {
    if (const Status status = cli::check_view_options(options); !status) {
        return cli::fail(status.error());
    }
    const auto render = cli::render_options(options.picture);
    auto described = cli::described_view(options);
    if (!render || !described) {
        return cli::fail(render ? described.error() : render.error());
    }
    if (!options.camera.empty() && !OrbitCamera().set_text(options.camera)) {
        return cli::fail("--camera: needs six or nine numbers with commas, the eye away from the "
                         "target");
    }
    const auto surface = open_surface(options, *render);
    if (!surface) {
        return cli::fail(surface.error());
    }
    auto viewer = make_viewer(options, *render, **surface);
    if (!viewer) {
        return cli::fail(viewer.error());
    }
    if (!described->scene.bodies.empty()) {
        (*viewer)->session().open(std::move(described->scene), std::move(described->folder));
    }
    (*viewer)->session().sequence_file = options.sequence;
    if (options.hand) {
        (*viewer)->execute(Command::WalkByHand);
    }
    if (!options.particles.empty()) {
        ParticleWish wish{.scene = options.particles};
        if (options.seed) {
            wish.seed = static_cast<std::uint32_t>(*options.seed);
        }
        wish.memory = static_cast<std::size_t>(options.frame_memory.value_or(0)) << 20U;
        if (const auto scene = particle_scene(wish); !scene) {
            return cli::fail(scene.error());
        }
        (*viewer)->session().particle_wish = std::move(wish);
    }
    if (!options.simulate.empty()) {
        SimulationWish wish{.kind = options.simulate};
        const auto take = [](auto& to, const std::optional<int>& from) { // none is negative
            to = from ? std::optional(
                            static_cast<typename std::remove_reference_t<decltype(to)>::value_type>(
                                *from))
                      : std::nullopt;
        };
        take(wish.frames, options.frames);
        take(wish.bodies, options.bodies);
        take(wish.seed, options.seed);
        wish.memory = static_cast<std::size_t>(options.frame_memory.value_or(0)) << 20U;
        if (const auto setup = simulation_setup(wish); !setup) {
            return cli::fail(setup.error());
        }
        (*viewer)->session().simulation_wish = std::move(wish);
    }
    Status status = run(options, **viewer, **surface);
    viewer->reset(); // while its context is there
    const auto& faults = (*surface)->messages.faults();
    if (status && !faults.empty()) {
        status = Error{ErrorCode::Unsupported, "opengl: the driver complains: " + faults.front()};
    }
    return status ? static_cast<int>(cli::Clean) : cli::fail(status.error());
}

int run_program(std::vector<std::string> arguments) {
    cli::Verb program("impinge-view", "Look at bodies, move them, and see at once what interferes");
    program.version("impinge-view " IMPINGE_VERSION);
    cli::add_view_options(program, program.runs(view));
    auto prepared = cli::prepared_arguments(program, std::move(arguments));
    if (!prepared) {
        return cli::fail(prepared.error());
    }
    const auto parsed = cli::parse(program, std::move(prepared->arguments));
    if (!parsed) {
        return cli::fail(parsed.error().message + " (see impinge view --help)");
    }
    if (parsed->verb == nullptr) {
        return cli::print(parsed->text) ? cli::Clean : cli::Failed;
    }
    if (const Status status = cli::check_file_arguments(*parsed->verb); !status) {
        return cli::fail(status.error());
    }
    return parsed->verb->run();
}

} // namespace
} // namespace impinge::viewer

int main(int argc, char** argv) {
    try {
#ifdef IMPINGE_WITH_CAD
        impinge::enable_cad();
#endif
        return impinge::viewer::run_program({argv + std::min(argc, 1), argv + argc});
    } catch (const std::bad_alloc&) {
        return impinge::cli::fail("not enough memory");
    } catch (const std::exception& error) {
        return impinge::cli::fail(error.what());
    }
}
