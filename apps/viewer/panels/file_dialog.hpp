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
    void show(PanelContext& context);

  private:
    void enter(const std::filesystem::path& folder);
    void accept();
    void show_list();

    struct Entry {
        std::string name;
        bool folder = false;
    };

    Kind kind_ = Kind::Open;
    bool open_ = false;
    bool appears_ = false;
    std::filesystem::path folder_;
    std::vector<Entry> entries_;
    std::string name_;
    std::string problem_;
    std::function<void(const std::string&)> chosen_;
};

} // namespace impinge::viewer
