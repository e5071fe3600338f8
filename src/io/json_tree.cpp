// SPDX-License-Identifier: Apache-2.0
#include "io/json_tree.hpp"

#include "io/parse_failure.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// A text is kept as its place in the common string: 36 bits of offset, 28 of length.
constexpr int length_bits = 28;
constexpr std::uint64_t longest_text = (std::uint64_t{1} << length_bits) - 1;
constexpr std::uint64_t largest_offset = (std::uint64_t{1} << (64 - length_bits)) - 1;

[[noreturn]] void fail_at(std::string_view text, std::size_t offset, std::string reason,
                          ErrorCode code = ErrorCode::FileMalformed) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
    throw ParseFailure{code,
                       "line " + std::to_string(line) + ", column " +
                           std::to_string(before.size() - line_start + 1),
                       std::move(reason),
                       {ErrorPlace::Kind::Line, static_cast<std::uint64_t>(line)}};
}

/// The part of the library's message that speaks of the text: "... - REASON; last read: '...'".
std::string reason_in(std::string message) {
    const std::size_t start = message.find(" - ");
    message.erase(0, start == std::string::npos ? 0 : start + 3);
    message.resize(std::min(message.find("; last read"), message.size()));
    constexpr std::size_t longest = 160;
    message.resize(std::min(message.size(), longest));
    return "is not JSON: " + message;
}

} // namespace

/// Receives the events of the library's parser.
class JsonTreeBuilder {
  public:
    JsonTreeBuilder(std::string_view text, const JsonLimits& limits)
        : text_(text), limits_(limits) {}

    JsonTree take() { return std::move(tree_); }

    // The names are the library's.
    bool null() { return add_value(JsonKind::Null); }
    bool boolean(bool value) { return add_value(value ? JsonKind::True : JsonKind::False); }
    bool number_integer(std::int64_t value) { // called for negative ones only
        return add_value(JsonKind::Real, std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    }
    bool number_unsigned(std::uint64_t value) { return add_value(JsonKind::Whole, value); }
    bool number_float(double value, const std::string& /*source*/) {
        return add_value(JsonKind::Real, std::bit_cast<std::uint64_t>(value));
    }
    bool string(const std::string& value) { return leaves_out_value() || add_text(value); }
    bool key(const std::string& value) {
        if (!leaving_out_ && limits_.leaves_out != nullptr) {
            leaving_out_ = limits_.leaves_out(open_.size(), value);
        }
        if (!leaving_out_ && ++open_.back().members > limits_.most_members) {
            fail_whole("an object has more than " + std::to_string(limits_.most_members) +
                       " members");
        }
        return leaving_out_ || add_text(value);
    }
    static bool binary(const nlohmann::json::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*size*/) { return open(JsonKind::Object); }
    bool start_array(std::size_t /*size*/) { return open(JsonKind::List); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::json::exception& error) {
        constexpr int number_overflow = 406;
        const std::size_t offset = std::max<std::size_t>(position, 1) - 1;
        if (error.id == number_overflow) {
            fail_at(text_, offset, "a number is too large", ErrorCode::NonFinite);
        }
        fail_at(text_, offset, reason_in(error.what()));
    }

  private:
    /// Whether a value that has no values in it belongs to what is left out.
    bool leaves_out_value() {
        const bool left_out = leaving_out_;
        leaving_out_ = leaving_out_ && open_left_out_ > 0;
        return left_out;
    }

    bool add_value(JsonKind kind, std::uint64_t content = 0) {
        return leaves_out_value() || add(kind, content);
    }

    bool add(JsonKind kind, std::uint64_t content = 0) {
        const std::size_t after = tree_.nodes_.size() + 1;
        if (after > std::numeric_limits<std::uint32_t>::max()) {
            fail_whole("has more than 4294967295 values", ErrorCode::Unsupported);
        }
        tree_.nodes_.push_back({content, static_cast<std::uint32_t>(after), kind});
        return true;
    }

    bool add_text(const std::string& value) {
        const std::size_t longest = std::min(limits_.text_mebibytes << 20, longest_text);
        if (value.size() > longest || tree_.texts_.size() > largest_offset) {
            fail_whole("has a text of more than " + std::to_string(limits_.text_mebibytes) + " MiB",
                       ErrorCode::Unsupported);
        }
        const std::uint64_t offset = tree_.texts_.size();
        tree_.texts_ += value;
        return add(JsonKind::Text, (offset << length_bits) | value.size());
    }

    bool open(JsonKind kind) {
        if (open_.size() + open_left_out_ == limits_.deepest) {
            fail_whole("is nested deeper than " + std::to_string(limits_.deepest) + " levels");
        }
        if (leaving_out_) {
            ++open_left_out_;
            return true;
        }
        open_.push_back({tree_.nodes_.size()});
        return add(kind);
    }

    bool close() {
        if (leaving_out_) {
            leaving_out_ = --open_left_out_ > 0;
            return true;
        }
        tree_.nodes_[open_.back().node].after = static_cast<std::uint32_t>(tree_.nodes_.size());
        open_.pop_back();
        return true;
    }

    struct Open {
        std::size_t node = 0;
        std::size_t members = 0;
    };

    std::string_view text_;
    JsonTree tree_;
    std::vector<Open> open_;
    JsonLimits limits_;
    bool leaving_out_ = false;      ///< within the value of a key that is left out, or before it
    std::size_t open_left_out_ = 0; ///< lists and objects open within that value
};

JsonValue JsonTree::root() const { return {*this, 0}; }

bool JsonValue::is_number() const { return kind() == JsonKind::Whole || kind() == JsonKind::Real; }

double JsonValue::number() const {
    return kind() == JsonKind::Whole ? static_cast<double>(whole())
                                     : std::bit_cast<double>(node().content);
}

std::string_view JsonValue::text() const {
    return std::string_view(tree_->texts_)
        .substr(node().content >> length_bits, node().content & longest_text);
}

std::size_t JsonValue::child_count() const {
    std::size_t count = 0;
    for_each_child([&](JsonValue) { ++count; });
    return count;
}

std::optional<JsonValue> JsonValue::member(std::string_view key) const {
    for (std::uint32_t i = index_ + 1; i != node().after; i = tree_->nodes_[i + 1].after) {
        if (JsonValue(*tree_, i).text() == key) {
            return JsonValue(*tree_, i + 1); // a key takes one node
        }
    }
    return std::nullopt;
}

JsonTree parse_json(std::string_view text, const JsonLimits& limits) {
    JsonTreeBuilder builder(text, limits);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

} // namespace impinge::inline v0
