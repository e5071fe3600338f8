// SPDX-License-Identifier: Apache-2.0
#include "app/viewer.hpp"

#include "io/png.hpp"
#include "timeline/time_commands.hpp"

#include <algorithm>
#include <utility>

namespace impinge::viewer {

void Viewer::execute(Command command) {
    if (panes_.toggle(command) || execute_time(session_.timeline, command)) {
        return;
    }
    switch (command) {
    case Command::Open:
    case Command::Save:
    case Command::SaveAs:
    case Command::SavePicture:
    case Command::ExportReport:
    case Command::Quit:
        return execute_file(command);
    case Command::ExportSound:
        return dialog_.ask(FileDialog::Kind::ExportSound, "sound.wav",
                           [this](const std::string& file) { (void)export_sound(file); });
    case Command::RecordFrames:
        return record_or_stop();
    case Command::Help:
        help_ = !help_;
        return;
    case Command::FrameAll:
    case Command::FrameSelected:
    case Command::FrontView:
    case Command::BackView:
    case Command::RightView:
    case Command::LeftView:
    case Command::TopView:
    case Command::BottomView:
    case Command::IsoView:
    case Command::Orthographic:
    case Command::SideBySide:
    case Command::Anaglyph:
    case Command::CopyCamera:
    case Command::PasteCamera:
        return execute_view(command);
    case Command::Edges:
    case Command::Grid:
    case Command::Boxes:
    case Command::Curves:
    case Command::Triangles:
    case Command::SeeThrough:
    case Command::Measures:
    case Command::Overlaps:
    case Command::Features:
    case Command::Interest:
    case Command::Panels:
        return execute_show(command);
    default:
        return execute_edit(command);
    }
}

void Viewer::execute_file(Command command) {
    const std::string& scene_file = session_.scene_file();
    switch (command) {
    case Command::Open:
        return dialog_.ask(FileDialog::Kind::Open, scene_file,
                           [this](const std::string& file) { open_files({file}); });
    case Command::Save:
        return save_then([] {});
    case Command::SaveAs:
        return dialog_.ask(FileDialog::Kind::SaveScene,
                           scene_file.empty() ? "scene.json" : scene_file,
                           [this](const std::string& file) { (void)session_.save(file); });
    case Command::SavePicture:
        return dialog_.ask(FileDialog::Kind::SavePicture, "picture.png",
                           [this](const std::string& file) { picture_file_ = file; });
    case Command::ExportReport:
        return dialog_.ask(FileDialog::Kind::ExportReport, "clashes.html",
                           [this](const std::string& file) { (void)session_.export_report(file); });
    case Command::Quit:
        return leave_scene([this] { close(); });
    default:
        return;
    }
}

void Viewer::save_then(const std::function<void()>& then) {
    const auto save = [this, then](const std::string& file) {
        if (session_.save(file)) {
            then();
        }
    };
    const std::string& scene_file = session_.scene_file();
    if (scene_file.empty()) {
        dialog_.ask(FileDialog::Kind::SaveScene, "scene.json", save);
    } else {
        save(scene_file);
    }
}

void Viewer::leave_scene(std::function<void()> then) {
    if (!session_.state().changed()) {
        return then();
    }
    dialog_.close();
    auto save = [this, then] { save_then(then); };
    question_.ask(std::move(save), std::move(then));
}

void Viewer::open_files(std::vector<std::string> files) {
    const bool leaves =
        std::ranges::any_of(files, [](const std::string& file) { return is_scene_file(file); });
    auto open = [this, opened = std::move(files)] { session_.open_files(opened); };
    if (leaves) {
        leave_scene(std::move(open));
    } else {
        open();
    }
}

Status Viewer::export_picture(const std::filesystem::path& file) {
    Status status = session_.check_output(file);
    if (status) {
        status = write_png(file, target_.read());
    }
    session_.tell(status ? "wrote " + file.string() : status.error().message);
    return status;
}

void Viewer::select_next() {
    SceneState& state = session_.state();
    const std::size_t count = state.bodies().size();
    const std::size_t start = state.selected() ? *state.selected() + 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const BodyIndex body = (start + i) % count;
        if (state.body(body).present) {
            return state.select(body);
        }
    }
}

void Viewer::execute_edit(Command command) {
    if (session_.simulation) { // whose bodies move by themselves
        help_ = help_ && command != Command::Deselect;
        return session_.simulation->select({});
    }
    SceneState& state = session_.state();
    const auto selected = state.selected();
    switch (command) {
    case Command::Undo:
        state.undo();
        return;
    case Command::Redo:
        state.redo();
        return;
    case Command::Remove:
        return selected ? state.remove(*selected) : void();
    case Command::Hide:
        return selected ? state.set_visible(*selected, !state.body(*selected).visible) : void();
    case Command::ShowAll:
        return state.show_all();
    case Command::Deselect:
        if (state.dragged()) {
            dragging_ = Dragging::Nothing;
            drag_.reset();
            return session_.cancel_drag();
        }
        if (help_) {
            help_ = false;
            return;
        }
        return state.select({});
    case Command::NextBody:
        return select_next();
    case Command::MoveMode:
        session_.tools.mode = GizmoMode::Move;
        return;
    case Command::TurnMode:
        session_.tools.mode = GizmoMode::Turn;
        return;
    case Command::LocalAxes:
        session_.tools.local_axes = !session_.tools.local_axes;
        return;
    case Command::Slide:
        session_.tools.slide = !session_.tools.slide && !state.dragged();
        return;
    default:
        return;
    }
}

void Viewer::execute_view(Command command) {
    const Box3 box = session_.seen_box();
    const auto look = [&](Vec3d from) { camera_.look_from(from, box, area_size()); };
    switch (command) {
    case Command::FrameAll:
        return camera_.frame_again(box, area_size());
    case Command::FrameSelected:
        if (const auto selected = session_.state().selected()) {
            const ViewedBody& body = session_.state().body(*selected);
            camera_.frame_again(placed_box(body.box, body.world_pose()), area_size());
        }
        return;
    case Command::FrontView:
        return look({0, -1, 0});
    case Command::BackView:
        return look({0, 1, 0});
    case Command::RightView:
        return look({1, 0, 0});
    case Command::LeftView:
        return look({-1, 0, 0});
    case Command::TopView:
        return look({0, 0, 1});
    case Command::BottomView:
        return look({0, 0, -1});
    case Command::IsoView:
        return look({1, -1, 1});
    case Command::Orthographic:
        return camera_.set_orthographic(!camera_.orthographic());
    case Command::SideBySide:
        return switch_stereo(StereoMode::SideBySide);
    case Command::Anaglyph:
        return switch_stereo(StereoMode::Anaglyph);
    case Command::CopyCamera:
        setup_.set_clipboard(camera_.text());
        return session_.tell("camera copied");
    case Command::PasteCamera:
        return session_.tell(camera_.set_text(setup_.clipboard())
                                 ? "camera pasted"
                                 : "what is in the clipboard is no camera");
    default:
        return;
    }
}

void Viewer::switch_stereo(StereoMode mode) {
    StereoMode& now = session_.stereo.mode;
    now = now == mode ? StereoMode::Off : mode;
    eye_ = 0;
}

void Viewer::execute_show(Command command) {
    ShowOptions& show = session_.show;
    bool& option = command == Command::Edges        ? show.edges
                   : command == Command::Grid       ? show.grid
                   : command == Command::Boxes      ? show.boxes
                   : command == Command::Curves     ? show.curves
                   : command == Command::Triangles  ? show.triangles
                   : command == Command::SeeThrough ? show.see_through
                   : command == Command::Measures   ? show.measures
                   : command == Command::Overlaps   ? show.overlaps
                   : command == Command::Features   ? show.features
                   : command == Command::Interest   ? show.interest
                                                    : show.panels;
    option = !option;
}

} // namespace impinge::viewer
