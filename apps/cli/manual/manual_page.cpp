// SPDX-License-Identifier: Apache-2.0
#include "manual/manual_page.hpp"

#include "output/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace impinge::cli {
namespace {

constexpr std::size_t page_line = 72;

/// As the page shall show it: no dash becomes a hyphen, no backslash an escape, and no line that
/// begins with a dot or a quote a request.
std::string literal(std::string_view text) {
    std::string out;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) {
            out += "\\&";
        }
        line_begins = c == '\n';
        out += c == '-' ? "\\-" : c == '\\' ? "\\e" : std::string(1, c);
    }
    return out;
}

std::string bold(std::string_view text) { return "\\fB" + literal(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + literal(text) + "\\fR"; }

std::string upper_case(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return out;
}

std::string section(std::string_view title) {
    return fmt::format(".SH \"{}\"\n", literal(upper_case(title)));
}

std::string sentence(const std::string& text) {
    return text + (text.ends_with(".") || text.ends_with("?") ? "" : ".");
}

std::string paragraph(std::string_view text) { return literal(in_lines(text, page_line)) + '\n'; }

/// A term, which is written already, and what is said about it.
std::string item(const std::string& term, std::string_view text) {
    return ".TP\n" + term + '\n' + paragraph(text);
}

/// "-q, --quiet" or "--json FILE".
std::string term_of(const Option& option) {
    const std::string names = option.names.find(',') == std::string::npos
                                  ? bold(option.names)
                                  : bold(option.names.substr(0, option.names.find(','))) + ", " +
                                        bold(option.long_name());
    return option.is_positional() ? italic(option.names)
           : option.type.empty()  ? names
                                  : names + ' ' + italic(option.type);
}

std::string default_of(const Option& option) {
    return std::visit(
        [](auto variable) -> std::string {
            using Value = std::remove_pointer_t<decltype(variable)>;
            if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
                return fmt::format("{}", *variable);
            } else {
                return "";
            }
        },
        option.variable);
}

std::string text_of(const Option& option) {
    if (option.ends_the_run()) {
        return option.kind == Option::Kind::Help ? "Print the help and exit."
                                                 : "Print the version and exit.";
    }
    const std::string value = option.default_shown ? default_of(option) : "";
    return sentence(option.help) + (value.empty() ? "" : " Default: " + value + ".");
}

/// In the order of the help: those without a heading first.
std::string options_of(const Verb& verb) {
    std::vector<std::string> headings = {""};
    for (const Option& option : verb.options()) {
        if (std::find(headings.begin(), headings.end(), option.heading) == headings.end()) {
            headings.push_back(option.heading);
        }
    }
    std::string out = section("options");
    for (const std::string& heading : headings) {
        out += heading.empty() ? "" : fmt::format(".SS \"{}\"\n", literal(heading));
        for (const Option& option : verb.options()) {
            if (option.heading == heading && !option.is_positional()) {
                out += item(term_of(option), text_of(option));
            }
        }
    }
    return out;
}

std::string arguments_of(const Verb& verb) {
    std::string out;
    for (const Option& option : verb.options()) {
        if (option.is_positional()) {
            out +=
                (out.empty() ? section("arguments") : "") + item(term_of(option), text_of(option));
        }
    }
    return out;
}

std::string verbs_of(const Verb& verb) {
    std::string out = verb.verbs().empty() ? "" : section(verb.is_program() ? "verbs" : "kinds");
    for (const auto& below : verb.verbs()) {
        out += item(bold(below->name()), sentence(below->description()));
    }
    return out;
}

std::string synopsis_of(const Verb& verb) {
    std::string out = bold(verb.full_name()) + " [" + italic("OPTIONS") + "]";
    if (!verb.verbs().empty()) {
        return out + ' ' + italic(verb.is_program() ? "VERB" : "KIND") + " [" +
               italic("ARGUMENTS") + "]\n";
    }
    if (const Option* taken = verb.find_positional()) {
        const std::string name =
            italic(taken->names) +
            (taken->kind == Option::Kind::Files && !taken->count.bounded() ? "..." : "");
        const bool needed = taken->kind == Option::Kind::Files && taken->count.least > 0;
        out += needed ? ' ' + name : " [" + name + ']';
    }
    return out + '\n';
}

/// What stands behind the options in the help: prose, lists under a title ("Examples:"), and the
/// exit status.
struct Footer {
    std::string prose;
    std::string lists;
    std::string exit_status;
};

constexpr std::string_view exit_status_title = "Exit status: ";

/// Lines as they are, the blanks before all of them left out.
std::string list_of(std::string_view title, std::string_view lines) {
    std::string out = section(title) + ".nf\n";
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::string_view line = lines.substr(0, end);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        out += literal(line) + '\n';
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return out + ".fi\n";
}

std::string joined_lines(std::string_view text) {
    std::string out(text);
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out;
}

void add_block(std::string_view block, Footer& footer) {
    const std::size_t title = block.find(":\n  ");
    if (title != std::string_view::npos && block.find('\n') == title + 1) {
        footer.lists += list_of(block.substr(0, title), block.substr(title + 2));
        return;
    }
    const std::size_t status = block.find(exit_status_title);
    const std::string_view prose = block.substr(0, status);
    if (!prose.empty()) {
        footer.prose += ".PP\n" + paragraph(joined_lines(prose));
    }
    if (status != std::string_view::npos) {
        footer.exit_status =
            section("exit status") +
            paragraph(joined_lines(block.substr(status + exit_status_title.size())));
    }
}

Footer footer_of(std::string_view text) {
    Footer footer;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find("\n\n"), text.size());
        add_block(text.substr(0, end), footer);
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return footer;
}

void name_pages(const Verb& verb, const Verb& but, std::string& list) {
    if (&verb != &but) {
        list += fmt::format("{}.BR {} (1)", list.empty() ? "" : " ,\n", literal(page_name(verb)));
    }
    for (const auto& below : verb.verbs()) {
        name_pages(*below, but, list);
    }
}

std::string see_also(const Verb& verb, const Verb& program) {
    std::string list;
    if (verb.is_program()) {
        name_pages(program, program, list);
    } else {
        list = fmt::format(".BR {} (1)", literal(program.name()));
        name_pages(verb, verb, list);
    }
    return section("see also") + list + '\n';
}

} // namespace

std::string page_name(const Verb& verb) {
    std::string name = verb.full_name();
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

std::string manual_page(const Verb& verb, const Verb& program) {
    const std::string name = page_name(verb);
    const Footer footer = footer_of(verb.footer());
    return fmt::format(".\\\" Made from the definitions of the verbs: impinge manual\n"
                       ".TH {} 1 \"\" \"impinge {}\" \"User Commands\"\n.nh\n.ad l\n",
                       literal(upper_case(name)), IMPINGE_VERSION) +
           section("name") + literal(name) + " \\- " + literal(verb.description()) + '\n' +
           section("synopsis") + synopsis_of(verb) + section("description") +
           paragraph(sentence(verb.description())) + footer.prose + verbs_of(verb) +
           arguments_of(verb) + options_of(verb) + footer.lists + footer.exit_status +
           see_also(verb, program);
}

} // namespace impinge::cli
