// SPDX-License-Identifier: Apache-2.0
#include "scene/document.hpp"

#include "draw/shape_data.hpp"
#include "io/scene/rules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace impinge::viewer {
namespace {

namespace fs = std::filesystem;

Box3 box_of(const Mesh& mesh) {
    Box3 box;
    for (const TriangleIndices& triangle : mesh.triangles) {
        for (const std::uint32_t vertex : triangle) {
            box = extend(box, mesh.positions[vertex]);
        }
    }
    return box;
}

/// What is made once for bodies that share a mesh.
struct Drawable {
    std::shared_ptr<const ShapeData> shape;
    Box3 box;
};

std::vector<ViewedBody> viewed(PlacedScene placed, std::span<const Rigid> poses) {
    std::map<const Mesh*, Drawable> made;
    std::vector<ViewedBody> bodies;
    for (PlacedBody& body : placed.bodies) {
        Drawable& drawable = made[body.mesh.get()];
        if (!drawable.shape) {
            drawable = {std::make_shared<const ShapeData>(make_shape_data(*body.mesh)),
                        box_of(*body.mesh)};
        }
        bodies.push_back({.name = std::move(body.name),
                          .file = std::move(body.file),
                          .group = std::move(body.group),
                          .mesh = std::move(body.mesh),
                          .shape = drawable.shape,
                          .box = drawable.box,
                          .placement = body.pose,
                          .described = body.described,
                          .facts = std::move(body.facts),
                          .pose = poses[body.described]});
    }
    return bodies;
}

std::string relative_to(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    const fs::path absolute = fs::absolute(file, error).lexically_normal();
    const fs::path near = absolute.lexically_relative(fs::absolute(folder, error));
    return near.empty() ? absolute.generic_string() : near.generic_string();
}

/// The parts of one body of the document that are still there.
std::vector<const ViewedBody*> parts_of(const SceneState& state, std::size_t described) {
    std::vector<const ViewedBody*> parts;
    for (const ViewedBody& body : state.bodies()) {
        if (body.described == described && body.present) {
            parts.push_back(&body);
        }
    }
    return parts;
}

std::size_t part_count(const SceneState& state, std::size_t described) {
    return static_cast<std::size_t>(
        std::ranges::count(state.bodies(), described, &ViewedBody::described));
}

/// NAME/PART as one body: PART is its label in the file, which the pattern means.
SceneBody one_part(const SceneBody& body, const ViewedBody& part) {
    SceneBody out = body;
    out.part = part.name.substr(std::min(part.name.size(), body.name.size() + 1));
    out.name = part.name;
    out.pose = part.pose;
    return out;
}

/// What rules go by.
PlacedBody named_only(const ViewedBody& body) {
    PlacedBody out;
    out.name = body.name;
    out.group = body.group;
    out.described = body.described;
    return out;
}

/// A rule that matches no body is refused when a scene is opened.
template <typename Rule>
void drop_unmatched(std::vector<Rule>& rules, const SceneDescription& scene,
                    const SceneState& state) {
    const auto means_nobody = [&](const std::string& pattern) {
        return std::ranges::none_of(state.bodies(), [&](const ViewedBody& body) {
            return body.present && is_meant(scene, named_only(body), pattern);
        });
    };
    std::erase_if(rules, [&](const Rule& rule) {
        return means_nobody(rule.between.a) || means_nobody(rule.between.b);
    });
}

/// The name of a body of several parts stands for all of them; once they are bodies of their own,
/// NAME/* does.
void rename_in_rules(SceneDescription& scene, const std::set<std::string>& split) {
    const auto rename = [&](PairPattern& between) {
        for (std::string* side : {&between.a, &between.b}) {
            *side += split.contains(*side) ? "/*" : "";
        }
    };
    const auto rename_all = [&](auto& rules) {
        for (auto& rule : rules) {
            rename(rule.between);
        }
    };
    rename_all(scene.pairs);
    rename_all(scene.clearances);
    rename_all(scene.tolerances);
    rename_all(scene.rules);
}

/// Of bodies as they are described, and of their parts: a saved scene may name either.
std::set<std::string> taken_names(const Document& document, const SceneState& state) {
    std::set<std::string> out;
    for (const SceneBody& body : document.scene.bodies) {
        out.insert(body.name);
    }
    for (const ViewedBody& body : state.bodies()) {
        out.insert(body.name);
    }
    return out;
}

std::string numbered(const std::string& name, int number) {
    return number == 1 ? name : name + "#" + std::to_string(number);
}

/// Gives each body that is described a name with which neither it nor a part of it is called like
/// anything else.
void rename_apart(OpenedScene& added, std::set<std::string> taken) {
    std::vector<std::vector<ViewedBody*>> parts(added.document.scene.bodies.size());
    for (ViewedBody& body : added.bodies) {
        parts[body.described].push_back(&body);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::string& name = added.document.scene.bodies[i].name;
        const auto renamed = [&](const ViewedBody& part, const std::string& to) {
            return to + part.name.substr(std::min(part.name.size(), name.size()));
        };
        const auto is_taken = [&](const std::string& to) {
            return taken.contains(to) || std::ranges::any_of(parts[i], [&](const ViewedBody* part) {
                       return taken.contains(renamed(*part, to));
                   });
        };
        int number = 1;
        while (is_taken(numbered(name, number))) {
            ++number;
        }
        const std::string to = numbered(name, number);
        for (ViewedBody* part : parts[i]) {
            part->name = renamed(*part, to);
            taken.insert(part->name);
        }
        name = to;
        taken.insert(name);
    }
}

} // namespace

Expected<OpenedScene> open_scene(SceneDescription scene, fs::path folder, const Context& context) {
    std::vector<Rigid> poses;
    SceneDescription unmoved = scene;
    for (SceneBody& body : unmoved.bodies) {
        poses.push_back(body.pose);
        body.pose = {};
    }
    auto placed = place_scene(unmoved, folder, context);
    if (!placed) {
        return placed.error();
    }
    Document document{std::move(scene), std::move(folder), placed->unit, placed->wishes};
    return OpenedScene{std::move(document), viewed(std::move(*placed), poses)};
}

SceneDescription files_beside(const Document& document, const SceneState& state,
                              std::span<const std::string> files) {
    std::set<std::string> taken = taken_names(document, state);
    SceneDescription out = scene_of_files(files);
    out.unit = document.unit;
    for (SceneBody& body : out.bodies) {
        const std::string name = body.name;
        for (int number = 2; !taken.insert(body.name).second; ++number) {
            body.name = numbered(name, number);
        }
        body.file = fs::absolute(body.file).string();
    }
    return out;
}

std::vector<ViewedBody> join_documents(Document& document, const SceneState& state,
                                       OpenedScene added) {
    rename_apart(added, taken_names(document, state));
    const std::size_t offset = document.scene.bodies.size();
    for (SceneBody& body : added.document.scene.bodies) {
        document.scene.bodies.push_back(std::move(body));
    }
    for (ViewedBody& body : added.bodies) {
        body.described += offset;
    }
    document.unit = document.unit ? document.unit : added.document.unit;
    std::vector<PlacedBody> all;
    for (const auto* bodies : {&state.bodies(), &std::as_const(added.bodies)}) {
        for (const ViewedBody& body : *bodies) {
            all.push_back(named_only(body));
        }
    }
    document.wishes = compile_rules(document.scene, all, BodiesAre::Some);
    return std::move(added.bodies);
}

std::vector<ViewedBody> copied_bodies(Document& document, const SceneState& state,
                                      std::span<const BodyCopy> copies) {
    std::set<std::string> taken = taken_names(document, state);
    std::map<std::string, int> numbers; // the last one that was given
    OpenedScene added;
    for (const BodyCopy& copy : copies) {
        ViewedBody body = state.body(copy.of);
        const SceneBody& described = document.scene.bodies[body.described];
        SceneBody describes =
            part_count(state, body.described) > 1 ? one_part(described, body) : described;
        const std::string name = body.name.substr(0, body.name.find('#'));
        int& number = numbers.try_emplace(name, 1).first->second;
        do {
            body.name = numbered(name, ++number);
        } while (!taken.insert(body.name).second);
        body.pose = describes.pose = copy.pose;
        body.visible = true;
        describes.name = body.name;
        body.described = added.bodies.size();
        added.document.scene.bodies.push_back(std::move(describes));
        added.bodies.push_back(std::move(body));
    }
    return join_documents(document, state, std::move(added));
}

std::string saved_text(const Document& document, const SceneState& state, const fs::path& folder) {
    SceneDescription out = document.scene;
    out.bodies.clear();
    std::set<std::string> split;
    for (std::size_t i = 0; i < document.scene.bodies.size(); ++i) {
        SceneBody body = document.scene.bodies[i];
        if (!body.file.empty()) {
            body.file = relative_to(document.folder / body.file, folder);
        }
        const std::vector<const ViewedBody*> parts = parts_of(state, i);
        const bool together = parts.size() == part_count(state, i) &&
                              std::ranges::all_of(parts, [&](const ViewedBody* part) {
                                  return part->pose == parts.front()->pose;
                              });
        if (together && !parts.empty()) {
            body.pose = parts.front()->pose;
            out.bodies.push_back(std::move(body));
            continue;
        }
        if (parts.empty()) {
            continue;
        }
        split.insert(body.name);
        for (const ViewedBody* part : parts) {
            out.bodies.push_back(one_part(body, *part));
        }
    }
    drop_unmatched(out.pairs, document.scene, state);
    drop_unmatched(out.clearances, document.scene, state);
    drop_unmatched(out.tolerances, document.scene, state);
    drop_unmatched(out.rules, document.scene, state);
    rename_in_rules(out, split);
    return scene_text(out);
}

} // namespace impinge::viewer
