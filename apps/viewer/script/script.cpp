// SPDX-License-Identifier: Apache-2.0
#include "script/script.hpp"

#include "arguments/values.hpp"
#include "io/png.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr auto longest_wait = std::chrono::minutes(5);
/// Panels answer a frame later than the events that change them.
constexpr int frames_to_settle = 3;
/// Longer sweeps, and faster ones, are slips of the pen.
constexpr double longest_sweep_seconds = 600;
constexpr double most_events_per_second = 10'000;

std::optional<double> number(const std::string& word) { return cli::number_of<double>(word); }

double number_or_zero(const ScriptLine& line, std::size_t word) {
    return word < line.words.size() ? number(line.words[word]).value_or(0) : 0;
}

Modifiers modifiers_in(const ScriptLine& line) {
    Modifiers out;
    for (const std::string& word : line.words) {
        out.shift |= word == "shift";
        out.control |= word == "ctrl";
    }
    return out;
}

MouseButton button_in(const ScriptLine& line) {
    for (const std::string& word : line.words) {
        if (word == "right" || word == "middle") {
            return word == "right" ? MouseButton::Right : MouseButton::Middle;
        }
    }
    return MouseButton::Left;
}

void post_mouse(Viewer& viewer, Event::Kind kind, ScreenPoint at, MouseButton button,
                Modifiers modifiers) {
    viewer.post({.kind = kind, .x = at.x, .y = at.y, .button = button, .modifiers = modifiers});
}

} // namespace

ScriptRun::ScriptRun(std::string name, std::vector<ScriptLine> lines)
    : name_(std::move(name)), lines_(std::move(lines)) {}

Error ScriptRun::wrong(const ScriptLine& line, const std::string& what) const {
    std::string text;
    for (const std::string& word : line.words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return {ErrorCode::InvalidArgument,
            fmt::format("{}: line {}: '{}': {}", name_, line.number, text, what)};
}

Error ScriptRun::cut_short() const {
    return wrong(lines_[std::min(at_, lines_.size() - 1)],
                 "the viewer was closed before this was done");
}

/// "X Y" or "@NAME", which may be followed by "+DX DY".
Expected<ScreenPoint> ScriptRun::point(const ScriptLine& line, std::size_t& word,
                                       const Viewer& viewer) {
    if (word >= line.words.size()) {
        return wrong(line, "a place is missing");
    }
    const std::string& first = line.words[word];
    if (first == "by" && word + 2 < line.words.size()) {
        const auto x = number(line.words[word + 1]);
        const auto y = number(line.words[word + 2]);
        word += 3;
        return x && y ? Expected<ScreenPoint>({mouse_.x + *x, mouse_.y + *y})
                      : wrong(line, "'by' needs two numbers");
    }
    if (first.starts_with('@')) {
        ++word;
        const auto found = viewer.landmark(first.substr(1));
        return found ? Expected<ScreenPoint>(*found) : wrong(line, "is not to be seen");
    }
    const auto x = number(first);
    const auto y = word + 1 < line.words.size() ? number(line.words[word + 1]) : std::nullopt;
    word += 2;
    return x && y ? Expected<ScreenPoint>({*x, *y}) : wrong(line, "needs X Y, by DX DY, or @NAME");
}

Status ScriptRun::mouse(const ScriptLine& line, Viewer& viewer) {
    const std::string& verb = line.words[0];
    const Modifiers modifiers = modifiers_in(line);
    if (verb == "wheel") {
        const auto turns = line.words.size() > 1 ? number(line.words[1]) : std::nullopt;
        if (!turns) {
            return wrong(line, "needs a number of turns");
        }
        viewer.post({.kind = Event::Kind::Wheel, .y = *turns, .modifiers = modifiers});
        return {};
    }
    const bool has_place =
        line.words.size() > 1 &&
        (line.words[1].starts_with('@') || line.words[1] == "by" || number(line.words[1]));
    if (has_place) {
        std::size_t word = 1;
        const auto at = point(line, word, viewer);
        if (!at) {
            return at.error();
        }
        mouse_ = *at;
        post_mouse(viewer, Event::Kind::Move, mouse_, MouseButton::Left, modifiers);
    } else if (verb == "move") {
        return wrong(line, "needs X Y, by DX DY, or @NAME");
    }
    const int times = verb == "doubleclick" ? 2 : 1;
    for (int i = 0; i < times; ++i) {
        if (verb != "move" && verb != "release") {
            post_mouse(viewer, Event::Kind::Press, mouse_, button_in(line), modifiers);
        }
        if (verb != "move" && verb != "press") {
            post_mouse(viewer, Event::Kind::Release, mouse_, button_in(line), modifiers);
        }
    }
    return {};
}

/// drag FROM to TO [shift] [ctrl] [right|middle]
Status ScriptRun::drag(const ScriptLine& line, Viewer& viewer) {
    std::size_t word = 1;
    const auto from = point(line, word, viewer);
    if (!from) {
        return from.error();
    }
    if (word >= line.words.size() || line.words[word] != "to") {
        return wrong(line, "needs 'to'");
    }
    ++word;
    mouse_ = *from;
    const auto to = point(line, word, viewer);
    if (!to) {
        return to.error();
    }
    const Modifiers modifiers = modifiers_in(line);
    const MouseButton button = button_in(line);
    post_mouse(viewer, Event::Kind::Move, *from, button, modifiers);
    post_mouse(viewer, Event::Kind::Press, *from, button, modifiers);
    constexpr int steps = 12;
    for (int i = 1; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        post_mouse(viewer, Event::Kind::Move,
                   {from->x + (to->x - from->x) * t, from->y + (to->y - from->y) * t}, button,
                   modifiers);
    }
    post_mouse(viewer, Event::Kind::Release, *to, button, modifiers);
    mouse_ = *to;
    return {};
}

Status ScriptRun::key(const ScriptLine& line, Viewer& viewer) {
    if (line.words.size() < 2) {
        return wrong(line, "needs a key or a text");
    }
    if (line.words[0] == "type") {
        for (const char c : line.words[1]) {
            viewer.post({.kind = Event::Kind::Text, .character = static_cast<unsigned char>(c)});
        }
        return {};
    }
    const auto key = key_from_string(line.words[1]);
    if (!key) {
        return wrong(line, "there is no such key");
    }
    viewer.post({.kind = Event::Kind::KeyDown, .key = key->first, .modifiers = key->second});
    viewer.post({.kind = Event::Kind::KeyUp, .key = key->first, .modifiers = key->second});
    return {};
}

Status ScriptRun::files(const ScriptLine& line, Viewer& viewer) {
    if (line.words.size() < 2) {
        return wrong(line, "needs a file");
    }
    if (line.words[0] == "drop") {
        viewer.post(
            {.kind = Event::Kind::Drop, .files = {line.words.begin() + 1, line.words.end()}});
        return {};
    }
    if (line.words[0] == "export") {
        return export_file(line, viewer);
    }
    if (line.words[0] == "save") {
        return viewer.session().save(line.words[1]);
    }
    if (const Status status = viewer.session().check_output(line.words[1]); !status) {
        return wrong(line, status.error().message);
    }
    return write_png(line.words[1], viewer.target().read());
}

/// export report FILE, or the word of a pane and FILE. What goes wrong with a report is told in the
/// status line, as to a person.
Status ScriptRun::export_file(const ScriptLine& line, Viewer& viewer) {
    if (line.words.size() < 3) {
        return wrong(line, "needs 'report' or a pane, and a file");
    }
    Session& session = viewer.session();
    const std::filesystem::path file = line.words[2];
    if (line.words[1] == "report") {
        (void)session.export_report(file);
        return {};
    }
    const Pane* pane = viewer.panes().find(std::string_view(line.words[1]));
    if (pane == nullptr || !pane->is_open()) {
        return wrong(line, "there is no such pane");
    }
    if (const Status status = session.check_output(file); !status) {
        return wrong(line, status.error().message);
    }
    auto status = pane->save(file);
    return !status   ? wrong(line, "the pane has nothing to write")
           : *status ? Status()
                     : Status(wrong(line, status->error().message));
}

/// tell PANE WORDS...
Status ScriptRun::tell(const ScriptLine& line, Viewer& viewer) {
    Pane* pane =
        line.words.size() > 2 ? viewer.panes().find(std::string_view(line.words[1])) : nullptr;
    if (pane == nullptr || !pane->is_open()) {
        return wrong(line, "there is no such pane");
    }
    const auto status = pane->obey(std::span(line.words).subspan(2));
    return status && *status
               ? Status()
               : Status(wrong(line, status ? status->error().message : "the pane takes no orders"));
}

/// sweep FROM to TO SECONDS RATE: the mouse goes to and fro on a thread of its own, as a hand does
/// that knows nothing of frames.
Status ScriptRun::sweep(const ScriptLine& line, Viewer& viewer) {
    std::size_t word = 1;
    const auto from = point(line, word, viewer);
    if (!from || word >= line.words.size() || line.words[word] != "to") {
        return from ? wrong(line, "needs 'to'") : from.error();
    }
    ++word;
    mouse_ = *from;
    const auto to = point(line, word, viewer);
    if (!to) {
        return to.error();
    }
    const double seconds = number_or_zero(line, word);
    const double rate = number_or_zero(line, word + 1);
    if (!(seconds > 0 && seconds <= longest_sweep_seconds) ||
        !(rate > 0 && rate <= most_events_per_second)) {
        return wrong(line, fmt::format("needs seconds, up to {}, and events per second, up to {}",
                                       longest_sweep_seconds, most_events_per_second));
    }
    latency_.clear();
    sweep_done_ = false;
    const ScreenPoint start = *from;
    const ScreenPoint end = *to;
    sweep_ = std::jthread([this, &viewer, start, end, seconds, rate] {
        const auto begin = std::chrono::steady_clock::now();
        const int count = static_cast<int>(seconds * rate);
        for (int i = 0; i < count; ++i) {
            const double t = 0.5 - 0.5 * std::cos(6.283185307179586 * i / rate);
            post_mouse(viewer, Event::Kind::Move,
                       {start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * t},
                       MouseButton::Left, {});
            std::this_thread::sleep_until(
                begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                            std::chrono::duration<double>((i + 1) / rate)));
        }
        sweep_done_ = true;
    });
    return {};
}

Status ScriptRun::run_line(const ScriptLine& line, Viewer& viewer, const Surface& surface) {
    const std::string& verb = line.words[0];
    const auto is = [&](std::initializer_list<const char*> verbs) {
        return std::ranges::find(verbs, verb) != verbs.end();
    };
    if (is({"move", "press", "release", "click", "doubleclick", "wheel"})) {
        return mouse(line, viewer);
    }
    if (verb == "drag") {
        return drag(line, viewer);
    }
    if (is({"key", "type"})) {
        return key(line, viewer);
    }
    if (is({"drop", "export", "save", "screenshot"})) {
        return files(line, viewer);
    }
    if (verb == "tell") {
        return tell(line, viewer);
    }
    if (verb == "sweep") {
        return sweep(line, viewer);
    }
    if (verb == "camera") {
        return line.words.size() > 1 && viewer.camera().set_text(line.words[1])
                   ? Status()
                   : Status(wrong(line, "needs six or nine numbers with commas"));
    }
    if (verb == "wait") { // every line waits for the frame; this one for answers too
        const std::string what = line.words.size() > 1 ? line.words[1] : "idle";
        if (what != "idle" && what != "scene" && what != "played") {
            return wrong(line, "waits for 'idle', 'scene' or 'played'");
        }
        wait_ = what == "scene" ? Wait::Scene : what == "played" ? Wait::Played : Wait::Idle;
        waits_since_ = std::chrono::steady_clock::now();
        return {};
    }
    if (verb == "export-sound") {
        const Status status = line.words.size() > 1
                                  ? viewer.export_sound(line.words[1])
                                  : Status(Error{ErrorCode::InvalidArgument, "needs a file"});
        return status ? status : Status(wrong(line, status.error().message));
    }
    if (verb == "record") {
        return record(line, viewer, surface);
    }
    if (verb == "seek") {
        return seek(line, viewer);
    }
    if (verb == "fault") {
        return fault(line, surface);
    }
    if (verb == "expect") {
        return expect(line, viewer, surface);
    }
    return wrong(line, "is not known");
}

/// fault WORD: has the driver find fault, so that tests know that faults are heard.
Status ScriptRun::fault(const ScriptLine& line, const Surface& surface) {
    if (line.words.size() < 2 || !surface.messages.listens()) {
        return wrong(line, "needs a word, and --gl-debug");
    }
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_ERROR, 1,
                         GL_DEBUG_SEVERITY_HIGH, -1, line.words[1].c_str());
    return {};
}

/// seek FRAME, counted from 0, or seek SECONDS s
Status ScriptRun::seek(const ScriptLine& line, Viewer& viewer) {
    const auto to = line.words.size() > 1 ? number(line.words[1]) : std::nullopt;
    if (!to || !(*to >= 0)) {
        return wrong(line, "needs the number of a frame, or SECONDS s");
    }
    Timeline& timeline = viewer.session().timeline;
    if (timeline.track() == nullptr) {
        return wrong(line, "nothing moves");
    }
    timeline.pause();
    if (line.words.size() > 2 && line.words[2] == "s") {
        timeline.seek_seconds(*to);
    } else {
        timeline.seek(static_cast<std::size_t>(std::min(*to, 1e9)));
    }
    return {};
}

/// record FOLDER [WxH]; waits for the end
Status ScriptRun::record(const ScriptLine& line, Viewer& viewer, const Surface& surface) {
    if (line.words.size() < 2) {
        return wrong(line, "needs a folder");
    }
    WindowSize size = surface.size();
    if (line.words.size() > 2) {
        const auto given = cli::parse_size("record", line.words[2]);
        if (!given) {
            return wrong(line, "needs a size WxH");
        }
        size = {given->width, given->height};
    }
    if (const Status status = viewer.record(line.words[1], size); !status) {
        return wrong(line, status.error().message);
    }
    wait_ = Wait::Recorded;
    waits_since_ = std::chrono::steady_clock::now();
    return {};
}

bool ScriptRun::is_over(const Viewer& viewer) const {
    switch (wait_) {
    case Wait::Idle:
        return viewer.idle();
    case Wait::Scene:
        return !viewer.session().loading();
    case Wait::Recorded:
        return !viewer.recording();
    case Wait::Played:
        return !viewer.session().timeline.playing();
    default:
        return true;
    }
}

bool ScriptRun::waits() const {
    return sweep_.joinable() || (wait_ != Wait::Nothing && waited_frames_ >= frames_to_settle);
}

Status ScriptRun::step(Viewer& viewer, const Surface& surface) {
    if (sweep_.joinable()) {
        if (!sweep_done_) {
            return {};
        }
        sweep_.join();
        waited_frames_ = 0;
    }
    if (waited_frames_ < frames_to_settle) {
        ++waited_frames_;
        return {};
    }
    if (wait_ != Wait::Nothing) {
        if (is_over(viewer)) {
            const bool recorded = wait_ == Wait::Recorded;
            wait_ = Wait::Nothing;
            waited_frames_ = 0;
            if (recorded && viewer.film_line().empty()) {
                return wrong(lines_[at_ - 1], viewer.session().message());
            }
        } else if (std::chrono::steady_clock::now() - waits_since_ > longest_wait) {
            return wrong(lines_[at_ - 1], "waited in vain");
        }
        return {};
    }
    if (at_ == lines_.size()) {
        return {};
    }
    waited_frames_ = 0;
    const std::size_t line = at_++;
    return run_line(lines_[line], viewer, surface);
}

} // namespace impinge::viewer
