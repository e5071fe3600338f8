// SPDX-License-Identifier: Apache-2.0
//
// The verdict of a pair for people.
#pragma once

#include "check/examination.hpp"

#include <string>

namespace impinge::cli {

/// In words, coloured on a terminal: "could not tell" where a method could not.
std::string verdict_words(const Examination& examination, const AssemblyPair& pair);

} // namespace impinge::cli
