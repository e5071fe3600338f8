// SPDX-License-Identifier: Apache-2.0
#include "io/scene/start.hpp"

#include "io/scene/fields.hpp"
#include "io/scene/sources.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

namespace fs = std::filesystem;

/// The folder is resolved, the file itself is not: it may be a link that is meant as such.
fs::path resolved_folder_of(const fs::path& file) {
    const fs::path absolute = fs::absolute(file);
    return fs::weakly_canonical(absolute.parent_path()) / absolute.filename();
}

std::string path_seen_from(const fs::path& folder, const std::string& file) {
    const fs::path target = resolved_folder_of(file);
    const fs::path origin = fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder));
    const auto shared =
        std::mismatch(target.begin(), target.end(), origin.begin(), origin.end()).first;
    const bool share_only_the_root = std::distance(target.begin(), shared) <= 1;
    return (share_only_the_root ? target : target.lexically_proximate(origin)).string();
}

/// A pattern that means this part of the file and no other, or "".
std::string pattern_for(const PartName& part, std::span<const PartName> parts) {
    std::string pattern = part.first.empty() ? part.label : part.first;
    std::replace(pattern.begin(), pattern.end(), '*', '?');
    const auto meant = std::count_if(parts.begin(), parts.end(), [&](const PartName& other) {
        return other.is_meant_by(pattern);
    });
    return meant == 1 ? pattern : "";
}

/// How long the name is without digits at its end and what must stand before them; its whole length
/// if that is not so, or if nothing would be left.
std::size_t end_without(std::string_view name, std::string_view before) {
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == name.size() ||
        before.find(name[last]) == std::string_view::npos) {
        return name.size();
    }
    const std::size_t end = name.find_last_not_of(before, last);
    return end == std::string_view::npos ? name.size() : end + 1;
}

/// Copies of one thing are told apart by the number that impinge puts behind equal names
/// ("bolt#2"), and by a number behind a separator ("bolt_1", "bolt-2", "bolt.003", "bolt 4") or in
/// parentheses ("part(2)"). Digits that follow a letter are part of what it is called: M6x20,
/// 60355K430.
std::string without_number(std::string name) {
    name.resize(end_without(name, "#"));
    if (name.ends_with(')')) {
        const std::string_view inner = std::string_view(name).substr(0, name.size() - 1);
        const std::size_t end = end_without(inner, "( ");
        name.resize(end == inner.size() ? name.size() : end);
        return name;
    }
    name.resize(end_without(name, "_-. "));
    return name;
}

std::string group_of(const SceneBody& body, const std::string& file_name, const fs::path& file,
                     GroupBy group_by) {
    switch (group_by) {
    case GroupBy::File:
        return file_name;
    case GroupBy::Folder:
        return resolved_folder_of(file).parent_path().filename().string();
    case GroupBy::Name:
        return without_number(body.name);
    case GroupBy::Nothing:
        break;
    }
    return {};
}

/// A scene file states lengths in its unit, and says nothing of what reading may take.
void state_deflection(SceneBody& body, std::optional<LengthUnit> of_file,
                      std::optional<LengthUnit> of_scene) {
    CadOptions& cad = body.read.cad;
    const auto stated = cad.deflection_unit ? cad.deflection_unit : of_file;
    if (cad.deflection > 0) {
        cad.deflection *= stated && of_scene ? conversion(*stated, *of_scene) : 1;
        cad.deflection_unit = of_scene;
    }
    cad.time_limit_seconds = CadOptions{}.time_limit_seconds;
    cad.memory_limit = CadOptions{}.memory_limit;
}

/// The entries of one file.
Expected<std::vector<SceneBody>> entries_of(const SceneBody& file, const SceneSource& source,
                                            ListParts list_parts) {
    if (source.parts.size() == 1 || list_parts == ListParts::TheFile) {
        return std::vector<SceneBody>{file};
    }
    std::vector<SceneBody> entries;
    for (const PartName& part : source.parts) {
        SceneBody body = file;
        body.name = file.name + "/" + part.label;
        body.part = pattern_for(part, source.parts);
        if (body.part.empty()) {
            return Error{ErrorCode::Unsupported,
                         file.file + ": " + in_quotes(part.label) +
                             ": no pattern tells this part from the others; list the file whole"};
        }
        entries.push_back(std::move(body));
    }
    return entries;
}

/// The files as bodies, named so that a scene file may name them so.
SceneDescription files_as_bodies(std::span<const std::string> files, const ReadOptions& read) {
    SceneDescription scene = scene_of_files(files);
    for (SceneBody& body : scene.bodies) {
        body.read = read;
        if (body.name.starts_with(group_prefix)) {
            body.name[group_prefix.size() - 1] = '_';
        }
    }
    return scene;
}

/// A file name need not be UTF-8, a scene file has to be; and names there have limits.
Status check_readable(const SceneDescription& scene) {
    const auto again = parse_scene(scene_text(scene), "");
    if (again && again->bodies == scene.bodies) {
        return {};
    }
    return Error{ErrorCode::Unsupported,
                 "these files cannot be named in a scene file" +
                     (again ? ": not all names are UTF-8" : again.error().message)};
}

} // namespace

Expected<SceneDescription> starting_scene(std::span<const std::string> files,
                                          const fs::path& folder, const StartOptions& options,
                                          const Context& context) {
    const SceneDescription as_bodies = files_as_bodies(files, options.read);
    const auto loaded = load_sources(as_bodies, {}, context);
    if (!loaded) {
        return loaded.error();
    }
    SceneDescription scene;
    scene.unit = options.unit;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto& source = loaded->sources[loaded->of_body[i]];
        if (!source) {
            return Error{ErrorCode::InvalidArgument, "interrupted before all files were read"};
        }
        scene.unit = scene.unit ? scene.unit : source->content.unit;
        auto entries = entries_of(as_bodies.bodies[i], *source, options.parts);
        if (!entries) {
            return entries.error();
        }
        for (SceneBody& body : *entries) {
            body.group = group_of(body, as_bodies.bodies[i].name, files[i], options.group_by);
            body.file = path_seen_from(folder, files[i]);
            state_deflection(body, source->content.unit, scene.unit);
            scene.bodies.push_back(std::move(body));
        }
    }
    if (Status status = check_readable(scene); !status) {
        return status.error();
    }
    return scene;
}

} // namespace impinge::inline v0
