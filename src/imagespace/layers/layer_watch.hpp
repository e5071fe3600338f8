// SPDX-License-Identifier: Apache-2.0
//
// Times the phases of a frame, if somebody wants to know them.
#pragma once

#include "base/stopwatch.hpp"
#include "imagespace/frame.hpp"

namespace impinge::inline v0::imagespace {

class LayerWatch {
  public:
    explicit LayerWatch(const Frame& frame) : frame_(frame) {}

    /// What was done since the last call was drawing.
    Status drew() { return lap(frame_.log.milliseconds.graphics); }
    /// It was looking at layers.
    Status looked() { return lap(frame_.log.milliseconds.inspection[2]); }

  private:
    Status lap(double& phase) {
        Status status;
        if (frame_.timing == Timing::ByPhase) {
            status = frame_.device.finish();
            phase += watch_.lap();
        }
        return status;
    }

    const Frame& frame_;
    Stopwatch watch_;
};

} // namespace impinge::inline v0::imagespace
