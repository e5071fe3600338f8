// SPDX-License-Identifier: Apache-2.0
//
// The parts that the JSON documents of all verbs have in common; docs/json.md is their manual. Only
// files that make documents include nlohmann/json.hpp: the others handle the text of one.
#pragma once

#include "impinge/collide.hpp"
#include "input/loaded_body.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace impinge::cli {

using Json = nlohmann::ordered_json;

/// The head of every document: which verb wrote it, in which version of the format.
Json json_document(std::string_view verb);
/// The text of a document, as it is written.
std::string json_text(const Json& document);
Json json_bodies(std::span<const LoadedBody> bodies);
Json json_point(Vec3d point);
/// The symbol, or null if none is known.
Json json_unit(std::optional<LengthUnit> unit);
Json json_stages(const StageTimes& times);
/// Null for an empty one.
Json json_file(const std::string& file);
/// Null for none.
Json json_words(const std::string& words);
/// Null for none.
Json json_optional(std::optional<double> number);
/// 16 hexadecimal digits: a JSON number would lose the low bits in many readers.
std::string json_hash(std::uint64_t hash);

} // namespace impinge::cli
