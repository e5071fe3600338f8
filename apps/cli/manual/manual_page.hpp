// SPDX-License-Identifier: Apache-2.0
//
// Manual pages in the language of man(7), made from what the verbs say of themselves: a page says
// what --help says.
#pragma once

#include "arguments/verb.hpp"

#include <string>

namespace impinge::cli {

/// "impinge-simulate-cloth": the name of a verb's page, and of its file without the section.
std::string page_name(const Verb& verb);

/// The page of the program or of a verb, for section 1. `program` is the one that the verb belongs
/// to: its page names all others.
std::string manual_page(const Verb& verb, const Verb& program);

} // namespace impinge::cli
