// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the meshes of an assembly, found out at most once for each and only when some
// pair needs to know.
#pragma once

#include "impinge/collide.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>

namespace impinge::inline v0 {

class SharedDiagnoses {
  public:
    /// Bodies that view the same arrays have one diagnosis.
    explicit SharedDiagnoses(std::span<const Body> bodies);

    /// The diagnosis of the mesh of one of these bodies. Safe from many threads: others that want
    /// the same mesh wait. So nobody may call it from inside the thread pool with a context of more
    /// than one thread: a waiting thread could be handed the work it waits for.
    Expected<Diagnosis> of(const MeshView& mesh, const Context& context);

  private:
    struct Entry {
        std::mutex mutex;
        std::optional<Expected<Diagnosis>> diagnosis;
    };
    using Key = std::tuple<const void*, std::size_t, std::size_t, Scalar, const void*, std::size_t>;
    static Key key_of(const MeshView& mesh);

    std::map<Key, Entry> entries_;
};

} // namespace impinge::inline v0
