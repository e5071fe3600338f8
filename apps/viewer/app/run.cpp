// SPDX-License-Identifier: Apache-2.0
#include "app/run.hpp"

#include "io/png.hpp"

namespace impinge::viewer {
namespace {

using Clock = std::chrono::steady_clock;

/// Panels that appear have their size a frame later.
constexpr int frames_after_events = 3;

/// Handles all that was posted, and times it for the script. Whether there is something new to be
/// seen without an event.
bool prepare_all(Viewer& viewer, Surface& surface, ScriptRun* script) {
    bool more = true;
    bool news = viewer.panes().animates();
    viewer.set_scale(surface.scale());
    while (more) {
        more = viewer.prepare(surface.size());
        news = news || viewer.has_news();
        if (script != nullptr) {
            const auto now = Clock::now();
            for (const auto posted : viewer.handled()) {
                script->latency().add_event(posted, now, viewer.session().checking());
            }
        }
    }
    return news;
}

void draw_frame(Viewer& viewer, Surface& surface, ScriptRun* script) {
    const auto from = Clock::now();
    viewer.draw();
    surface.show(viewer.target());
    glFinish();
    if (script != nullptr) {
        script->latency().add_drawing(from, Clock::now());
    }
}

} // namespace

Status run_viewer(Viewer& viewer, Surface& surface, ScriptRun* script) {
    int frames_wanted = frames_after_events;
    while (!viewer.closing()) {
        const bool hurry = frames_wanted > 0 || viewer.panes().animates() ||
                           (script != nullptr && !script->waits());
        surface.collect(viewer, hurry ? 0 : 0.25);
        if (script != nullptr) {
            if (Status status = script->step(viewer, surface); !status) {
                return status;
            }
            if (script->finished()) {
                return {};
            }
        }
        const bool changed = prepare_all(viewer, surface, script) || viewer.session().loading() ||
                             !viewer.session().progress().empty();
        frames_wanted =
            changed || !viewer.handled().empty() ? frames_after_events : frames_wanted - 1;
        if (frames_wanted > 0 || script != nullptr) {
            draw_frame(viewer, surface, script);
        }
    }
    return script == nullptr || script->finished() ? Status() : Status(script->cut_short());
}

Status record_frames(Viewer& viewer, Surface& surface, const std::filesystem::path& folder) {
    viewer.show_interface(false);
    bool begun = false;
    while (!begun || viewer.recording()) {
        surface.collect(viewer, begun ? 0 : 0.02);
        prepare_all(viewer, surface, nullptr);
        if (viewer.session().failed()) {
            return Error{ErrorCode::InvalidArgument, viewer.session().message()};
        }
        if (!begun && viewer.idle()) {
            begun = true;
            if (Status status = viewer.record(folder, surface.size()); !status) {
                return status;
            }
        }
        if (begun) {
            draw_frame(viewer, surface, nullptr);
        }
    }
    return viewer.film_line().empty()
               ? Status(Error{ErrorCode::InvalidArgument, viewer.session().message()})
               : Status();
}

Status take_screenshot(Viewer& viewer, Surface& surface, const std::filesystem::path& file) {
    do {
        surface.collect(viewer, 0.02);
        prepare_all(viewer, surface, nullptr);
    } while (!viewer.idle());
    if (viewer.session().failed()) {
        return Error{ErrorCode::InvalidArgument, viewer.session().message()};
    }
    for (int i = 0; i < frames_after_events; ++i) {
        prepare_all(viewer, surface, nullptr);
        draw_frame(viewer, surface, nullptr);
    }
    return write_png(file, viewer.target().read());
}

} // namespace impinge::viewer
