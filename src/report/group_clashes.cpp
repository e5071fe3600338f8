// SPDX-License-Identifier: Apache-2.0
#include "report/group_clashes.hpp"

#include "base/disjoint_sets.hpp"
#include "math/measures.hpp"
#include "report/clash_ids.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace impinge::inline v0::report {
namespace {

/// Clashes nearer than this part of the assembly's diagonal are neighbours.
constexpr double neighbourhood = 0.01;
/// Two could be chance.
constexpr std::size_t least_of_part = 3;

using ClashIndices = std::vector<std::uint32_t>;

/// The name without a number at its end that tells copies apart: "bolt-2" is a "bolt". What follows
/// a letter is no such number: M6x20.
std::string without_number(const std::string& name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string::npos || last + 1 == name.size() ||
        std::string_view("_-. #@").find(name[last]) == std::string_view::npos) {
        return name;
    }
    const std::size_t end = name.find_last_not_of("_-. #@", last);
    return end == std::string::npos ? name : name.substr(0, end + 1);
}

/// What a part is a copy of: as its file says, else by its name. Names of files in a folder often
/// begin with a number, too.
std::string kind_of(const ReportPart& part) {
    if (!part.instance_of.empty()) {
        return part.instance_of;
    }
    const std::string name = without_number(part.path.empty() ? part.name : part.path);
    const std::size_t first = name.find_first_not_of("0123456789");
    const bool numbered = first > 0 && first + 1 < name.size() && first != std::string::npos &&
                          std::string_view("_-. ").find(name[first]) != std::string_view::npos;
    return numbered ? name.substr(first + 1) : name;
}

class Grouping {
  public:
    explicit Grouping(Report& report) : report_(report), taken_(report.clashes.size()) {
        for (const ReportPart& part : report.parts) {
            kinds_.push_back(kind_of(part));
        }
    }

    void same_pairs() {
        std::map<std::array<std::string, 3>, ClashIndices> places;
        for (const std::uint32_t i : left()) {
            const Clash& clash = report_.clashes[i];
            const std::string& a = kinds_[clash.a];
            const std::string& b = clash.b == no_part ? no_kind_ : kinds_[clash.b];
            places[{to_string(clash.kind), std::min(a, b), std::max(a, b)}].push_back(i);
        }
        for (auto& [what, clashes] : places) {
            if (clashes.size() > 1) {
                const auto& [kind, a, b] = what;
                const std::string name = a.empty() ? b : a + " and " + b;
                add({id_of({"same pair", kind, a, b}), name, GroupReason::SamePair,
                     name + " in " + std::to_string(clashes.size()) + " places (" + kind + ")",
                     std::move(clashes)});
            }
        }
    }

    void common_parts() {
        while (true) {
            std::map<std::string, ClashIndices> of_part; // by key: ties go to the first
            std::map<std::string, std::uint32_t> part_of;
            for (const std::uint32_t i : left()) {
                for (const std::uint32_t part : {report_.clashes[i].a, report_.clashes[i].b}) {
                    if (part != no_part) {
                        of_part[report_.parts[part].key].push_back(i);
                        part_of[report_.parts[part].key] = part;
                    }
                }
            }
            const auto most =
                std::max_element(of_part.begin(), of_part.end(), [](const auto& x, const auto& y) {
                    return x.second.size() < y.second.size();
                });
            if (most == of_part.end() || most->second.size() < least_of_part) {
                return;
            }
            const std::string& name = report_.parts[part_of[most->first]].name;
            add({id_of({"common part", most->first}), name, GroupReason::CommonPart,
                 name + " clashes with " + std::to_string(most->second.size()) + " parts",
                 most->second});
        }
    }

    void neighbours() {
        Box3 all;
        for (const ReportPart& part : report_.parts) {
            all = united(all, part.box);
        }
        const double radius = is_empty(all) ? 0 : length(extent(all)) * neighbourhood;
        const ClashIndices free = left();
        DisjointSets sets(free.size());
        for (std::uint32_t i = 0; i < free.size(); ++i) {
            for (std::uint32_t j = i + 1; j < free.size(); ++j) {
                if (boxes_overlap(grown(box_of(free[i]), radius), box_of(free[j]))) {
                    sets.unite(i, j);
                }
            }
        }
        std::map<std::uint32_t, ClashIndices> clusters;
        for (std::uint32_t i = 0; i < free.size(); ++i) {
            clusters[sets.root(i)].push_back(free[i]);
        }
        for (auto& [root, clashes] : clusters) {
            if (clashes.size() > 1) {
                add_cluster(std::move(clashes));
            }
        }
    }

  private:
    [[nodiscard]] Box3 box_of(std::uint32_t i) const {
        const Clash& clash = report_.clashes[i];
        return extend(clash.box, clash.point);
    }

    [[nodiscard]] ClashIndices left() const {
        ClashIndices free;
        for (std::uint32_t i = 0; i < taken_.size(); ++i) {
            if (!taken_[i]) {
                free.push_back(i);
            }
        }
        return free;
    }

    void add_cluster(ClashIndices clashes) {
        std::set<std::string> ids;
        for (const std::uint32_t i : clashes) {
            ids.insert(report_.clashes[i].id);
        }
        const Clash& worst = report_.clashes[clashes.front()];
        const std::string name = "near " + report_.parts[worst.a].name;
        add({id_of({"neighbours", *ids.begin()}), name, GroupReason::Neighbours,
             std::to_string(clashes.size()) + " clashes close to each other", std::move(clashes)});
    }

    void add(ClashGroup group) {
        for (const std::uint32_t i : group.clashes) {
            taken_[i] = true;
            report_.clashes[i].group = static_cast<std::uint32_t>(report_.groups.size());
        }
        report_.groups.push_back(std::move(group));
    }

    Report& report_;
    std::vector<bool> taken_;
    std::vector<std::string> kinds_;
    std::string no_kind_;
};

} // namespace

void group_clashes(Report& report) {
    Grouping grouping(report);
    grouping.same_pairs();
    grouping.common_parts();
    grouping.neighbours();
}

} // namespace impinge::inline v0::report
