// SPDX-License-Identifier: Apache-2.0
#include "io_peers.hpp"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <stdexcept>

namespace impinge::bench {
namespace {

ReadSize read(const std::filesystem::path& path, unsigned steps) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path.string(), steps);
    ReadSize size;
    for (unsigned i = 0; scene != nullptr && i < scene->mNumMeshes; ++i) {
        size.triangles += scene->mMeshes[i]->mNumFaces;
        size.vertices += scene->mMeshes[i]->mNumVertices;
    }
    return size;
}

} // namespace

std::vector<Reader> assimp_readers() {
    return {{"assimp", [](const std::filesystem::path& path) { return read(path, 0); }},
            {"assimp, joining vertices",
             [](const std::filesystem::path& path) {
                 return read(path, aiProcess_JoinIdenticalVertices);
             },
             true}};
}

void export_3mf_by_assimp(const std::filesystem::path& from, const std::filesystem::path& to) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(from.string(), aiProcess_JoinIdenticalVertices);
    Assimp::Exporter exporter;
    if (scene == nullptr || exporter.Export(scene, "3mf", to.string()) != aiReturn_SUCCESS) {
        throw std::runtime_error("assimp cannot write " + to.string());
    }
}

} // namespace impinge::bench
