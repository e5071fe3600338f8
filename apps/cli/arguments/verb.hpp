// SPDX-License-Identifier: Apache-2.0
//
// What a verb of the command line takes, as plain data: names, types and help of its options, and
// the variables that they set. prepared_arguments.hpp looks at a command line by it, parse.hpp
// takes the line apart, and file_arguments.hpp looks at what was given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace impinge::cli {

/// Where the value of an option goes. A list takes several; what is optional stays empty if the
/// option is not given.
using Variable = std::variant<std::monostate, bool*, int*, unsigned*, unsigned long*,
                              unsigned long long*, double*, std::string*, std::optional<int>*,
                              std::optional<double>*, std::vector<std::string>*>;

/// How many values are taken.
struct Count {
    std::size_t least = 0;
    std::size_t most = std::numeric_limits<std::size_t>::max();

    [[nodiscard]] bool bounded() const { return most != Count{}.most; }
};
inline constexpr Count any_number{};
constexpr Count at_least(std::size_t least) { return {.least = least}; }
constexpr Count exactly(std::size_t count) { return {count, count}; }

/// The numbers that an option takes, both ends included.
template <typename Number> struct Range {
    Number least;
    Number most;
};
struct NotNegative {};
using Limits = std::variant<std::monostate, Range<int>, Range<double>, NotNegative>;

struct Option {
    enum class Kind : std::uint8_t { Help, Version, Flag, Value, Positional, Files };

    Kind kind = Kind::Value;
    std::string names; ///< "-q,--quiet"; of a positional argument "NAME" or "A B"
    Variable variable = {};
    std::string type = {}; ///< "FILE.png": the help shows it, and file_arguments.hpp goes by it
    std::string help;
    Count count = exactly(1);
    Limits limits = {};
    std::vector<std::string> words = {};     ///< the only ones that are taken, if there are any
    std::vector<std::string> suggested = {}; ///< words that a shell offers besides
    std::vector<std::string> given = {};     ///< after parsing: as they were written
    const Option* excluded = nullptr;        ///< cannot be given beside this one
    std::string heading = {};                ///< in the help; empty: the common one
    bool default_shown = false;              ///< the help shows what the variable holds
    bool one_value_at_a_time = false;        ///< of a list: each value has the name before it

    Option& one_of(std::vector<std::string> list);
    /// Words that users type here, "a, b, c"; the verb itself refuses others, or takes some.
    Option& suggests(std::string_view list);
    Option& between(int least, int most);
    Option& between(double least, double most);
    Option& not_negative();
    Option& shows_default();
    Option& one_value_each();
    Option& excludes(const Option& other);

    [[nodiscard]] bool is_positional() const {
        return kind == Kind::Positional || kind == Kind::Files;
    }
    [[nodiscard]] bool takes_value() const { return kind >= Kind::Value; }
    [[nodiscard]] bool ends_the_run() const { return kind <= Kind::Version; } ///< help, version
    /// "-q" or "--quiet".
    [[nodiscard]] bool is_called(std::string_view name) const;
    /// The last of the names, which is the long one: "--quiet".
    [[nodiscard]] std::string long_name() const;
};

/// A verb, or the program itself, which has verbs.
class Verb {
  public:
    Verb(std::string name, std::string description, const Verb* parent = nullptr);
    Verb(const Verb&) = delete;
    Verb& operator=(const Verb&) = delete;
    ~Verb() = default;

    // All return what they add, which stays where it is; the help has them in this order.
    Verb& verb(std::string name, std::string description);
    Option& option(std::string names, Variable variable, std::string type, std::string help);
    Option& flag(std::string names, bool* variable, std::string help);
    Option& positional(std::string name, std::string* variable, std::string help);
    /// Mesh files, for which folders may stand, and scene files.
    Option& files(std::string name, std::vector<std::string>* variable, Count count,
                  std::string help);
    /// Options that follow stand under a heading of their own in the help, or under the common one
    /// again if it is empty.
    void heading(std::string text) { heading_ = std::move(text); }
    /// --version prints this.
    void version(std::string text);
    /// Behind the options: what else is to be known, and examples.
    void footer(std::string text) { footer_ = std::move(text); }

    /// What the verb does; returns the options that its own will set. The result is the exit
    /// status.
    template <typename Options> Options& runs(int (*work)(const Options&)) {
        auto options = std::make_shared<Options>();
        work_ = [options, work] { return work(*options); };
        return *options;
    }
    [[nodiscard]] int run() const { return work_(); }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::string& description() const { return description_; }
    [[nodiscard]] const std::string& footer() const { return footer_; }
    [[nodiscard]] const std::string& version() const { return version_; }
    [[nodiscard]] bool is_program() const { return parent_ == nullptr; }
    /// With those above it: "impinge simulate polytopes".
    [[nodiscard]] std::string full_name() const;
    [[nodiscard]] const std::vector<std::unique_ptr<Verb>>& verbs() const { return verbs_; }
    [[nodiscard]] std::vector<std::string> verb_names() const;
    [[nodiscard]] const std::deque<Option>& options() const { return options_; }
    [[nodiscard]] std::deque<Option>& options() { return options_; }
    /// "--help", "-q"; null if there is none, as for the others below.
    [[nodiscard]] const Option* find_option(std::string_view name) const;
    [[nodiscard]] const Verb* find_verb(std::string_view name) const;
    [[nodiscard]] const Option* find_positional() const;

  private:
    std::string name_;
    std::string description_;
    const Verb* parent_;
    std::string heading_;
    std::string footer_;
    std::string version_;
    std::deque<Option> options_;
    std::vector<std::unique_ptr<Verb>> verbs_;
    std::function<int()> work_;
};

} // namespace impinge::cli
