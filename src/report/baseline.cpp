// SPDX-License-Identifier: Apache-2.0
#include "report/baseline.hpp"

#include "base/no_throw.hpp"
#include "io/file_bytes.hpp"
#include "io/json_tree.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/fields.hpp"
#include "io/text_cursor.hpp"
#include "report/clash_ids.hpp"

#include <algorithm>
#include <map>

namespace impinge::inline v0::report {
namespace {

std::optional<std::string> text_at(JsonValue object, std::string_view key) {
    const auto value = object.member(key);
    return value && value->kind() == JsonKind::Text ? std::optional(std::string(value->text()))
                                                    : std::nullopt;
}

std::string needed_text(const PlacedValue& object, std::string_view key) {
    const auto text = text_at(object.value, key);
    if (!text) {
        object.fail("needs the text '" + std::string(key) + "'");
    }
    return *text;
}

/// The entries of a list of objects, with their places.
std::vector<PlacedValue> objects_at(JsonValue root, std::string_view key) {
    const auto list = root.member(key);
    if (!list) {
        throw ParseFailure{ErrorCode::FileMalformed, std::string(key), "is missing"};
    }
    std::vector<PlacedValue> entries =
        items_of({*list, std::string(key)}, std::numeric_limits<std::size_t>::max());
    for (const PlacedValue& entry : entries) {
        if (entry.value.kind() != JsonKind::Object) {
            entry.fail("must be an object");
        }
    }
    return entries;
}

template <typename T>
T word_at(const PlacedValue& object, std::string_view key,
          std::optional<T> (*from_string)(std::string_view)) {
    const std::string text = needed_text(object, key);
    const auto value = from_string(text);
    if (!value) {
        object.fail(std::string(key) + ": " + in_quotes(text) + " is not known");
    }
    return *value;
}

GoneClash past_clash(const PlacedValue& entry) {
    GoneClash past;
    past.id = needed_text(entry, "id");
    past.kind = word_at(entry, "kind", clash_kind_from_string);
    past.severity = word_at(entry, "severity", severity_from_string);
    past.status = word_at(entry, "status", clash_status_from_string);
    past.assignee = text_at(entry.value, "assignee").value_or("");
    past.comment = text_at(entry.value, "comment").value_or("");
    return past;
}

struct NameAndKey {
    std::string name;
    std::string key;
};

NameAndKey part_at(const PlacedValue& clash, std::string_view key,
                   const std::vector<NameAndKey>& parts) {
    const auto index = clash.value.member(key);
    if (!index || index->kind() == JsonKind::Null) {
        return {};
    }
    if (index->kind() != JsonKind::Whole || index->whole() >= parts.size()) {
        clash.fail(std::string(key) + ": is no part of the report");
    }
    return parts[index->whole()];
}

Baseline baseline_of(JsonValue root) {
    if (root.kind() != JsonKind::Object || text_at(root, "format") != "impinge-report") {
        fail_whole("is not a report: impinge report --json writes one");
    }
    const auto version = root.member("format_version");
    if (!version || version->kind() != JsonKind::Whole || version->whole() != 1) {
        fail_whole("only format_version 1 is known to this version of impinge");
    }
    std::vector<NameAndKey> parts;
    for (const PlacedValue& part : objects_at(root, "parts")) {
        parts.push_back({needed_text(part, "name"), needed_text(part, "key")});
    }
    Baseline baseline;
    for (const PlacedValue& entry : objects_at(root, "clashes")) {
        GoneClash past = past_clash(entry);
        NameAndKey a = part_at(entry, "a", parts);
        NameAndKey b = part_at(entry, "b", parts);
        past.a = std::move(a.name);
        past.b = std::move(b.name);
        past.key_a = std::move(a.key);
        past.key_b = std::move(b.key);
        baseline.clashes.push_back(std::move(past));
    }
    for (const PlacedValue& entry : objects_at(root, "gone")) {
        GoneClash past = past_clash(entry);
        past.a = needed_text(entry, "a");
        past.b = needed_text(entry, "b");
        past.key_a = needed_text(entry, "key_a");
        past.key_b = needed_text(entry, "key_b");
        baseline.clashes.push_back(std::move(past));
    }
    return baseline;
}

/// Of a clash that was there before and is there now.
ClashStatus status_now(ClashStatus before) {
    switch (before) {
    case ClashStatus::New:
    case ClashStatus::Active:
        return ClashStatus::Active;
    case ClashStatus::Resolved: // found again
        return ClashStatus::New;
    case ClashStatus::Reviewed:
    case ClashStatus::Approved:
        break;
    }
    return before;
}

/// Why a clash of the baseline was not found.
class GoneReasons {
  public:
    explicit GoneReasons(const Finding& finding) : finding_(finding) {
        const std::vector<ReportPart>& parts = finding.found.report.parts;
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            part_of_[parts[i].key] = i;
        }
        for (const UndecidedPair& pair : finding.found.report.undecided) {
            undecided_[{pair.a, pair.b}] = true;
        }
    }

    [[nodiscard]] Gone of(const GoneClash& past) const {
        const auto a = part_of_.find(past.key_a);
        const auto b = part_of_.find(past.key_b);
        const bool contact = past.kind == ClashKind::Contact;
        if (a == part_of_.end() || (!contact && b == part_of_.end())) {
            return Gone::PartGone;
        }
        if (finding_.found.report.partial) {
            return Gone::NotExamined;
        }
        return contact ? of_contact(a->second)
                       : of_pair(past.kind, std::min(a->second, b->second),
                                 std::max(a->second, b->second));
    }

  private:
    [[nodiscard]] Gone of_contact(std::uint32_t part) const {
        for (std::size_t rule = 0; rule < finding_.rules.size(); ++rule) {
            if (finding_.rules[rule].kind == ClashKind::Contact &&
                finding_.pair_rules.sides(rule).a[part]) {
                return Gone::NotFound;
            }
        }
        return Gone::NoRule;
    }

    [[nodiscard]] Gone of_pair(ClashKind kind, std::uint32_t a, std::uint32_t b) const {
        const PairWishes& wishes = finding_.placed.wishes;
        if (wishes.of && !wishes.of(a, b).check) {
            return Gone::Ignored;
        }
        if (!finding_.pair_rules.deciding(kind, a, b)) {
            return Gone::NoRule;
        }
        return undecided_.contains({a, b}) ? Gone::NotExamined : Gone::NotFound;
    }

    const Finding& finding_;
    std::map<std::string, std::uint32_t> part_of_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> undecided_;
};

/// Which entries of a review are about which clash: by its identifier, or by the topic of a BCF
/// file, which may be about a group.
std::map<std::string, std::vector<std::string>> ids_by_topic(const Report& report) {
    std::map<std::string, std::vector<std::string>> ids;
    const auto add = [&](const std::string& id) {
        ids[id] = {id};
        ids[uuid_of(id)] = {id};
    };
    for (const Clash& clash : report.clashes) {
        add(clash.id);
    }
    for (const GoneClash& gone : report.gone) {
        add(gone.id);
    }
    for (const ClashGroup& group : report.groups) {
        std::vector<std::string>& members = ids[uuid_of(group.id)];
        for (const std::uint32_t i : group.clashes) {
            members.push_back(report.clashes[i].id);
        }
    }
    return ids;
}

/// Of a clash that was found: one that is said to be resolved is not, and "new" says nothing.
void take_status(Clash& clash, ClashStatus said) {
    if (said == ClashStatus::Resolved) {
        clash.status = ClashStatus::New;
    } else if (said != ClashStatus::New) {
        clash.status = said;
    }
}

template <typename ClashOrGone> void take_words(ClashOrGone& clash, const ReviewEntry& entry) {
    clash.assignee = entry.assignee.value_or(clash.assignee);
    clash.comment = entry.comment.value_or(clash.comment);
}

} // namespace

Expected<Baseline> parse_baseline(std::string_view text, const std::filesystem::path& name) {
    return no_throw([&]() -> Expected<Baseline> {
        return or_error<Baseline>(name, [&] {
            const JsonTree tree = parse_json(text);
            return baseline_of(tree.root());
        });
    });
}

Expected<Baseline> read_baseline(const std::filesystem::path& file) {
    return no_throw([&]() -> Expected<Baseline> {
        const auto bytes = read_file_bytes(file);
        if (!bytes) {
            return bytes.error();
        }
        return parse_baseline({bytes->view().data(), bytes->view().size()}, file);
    });
}

void carry_over(Finding& finding, const Baseline& baseline) {
    Report& report = finding.found.report;
    report.has_baseline = true;
    std::map<std::string_view, Clash*> now;
    for (Clash& clash : report.clashes) {
        now[clash.id] = &clash;
    }
    const GoneReasons reasons(finding);
    for (const GoneClash& past : baseline.clashes) {
        if (const auto found = now.find(past.id); found != now.end()) {
            found->second->status = status_now(past.status);
            found->second->assignee = past.assignee;
            found->second->comment = past.comment;
            continue;
        }
        GoneClash gone = past;
        gone.because = reasons.of(past);
        gone.status = gone.because == Gone::NotExamined ? past.status : ClashStatus::Resolved;
        report.gone.push_back(std::move(gone));
    }
}

void apply_review(Report& report, const Review& review) {
    std::map<std::string_view, Clash*> clashes;
    for (Clash& clash : report.clashes) {
        clashes[clash.id] = &clash;
    }
    std::map<std::string_view, GoneClash*> gone;
    for (GoneClash& one : report.gone) {
        gone[one.id] = &one;
    }
    const auto ids = ids_by_topic(report);
    std::size_t unknown = 0;
    for (const ReviewEntry& entry : review.entries) {
        const auto meant = ids.find(entry.id);
        unknown += meant == ids.end() ? 1 : 0;
        for (const std::string& id :
             meant == ids.end() ? std::vector<std::string>() : meant->second) {
            if (const auto clash = clashes.find(id); clash != clashes.end()) {
                take_words(*clash->second, entry);
                take_status(*clash->second, entry.status.value_or(ClashStatus::New));
            } else if (const auto one = gone.find(id); one != gone.end()) {
                take_words(*one->second, entry);
            }
        }
    }
    if (unknown > 0) {
        report.warnings.push_back("the review speaks of " + std::to_string(unknown) +
                                  (unknown == 1 ? " clash" : " clashes") +
                                  " that neither this report nor its baseline has");
    }
}

} // namespace impinge::inline v0::report
