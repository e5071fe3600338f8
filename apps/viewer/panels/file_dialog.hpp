// SPDX-License-Identifier: Apache-2.0
//
// A small file dialog: a folder, what is in it, a name.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace impinge::viewer {

struct PanelContext;

class FileDialog {
  public:
    enum class Kind { Open, SaveScene, SavePicture, ExportReport, RecordFrames, ExportSound };

    /// What is done with the file that is chosen.
    void ask(Kind kind, std::string suggested, std::function<void(const std::string&)> chosen);
    [[nodiscard]] bool is_open() const { return open_; }
    void close() { open_ = false; }
    void show(PanelContext& context);

  private:
    void enter(const std::filesystem::path& folder);
    void accept();
    std::string objection_to(const std::filesystem::path& path);
    void show_list(PanelContext& context);
    void show_name(PanelContext& context);

    struct Entry {
        std::string name;
        bool folder = false;
    };

    Kind kind_ = Kind::Open;
    bool open_ = false;
    bool appears_ = false;
    bool asks_for_name_ = false; ///< the keyboard is to write the name
    std::filesystem::path folder_;
    std::filesystem::path replaced_; ///< exists, and the user was told so
    std::vector<Entry> entries_;
    std::string name_;
    std::string problem_;
    std::function<void(const std::string&)> chosen_;
};

} // namespace impinge::viewer
