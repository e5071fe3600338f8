// SPDX-License-Identifier: Apache-2.0
//
// 3MF files put together for tests.
#pragma once

#include "impinge/files.hpp"
#include "mesh_files.hpp"
#include "tests/fuzz/containers.hpp"

#include <string>
#include <vector>

namespace impinge::io_test {

inline const std::string tetrahedron_vertices =
    R"(<vertices><vertex x="0" y="0" z="0"/><vertex x="0.1" y="0" z="0"/>
       <vertex x="0" y="1e-1" z="0"/><vertex x="0" y="0" z=" 0.10 "/></vertices>)";
inline const std::string tetrahedron_triangles =
    R"(<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3" pid="7" p1="0"/>
       <triangle v1="1" v2="2" v3="3"/><triangle v1="2" v2="0" v3="3"/></triangles>)";

/// An object whose mesh is tetrahedron(0.1).
inline std::string mesh_object(const std::string& attributes) {
    return "<object " + attributes + "><mesh>" + tetrahedron_vertices + tetrahedron_triangles +
           "</mesh></object>";
}

/// A model part; `attributes` of its root come after the namespaces.
inline std::string model_xml(const std::string& resources, const std::string& build,
                             const std::string& attributes = "") {
    return R"(<?xml version="1.0" encoding="UTF-8"?>
<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
 xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
 xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" )" +
           attributes + "><resources>" + resources + "</resources><build>" + build +
           "</build></model>";
}

inline Expected<FileBodies> parse_3mf_file(const std::string& bytes) {
    return parse_bodies(bytes_of(bytes), "part.3mf");
}

inline Expected<FileBodies> parse_model(const std::string& model) {
    return parse_3mf_file(fuzz::threemf_file(model));
}

/// The message, or what was read instead of failing.
inline std::string outcome(const Expected<FileBodies>& read) {
    return read ? "read " + std::to_string(read->bodies.size()) + " bodies" : read.error().message;
}

} // namespace impinge::io_test
