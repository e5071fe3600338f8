// SPDX-License-Identifier: Apache-2.0
//
// 3MF. Each mesh that an item of the build places, itself or through its components, becomes a
// body; objects that the build does not place are ignored.
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"
#include "io/pose_checks.hpp"
#include "io/text_cursor.hpp"
#include "io/threemf/model.hpp"
#include "io/threemf/package.hpp"
#include "io/threemf/xml.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t deepest_component = 64;
/// Objects made of several of the next, and so on, soon stand for more bodies than there are atoms.
constexpr std::size_t placements_always_allowed = 10000;

/// Finds the part that the package begins with.
class StartPartReader : public XmlListener {
  public:
    void start(const XmlElement& element) override {
        const bool is_relationship =
            element.name() ==
            "http://schemas.openxmlformats.org/package/2006/relationships|Relationship";
        if (is_relationship && part_.empty() &&
            element.attribute("Type") ==
                "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel") {
            const std::string_view target = element.required("Target");
            part_ = target.substr(target.starts_with('/') ? 1 : 0);
        }
    }
    void end() override {}

    [[nodiscard]] const std::string& part() const { return part_; }

  private:
    std::string part_;
};

std::string start_part(ThreemfPackage& package) {
    const std::string relationships = "_rels/.rels";
    if (!package.has(relationships)) {
        fail_whole("is a ZIP archive, but not a 3MF file: it has no part " + relationships);
    }
    StartPartReader reader;
    read_xml(package, relationships, reader);
    if (reader.part().empty()) {
        throw ParseFailure{ErrorCode::FileMalformed, in_quotes(relationships), "names no 3D model"};
    }
    return reader.part();
}

class BodyPlacer {
  public:
    explicit BodyPlacer(ThreemfPackage& package)
        : package_(package),
          most_placements_(std::max(placements_always_allowed, package.file_bytes())),
          names_(package.file_bytes()) {}

    FileBodies place_build(const std::string& part) {
        const ThreemfModel& root = model(part);
        FileBodies placed;
        placed.unit = root.unit;
        for (const ThreemfPlacement& item : root.build) {
            place(placed.bodies, part, item, Rigid{}, 0);
        }
        if (placed.bodies.empty()) {
            fail_whole("its build places no triangles");
        }
        return placed;
    }

  private:
    const ThreemfModel& model(const std::string& part) {
        const auto known = models_.find(part);
        if (known != models_.end()) {
            return known->second;
        }
        ThreemfModel read = read_threemf_model(package_, part);
        if (!models_.empty() && read.unit != models_.at(root_).unit) {
            throw ParseFailure{ErrorCode::Unsupported, in_quotes(part, 100),
                               "has another unit than the model that refers to it"};
        }
        root_ = models_.empty() ? part : root_;
        return models_.emplace(part, std::move(read)).first->second;
    }

    void place(std::vector<FileBody>& bodies, const std::string& within,
               const ThreemfPlacement& placement, const Rigid& outer, std::size_t depth) {
        const std::string& part = placement.part.empty() ? within : placement.part;
        const std::string called =
            in_quotes(part, 100) + ", object " + std::to_string(placement.object);
        if (depth == deepest_component) {
            throw ParseFailure{ErrorCode::FileMalformed, called,
                               "is nested deeper than " + std::to_string(deepest_component) +
                                   " objects, or within itself"};
        }
        if (++placements_ > most_placements_) {
            fail_whole("its build places more than " + std::to_string(most_placements_) +
                           " objects",
                       ErrorCode::Unsupported);
        }
        const ThreemfModel& model_part = model(part);
        const auto found = model_part.objects.find(placement.object);
        if (found == model_part.objects.end()) {
            throw ParseFailure{ErrorCode::IndexOutOfRange, called,
                               "is referred to but does not exist"};
        }
        const ThreemfObject& object = found->second;
        const Rigid pose = placement.pose == nullptr ? outer : compose(outer, *placement.pose);
        if (!is_finite(pose)) {
            throw ParseFailure{ErrorCode::NonFinite, called, "its transform is not finite"};
        }
        if (object.mesh != nullptr && flattens(pose)) {
            throw ParseFailure{ErrorCode::FileMalformed, called,
                               "its transform is singular: it would flatten the body"};
        }
        if (object.mesh != nullptr) {
            names_.will_copy(object.name);
            bodies.push_back({object.name, object.mesh, pose});
        }
        for (const ThreemfPlacement& component : object.components) {
            place(bodies, part, component, pose, depth + 1);
        }
    }

    ThreemfPackage& package_;
    std::size_t most_placements_;
    std::size_t placements_ = 0;
    NameBudget names_;
    std::map<std::string, ThreemfModel> models_;
    std::string root_;
};

} // namespace

FileBodies parse_3mf(std::span<const char> bytes) {
    ThreemfPackage package(bytes);
    const std::string part = start_part(package);
    return BodyPlacer(package).place_build(part);
}

} // namespace impinge::inline v0
