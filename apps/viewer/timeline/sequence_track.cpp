// SPDX-License-Identifier: Apache-2.0
#include "timeline/sequence_track.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

FrameMark mark_of(BodyState state) {
    switch (state) {
    case BodyState::Clear:
        return FrameMark::Clear;
    case BodyState::Touching:
    case BodyState::Undecided:
        return FrameMark::Touching;
    case BodyState::Interfering:
        return FrameMark::Interfering;
    default:
        return FrameMark::Unknown;
    }
}

} // namespace

Expected<std::shared_ptr<SequenceTrack>> SequenceTrack::open(Session& session,
                                                             cli::Sequence sequence) {
    std::shared_ptr<SequenceTrack> track(new SequenceTrack(session, std::move(sequence)));
    if (Status status = track->find_bodies(); !status) {
        return status.error();
    }
    if (Status status = track->find_poses(); !status) {
        return status.error();
    }
    track->marks_.assign(track->frame_count(), FrameMark::Unknown);
    return track;
}

/// Numbers in the file are then those of moved_.
Status SequenceTrack::find_bodies() {
    const SceneState& state = session_.state();
    const auto add = [&](BodyIndex body) {
        moved_.push_back({.body = body, .own = state.body(body).pose, .stands = {}});
    };
    for (const std::string& name : sequence_.named) {
        const auto found = state.find(name);
        if (!found) {
            return Error{ErrorCode::InvalidArgument,
                         fmt::format("{}: no body is called '{}'", sequence_.file, name)};
        }
        add(*found);
    }
    const bool is_poses = sequence_.named.empty() && !sequence_.frames.front().moved.empty();
    if (is_poses) {
        for (BodyIndex i = 0; i < state.bodies().size(); ++i) {
            if (state.body(i).present) {
                add(i);
            }
        }
    }
    return is_poses && moved_.size() != 2
               ? Status(Error{ErrorCode::InvalidArgument,
                              fmt::format("{}: poses are of two bodies, and there are {}; a file "
                                          "of motions names any number (docs/poses.md)",
                                          sequence_.file, moved_.size())})
               : Status{};
}

Status SequenceTrack::find_poses() {
    const auto unit = session_.document().unit;
    const double factor = sequence_.unit && unit ? conversion(*sequence_.unit, *unit) : 1;
    for (MovedBody& moved : moved_) {
        moved.stands.push_back({0, moved.own});
    }
    for (std::size_t i = 0; i < sequence_.frames.size(); ++i) {
        for (const cli::MovedTo& to : sequence_.frames[i].moved) {
            MovedBody& moved = moved_[to.body];
            Rigid pose = to.pose;
            pose.translation = pose.translation * factor;
            pose = is_identity(pose) ? moved.own : compose(pose, moved.own);
            if (const Status status = validate(pose); !status) {
                return Error{status.error().code,
                             fmt::format("{}: frame {}: {}", sequence_.file,
                                         sequence_.frames[i].name, status.error().message)};
            }
            if (moved.stands.back().from == i) {
                moved.stands.back().pose = pose;
            } else if (moved.stands.back().pose != pose) {
                moved.stands.push_back({i, pose});
            }
        }
    }
    return {};
}

const Rigid& SequenceTrack::MovedBody::pose(std::size_t frame) const {
    return std::prev(std::ranges::upper_bound(stands, frame, {}, &Stand::from))->pose;
}

std::optional<Rigid> SequenceTrack::pose(std::size_t body, std::size_t frame) const {
    const auto found = std::ranges::find(moved_, body, &MovedBody::body);
    return found == moved_.end() || !is_valid() ? std::nullopt : std::optional(found->pose(frame));
}

void SequenceTrack::seek(std::size_t frame) {
    if (!is_valid()) {
        return;
    }
    if (shown_ != frame) {
        std::vector<std::pair<BodyIndex, Rigid>> poses;
        for (const MovedBody& moved : moved_) {
            poses.emplace_back(moved.body, moved.pose(frame));
        }
        session_.state().show_poses(poses);
        shown_ = frame;
        shown_revision_ = session_.state().revision();
    }
    const bool as_shown = shown_revision_ == session_.state().revision();
    if (as_shown && session_.verdicts_are_current()) {
        marks_[frame] = mark_of(session_.result()->worst());
    }
}

bool SequenceTrack::is_ready(std::size_t frame) const {
    if (frame != shown_) {
        return true;
    }
    return session_.verdicts_are_current() && session_.result()->stage >= CheckStage::Measures;
}

Box3 SequenceTrack::box() const {
    Box3 out = session_.state().box();
    for (const MovedBody& moved : moved_) {
        const ViewedBody& body = session_.state().body(moved.body);
        for (const Stand& stand : moved.stands) {
            out = united(out, placed_box(body.box, compose(stand.pose, body.placement)));
        }
    }
    return out;
}

void SequenceTrack::leave() {
    if (!is_valid()) {
        return;
    }
    std::vector<std::pair<BodyIndex, Rigid>> poses;
    for (const MovedBody& moved : moved_) {
        poses.emplace_back(moved.body, moved.own);
    }
    session_.state().show_poses(poses);
}

} // namespace impinge::viewer
