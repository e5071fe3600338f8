// SPDX-License-Identifier: Apache-2.0
//
// What particles leave on a collider until now, laid out flat: its impact map, made anew on a
// thread whenever the playhead or the choice moves.
#pragma once

#include "panels/pane.hpp"
#include "panels/pane_image.hpp"
#include "particles/impact_pages.hpp"
#include "simulations/particles_source.hpp"

#include <future>

namespace impinge::viewer {

class ImpactsPane final : public Pane {
  public:
    ImpactsPane(std::shared_ptr<ParticleRunSlot> run, std::function<void()> wake)
        : slot_(std::move(run)), wake_(std::move(wake)) {}

    [[nodiscard]] Command command() const override { return Command::ImpactMap; }
    [[nodiscard]] const char* word() const override { return "impacts"; }
    void show(PanelContext& context) override;
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override {
        return is_open() && (making_.valid() || made_ != wished_);
    }
    /// collider, count (of impacts on it until now)
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;

  private:
    struct Wish {
        std::shared_ptr<const ParticleRun> run;
        std::size_t collider = 0;
        cli::ImpactChannel channel = cli::ImpactChannel::NormalSpeed;
        double time = 0;

        friend bool operator==(const Wish&, const Wish&) = default;
    };
    struct Made {
        Expected<render::Picture> page;
        std::size_t impacts = 0;
    };
    static Made make(const Wish& wish);

    std::shared_ptr<ParticleRunSlot> slot_;
    std::function<void()> wake_;
    Wish wished_;
    Wish making_for_;
    Wish made_;
    std::future<Made> making_;
    std::size_t impacts_ = 0;
    std::string problem_;
    PaneImage image_;
};

} // namespace impinge::viewer
