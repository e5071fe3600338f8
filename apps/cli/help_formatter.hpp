// SPDX-License-Identifier: Apache-2.0
//
// How --help looks: lines that fit a terminal, and no marks that only the parser understands.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace impinge::cli {

class HelpFormatter : public CLI::Formatter {
  public:
    /// In the usage line: "A B", "FILES...", "[NAME]".
    std::string make_option_usage(const CLI::Option* option) const override;
    /// Behind the name: the type and the default value, "NAME=exact".
    std::string make_option_opts(const CLI::Option* option) const override;
    /// The sentence about an option, in lines.
    std::string make_option_desc(const CLI::Option* option) const override;
};

} // namespace impinge::cli
