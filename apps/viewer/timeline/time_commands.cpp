// SPDX-License-Identifier: Apache-2.0
#include "timeline/time_commands.hpp"

#include <algorithm>
#include <limits>

namespace impinge::viewer {
namespace {

constexpr double slowest = 1.0 / 16;
constexpr double fastest = 16;

} // namespace

bool execute_time(Timeline& timeline, Command command) {
    switch (command) {
    case Command::PlayOrPause:
        timeline.play_or_pause();
        return true;
    case Command::StepBack:
        timeline.step(-1);
        return true;
    case Command::StepForward:
        timeline.step(1);
        return true;
    case Command::FirstFrame:
        timeline.seek(0);
        return true;
    case Command::LastFrame:
        timeline.pause();
        timeline.seek(std::numeric_limits<std::size_t>::max());
        return true;
    case Command::Slower:
        timeline.set_speed(std::max(slowest, timeline.speed() / 2));
        return true;
    case Command::Faster:
        timeline.set_speed(std::min(fastest, timeline.speed() * 2));
        return true;
    case Command::Loop:
        timeline.set_loops(!timeline.loops());
        return true;
    case Command::CloseTimeline:
        timeline.close();
        return true;
    default:
        return false;
    }
}

} // namespace impinge::viewer
