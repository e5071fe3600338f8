// SPDX-License-Identifier: Apache-2.0
//
// Asks what is to become of changes before they are lost: saved, given up, or kept for now.
#pragma once

#include <functional>

namespace impinge::viewer {

struct PanelContext;

class UnsavedQuestion {
  public:
    /// One of the two is done; neither if the user goes back.
    void ask(std::function<void()> save, std::function<void()> discard);
    [[nodiscard]] bool is_open() const { return open_; }
    void show(PanelContext& context);

  private:
    bool open_ = false;
    bool appears_ = false;
    std::function<void()> save_;
    std::function<void()> discard_;
};

} // namespace impinge::viewer
