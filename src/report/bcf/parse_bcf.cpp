// SPDX-License-Identifier: Apache-2.0
#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"
#include "io/threemf/package.hpp"
#include "io/threemf/xml.hpp"
#include "report/bcf/bcf_file.hpp"

#include <array>
#include <utility>

namespace impinge::inline v0::report {
namespace {

constexpr std::string_view markup_name = "/markup.bcf";
constexpr std::size_t uuid_length = 36;
constexpr std::size_t longest_text = 100'000;

// In small letters. Ours, those of the samples of both versions of the format, and of common tools.
constexpr std::array<std::pair<std::string_view, ClashStatus>, 17> status_words = {{
    {"new", ClashStatus::New},
    {"active", ClashStatus::Active},
    {"open", ClashStatus::Active},
    {"reopened", ClashStatus::Active},
    {"assigned", ClashStatus::Active},
    {"reviewed", ClashStatus::Reviewed},
    {"in progress", ClashStatus::Reviewed},
    {"in_progress", ClashStatus::Reviewed},
    {"inprogress", ClashStatus::Reviewed},
    {"approved", ClashStatus::Approved},
    {"accepted", ClashStatus::Approved},
    {"ignored", ClashStatus::Approved},
    {"resolved", ClashStatus::Resolved},
    {"solved", ClashStatus::Resolved},
    {"closed", ClashStatus::Resolved},
    {"done", ClashStatus::Resolved},
    {"fixed", ClashStatus::Resolved},
}};

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

/// Reads one markup.bcf. Elements are known by the way to them from the root.
class MarkupReader : public XmlListener {
  public:
    void start(const XmlElement& element) override {
        path_ += "/" + std::string(element.name());
        text_.clear();
        if (path_ == "/Markup/Topic") {
            entry_.id = lowered(element.attribute("Guid").value_or(""));
            status_ = element.attribute("TopicStatus").value_or("");
        } else if (is_comment()) {
            comment_ = {};
        }
    }
    void text(std::string_view more) override {
        if (text_.size() + more.size() > longest_text) {
            fail_whole("holds a text longer than " + std::to_string(longest_text) + " bytes");
        }
        text_ += more;
    }
    void end() override {
        if (path_ == "/Markup/Topic/AssignedTo") {
            entry_.assignee = text_;
        } else if (path_ == "/Markup/Topic/TopicStatus" && status_.empty()) {
            status_ = text_;
        } else if (ends_with_comment("/Date")) {
            comment_.first = text_;
        } else if (ends_with_comment("/Comment")) {
            comment_.second = text_;
        } else if (is_comment() && comment_.first >= last_.first && !comment_.second.empty()) {
            last_ = comment_; // dates of one zone are in the order of their texts
        }
        text_.clear();
        path_.resize(path_.rfind('/'));
    }

    ReviewEntry take(std::vector<std::string>& remarks) {
        if (entry_.id.size() != uuid_length) {
            fail_whole("has no topic with a GUID");
        }
        entry_.status = status_of_bcf(status_);
        if (!entry_.status && !status_.empty()) {
            remarks.push_back("topic " + entry_.id + ": the status " + in_quotes(status_) +
                              " is not known and was left out");
        }
        if (!last_.second.empty()) {
            entry_.comment = last_.second;
        }
        return std::move(entry_);
    }

  private:
    // 2.1 has comments beside the topic, 3.0 in it.
    [[nodiscard]] bool is_comment() const {
        return path_ == "/Markup/Comment" || path_ == "/Markup/Topic/Comments/Comment";
    }
    [[nodiscard]] bool ends_with_comment(std::string_view field) const {
        return path_ == "/Markup/Comment" + std::string(field) ||
               path_ == "/Markup/Topic/Comments/Comment" + std::string(field);
    }

    std::string path_;
    std::string text_;
    std::string status_;
    ReviewEntry entry_;
    std::pair<std::string, std::string> comment_; ///< date and text
    std::pair<std::string, std::string> last_;
};

} // namespace

std::optional<ClashStatus> status_of_bcf(std::string_view word) {
    const std::string small = lowered(word);
    for (const auto& [known, status] : status_words) {
        if (small == known) {
            return status;
        }
    }
    return std::nullopt;
}

Review parse_bcf(std::span<const char> bytes) {
    ThreemfPackage package(bytes);
    if (!package.has("bcf.version")) {
        fail_whole("is a ZIP archive without bcf.version: not a BCF file");
    }
    Review review;
    for (const std::string& part : package.parts()) {
        if (part.ends_with(markup_name)) {
            MarkupReader reader;
            read_xml(package, part, reader);
            review.entries.push_back(reader.take(review.remarks));
        }
    }
    return review;
}

} // namespace impinge::inline v0::report
