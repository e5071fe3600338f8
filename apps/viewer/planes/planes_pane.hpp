// SPDX-License-Identifier: Apache-2.0
//
// What image-space methods see of the bodies, pixel by pixel, beside the scene: looked at anew
// whenever something moves, on a thread of its own. The pixel under the mouse shows its ray in the
// scene, with all layers.
#pragma once

#include "panels/newest_work.hpp"
#include "panels/pane.hpp"
#include "panels/pane_image.hpp"
#include "planes/pixel_ray.hpp"
#include "planes/plane_look.hpp"

namespace impinge::viewer {

class PlanesPane final : public Pane {
  public:
    PlanesPane(unsigned threads, const std::function<void()>& wake);

    [[nodiscard]] const char* word() const override { return "planes"; }
    [[nodiscard]] Command command() const override { return Command::Planes; }
    [[nodiscard]] float height() const override { return 1.6F; }
    bool update(Session& session) override;
    [[nodiscard]] bool busy() const override { return is_open() && (work_.busy() || turned()); }
    [[nodiscard]] bool animates() const override { return is_open() && turned(); }
    void set_open(bool open) override;
    void show(PanelContext& context) override;
    void draw_over(const SceneOverlay& overlay) override;
    void add_to_scene(const Session& session, DrawnScene& scene) override;
    [[nodiscard]] std::uint64_t look() const override { return look_; }
    /// error, verdict, direction, size; of the pixel that is pointed at pixel, value, layers, and
    /// the distances layer1, layer2, ...
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override;
    /// The picture, as .png.
    [[nodiscard]] std::optional<Status> save(const std::filesystem::path& file) const override;

  private:
    struct Pointed {
        ImagePixel pixel; ///< of the picture
        std::string value;
        PixelRay ray;
    };
    using Names = std::vector<NamedBody>;

    [[nodiscard]] Names looked_at(const Session& session) const;
    [[nodiscard]] std::optional<Vec3d> direction() const;
    /// The camera looks another way than when it was asked last.
    [[nodiscard]] bool turned() const;
    void set(const PlanesSettings& settings);
    void ask(const Session& session);
    void take_answer();
    void forget_answer();
    void paint();
    void point_at(ImagePixel pixel);

    void show_settings(PanelContext& context);
    void show_choices_of_pass(PanelContext& context, PlanesSettings& wished);
    void show_picture(PanelContext& context);
    void show_legend_and_facts(PanelContext& context);
    void show_facts() const;
    void show_layers() const;
    [[nodiscard]] std::string length(double value) const;
    [[nodiscard]] bool can_be_shown() const;

    NewestWork<PlanesRequest, PlanesAnswer> work_;
    PlanesSettings settings_;
    bool framed_ = true; ///< the view is outlined in the scene
    std::optional<LengthUnit> unit_;
    Names names_;                ///< of the bodies that are looked at
    Vec3d view_axis_{0, 0, -1};  ///< of the scene
    Vec3d asked_axis_{0, 0, -1}; ///< the same, when it was asked last
    Revision asked_revision_ = 0;
    int scene_ = 0;      ///< which of the session is asked about
    bool asked_ = false; ///< with the settings as they are
    bool asked_settled_ = true;
    std::shared_ptr<const PlanesAnswer> answer_;
    std::shared_ptr<const Segments> frame_;
    PaneImage picture_;
    PaneImage legend_{PixelsAre::Drawn};
    std::optional<Pointed> pointed_; ///< by the mouse, in this frame
    std::uint64_t look_ = 1;
};

} // namespace impinge::viewer
