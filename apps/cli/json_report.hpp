// SPDX-License-Identifier: Apache-2.0
//
// The parts that the JSON documents of all verbs have in common; docs/json.md is their manual.
#pragma once

#include "impinge/collide.hpp"
#include "loaded_body.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace impinge::cli {

using Json = nlohmann::ordered_json;

/// The head of every document: which verb wrote it, in which version of the format.
Json json_document(std::string_view verb);
Json json_bodies(std::span<const LoadedBody> bodies);
Json json_point(Vec3d point);
/// The symbol, or null if none is known.
Json json_unit(std::optional<LengthUnit> unit);
Json json_stages(const StageTimes& times);
/// 16 hexadecimal digits: a JSON number would lose the low bits in many readers.
std::string json_hash(std::uint64_t hash);

} // namespace impinge::cli
