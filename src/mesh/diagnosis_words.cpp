// SPDX-License-Identifier: Apache-2.0
//
// What a diagnosis says to a person. Plain clauses without a full stop; users see them one a line.
#include "impinge/mesh.hpp"

namespace impinge::inline v0 {
namespace {

void add_count(std::vector<std::string>& words, std::size_t count, const char* one,
               const char* many) {
    if (count > 0) {
        words.push_back(std::to_string(count) + ' ' + (count == 1 ? one : many));
    }
}

} // namespace

std::vector<std::string> Diagnosis::reasons() const {
    if (triangles == 0) {
        return {"no triangles"};
    }
    std::vector<std::string> words;
    add_count(words, open_edges, "open edge", "open edges");
    add_count(words, misoriented_edges, "misoriented edge", "misoriented edges");
    add_count(words, inside_out_components, "component inside out", "components inside out");
    if (words.empty() && !encloses_volume) {
        words.emplace_back("encloses no volume");
    }
    return words;
}

std::vector<std::string> Diagnosis::remarks() const {
    std::vector<std::string> words = reasons();
    if (inside_out) {
        words.emplace_back("inside out: normals point inwards");
    }
    add_count(words, non_manifold_edges, "edge of more than two faces",
              "edges of more than two faces");
    add_count(words, degenerate_faces, "degenerate face", "degenerate faces");
    add_count(words, duplicate_faces, "duplicate face", "duplicate faces");
    add_count(words, redundant_components, "component that bounds nothing",
              "components that bound nothing");
    if (components > 1) {
        words.push_back(std::to_string(components) + " components");
    }
    return words;
}

} // namespace impinge::inline v0
