// SPDX-License-Identifier: Apache-2.0
//
// Bodies of the scene, moved as a file of poses or of motions says (docs/poses.md): at each frame
// they stand where it puts them, and are checked, measured and drawn as if moved by hand.
#pragma once

#include "app/session.hpp"
#include "check/sequence.hpp"
#include "timeline/track.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace impinge::viewer {

class SequenceTrack final : public Track {
  public:
    /// Fails if the motion is not one of the bodies that are there. The session must outlive it.
    static Expected<std::shared_ptr<SequenceTrack>> open(Session& session, cli::Sequence sequence);

    [[nodiscard]] std::string title() const override { return sequence_.file; }
    [[nodiscard]] std::size_t frame_count() const override { return sequence_.frames.size(); }
    [[nodiscard]] double frames_per_second() const override { return 10; }
    void seek(std::size_t frame) override;
    /// The verdicts of the frame that is shown are known, with its curves. Others are there at
    /// once.
    [[nodiscard]] bool is_ready(std::size_t frame) const override;
    [[nodiscard]] bool may_skip() const override { return false; }
    /// The worst of all pairs, of frames that were seen.
    [[nodiscard]] FrameMark mark(std::size_t frame) const override { return marks_[frame]; }
    [[nodiscard]] std::string frame_name(std::size_t frame) const override {
        return sequence_.frames[frame].name;
    }
    [[nodiscard]] std::optional<Rigid> pose(std::size_t body, std::size_t frame) const override;
    /// Whether the bodies it moves are still those of the scene.
    [[nodiscard]] bool is_valid() const { return scenes_opened_ == session_.scenes_opened(); }
    /// Around all bodies in all frames.
    [[nodiscard]] Box3 box() const;
    /// Puts the bodies back where they stand of themselves.
    void leave();

  private:
    SequenceTrack(Session& session, cli::Sequence sequence)
        : session_(session), sequence_(std::move(sequence)),
          scenes_opened_(session.scenes_opened()) {}
    Status find_bodies();
    Status find_poses();

    /// Where a body stands from a frame on.
    struct Stand {
        std::size_t from = 0;
        Rigid pose;
    };
    struct MovedBody {
        [[nodiscard]] const Rigid& pose(std::size_t frame) const;

        BodyIndex body = 0;
        Rigid own; ///< the user's pose when the motion was opened
        std::vector<Stand> stands;
    };

    Session& session_;
    cli::Sequence sequence_;
    int scenes_opened_;
    std::vector<MovedBody> moved_;
    std::vector<FrameMark> marks_;
    std::size_t shown_ = static_cast<std::size_t>(-1);
    Revision shown_revision_ = 0;
};

} // namespace impinge::viewer
