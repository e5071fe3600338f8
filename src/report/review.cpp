// SPDX-License-Identifier: Apache-2.0
//
// What people say of clashes: review files, which are JSON, and BCF files.
#include "base/no_throw.hpp"
#include "impinge/report.hpp"
#include "io/file_bytes.hpp"
#include "io/json_tree.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/fields.hpp"
#include "io/text_cursor.hpp"
#include "report/bcf/bcf_file.hpp"

#include <algorithm>
#include <unordered_set>

namespace impinge::inline v0::report {
namespace {

constexpr std::array<std::string_view, 4> review_fields = {"$schema", "format", "format_version",
                                                           "clashes"};
constexpr std::array<std::string_view, 5> entry_fields = {"id", "status", "assignee", "comment",
                                                          "title"};
constexpr std::size_t most_entries = 1'000'000;
constexpr std::size_t id_length = 16;

/// Unlike names, what people write may have several lines, and be empty.
std::string words_of(const PlacedValue& value) {
    if (value.value.kind() != JsonKind::Text) {
        value.fail("must be a text");
    }
    return std::string(value.value.text());
}

std::string clash_id_of(const PlacedValue& value) {
    std::string id = words_of(value);
    if (id.size() != id_length || id.find_first_not_of("0123456789abcdef") != std::string::npos) {
        value.fail(in_quotes(id) + " is no identifier of a clash");
    }
    return id;
}

ReviewEntry entry_of(const PlacedValue& value) {
    const Fields fields(value, entry_fields);
    ReviewEntry entry;
    entry.id = clash_id_of(fields.need("id"));
    if (const auto status = fields.find("status")) {
        const std::string word = words_of(*status);
        entry.status = clash_status_from_string(word);
        if (!entry.status) {
            status->fail(in_quotes(word) + " is none of new, active, reviewed, approved, resolved");
        }
    }
    if (const auto assignee = fields.find("assignee")) {
        entry.assignee = words_of(*assignee);
    }
    if (const auto comment = fields.find("comment")) {
        entry.comment = words_of(*comment);
    }
    if (const auto title = fields.find("title")) {
        words_of(*title);
    }
    return entry;
}

Review review_of(JsonValue root) {
    const Fields fields({root, {}}, review_fields);
    check_head(fields, "impinge-review");
    Review review;
    std::unordered_set<std::string> ids;
    for (const PlacedValue& item : items_of(fields.need("clashes"), most_entries)) {
        review.entries.push_back(entry_of(item));
        if (!ids.insert(review.entries.back().id).second) {
            item.fail("speaks of " + review.entries.back().id + " again");
        }
    }
    return review;
}

bool is_archive(std::span<const char> bytes) {
    return bytes.size() > 1 && bytes[0] == 'P' && bytes[1] == 'K';
}

} // namespace

Expected<Review> read_review(const std::filesystem::path& file) {
    return no_throw([&]() -> Expected<Review> {
        const auto bytes = read_file_bytes(file);
        if (!bytes) {
            return bytes.error();
        }
        return or_error<Review>(file, [&] {
            if (is_archive(bytes->view())) {
                return parse_bcf(bytes->view());
            }
            const JsonTree tree = parse_json({bytes->view().data(), bytes->view().size()});
            return review_of(tree.root());
        });
    });
}

} // namespace impinge::inline v0::report
