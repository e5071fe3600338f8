// SPDX-License-Identifier: Apache-2.0
//
// What diagnose() says of the meshes of a scene, from one request to the next.
#pragma once

#include "check/check_types.hpp"
#include "impinge/mesh.hpp"
#include "input/loaded_body.hpp"

#include <map>
#include <span>

namespace impinge::viewer {

/// For one thread.
class DiagnosedMeshes {
  public:
    /// Forgets meshes of other bodies, and looks at those that are new.
    Status look_at(std::span<const CheckedBody> bodies, const Context& context);
    /// Of a body that was looked at.
    [[nodiscard]] std::shared_ptr<const Diagnosis> of(const CheckedBody& body) const {
        return known_.at(body.mesh);
    }
    /// The same body, as the methods of the command line want it.
    [[nodiscard]] cli::LoadedBody loaded(const CheckedBody& body, const std::string& name) const;

  private:
    std::map<std::shared_ptr<const Mesh>, std::shared_ptr<const Diagnosis>> known_;
};

} // namespace impinge::viewer
