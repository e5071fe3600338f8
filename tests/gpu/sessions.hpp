// SPDX-License-Identifier: Apache-2.0
//
// What tests of the engine on a GPU share: sessions in both kinds of numbers.
#pragma once

#include "impinge/gpu.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <array>

namespace impinge::tests {

inline constexpr std::array both_reals{gpu::Reals::Doubles, gpu::Reals::Floats};

/// Skips on the software device, which has no sessions.
class SessionsOfGpus : public EveryDevice {
  protected:
    void SetUp() override {
        EveryDevice::SetUp();
        if (!IsSkipped() && !HasFatalFailure() && is_software()) {
            GTEST_SKIP() << "the software device has no compute stages";
        }
    }
    [[nodiscard]] gpu::Session session(const gpu::SessionOptions& options = {}) const {
        return need(gpu::Session::create(device(), options));
    }
};

/// All pairs, from a frame.
inline gpu::MeetingPairs pairs_of(gpu::Session& session, const gpu::PlacedMesh& a,
                                  const gpu::PlacedMesh& b) {
    need(session.submit(a, b));
    auto frame = session.wait();
    if (!frame) {
        throw std::runtime_error("no frame came back");
    }
    return need(std::move(frame->pairs));
}

inline gpu::MeetingPairs own_pairs_of(gpu::Session& session, gpu::MeshId mesh) {
    need(session.submit_self(mesh));
    auto frame = session.wait();
    if (!frame) {
        throw std::runtime_error("no frame came back");
    }
    return need(std::move(frame->pairs));
}

} // namespace impinge::tests
