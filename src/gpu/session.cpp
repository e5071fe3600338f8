// SPDX-License-Identifier: Apache-2.0
#include "impinge/gpu.hpp"

#include "base/no_throw.hpp"
#include "gpu/make_engine.hpp"
#include "gpu/session_state.hpp"

#include <limits>

namespace impinge::inline v0::gpu {
namespace {

Status check_options(const SessionOptions& options) {
    if (options.frames_in_flight < 1 || options.frames_in_flight > 64) {
        return invalid("frames_in_flight: must be 1 to 64");
    }
    return {};
}

/// One slot more than frames in flight: for questions that are waited for.
SessionOptions with_spare_slot(SessionOptions options) {
    ++options.frames_in_flight;
    return options;
}

Error buffers_of_application() {
    return invalid("the buffers of this mesh are the application's: write to them there, and say "
                   "positions_changed()");
}

std::shared_ptr<const std::vector<TriangleIndices>> copy_of(std::span<const TriangleIndices> list) {
    return std::make_shared<const std::vector<TriangleIndices>>(list.begin(), list.end());
}

Expected<KeptMesh> kept_upload(PairEngine& engine, const MeshView& mesh) {
    if (Status status = validate(mesh); !status) {
        return status.error();
    }
    auto device = engine.upload(mesh);
    if (!device) {
        return device.error();
    }
    KeptMesh kept{.device = std::move(*device), .known = {}};
    kept.known.triangles = copy_of(mesh.triangles());
    return kept;
}

} // namespace

// --- what a session keeps ------------------------------------------------------------------------

Expected<KeptMesh*> Session::State::find(MeshId id) {
    const auto found = meshes.find(id);
    if (found == meshes.end()) {
        return invalid("the session has no mesh " + std::to_string(static_cast<unsigned>(id)));
    }
    return &found->second;
}

MeshId Session::State::keep(KeptMesh mesh) {
    const MeshId id{next_mesh++};
    meshes.emplace(id, std::move(mesh));
    return id;
}

Expected<FrameBody> Session::State::body(const PlacedMesh& placed, const BodyName& name) {
    const auto mesh = find(placed.mesh);
    if (!mesh) {
        return mesh.error();
    }
    if (Status pose = validate(placed.pose); !pose) {
        return about(name, pose.error());
    }
    return FrameBody{(*mesh)->device, placed.pose};
}

Expected<FrameRequest> Session::State::request(const PlacedMesh& a, const PlacedMesh& b) {
    auto one = body(a, body_a());
    auto other = one ? body(b, body_b()) : one.error();
    if (!other) {
        return other.error();
    }
    return FrameRequest{.a = FrameSide({std::move(*one)}), .b = FrameSide({std::move(*other)})};
}

Expected<FrameRequest> Session::State::request_of_one(MeshId mesh) {
    auto one = body({mesh}, {"mesh"});
    if (!one) {
        return one.error();
    }
    return FrameRequest{.a = FrameSide({std::move(*one)}), .b = {}, .among = Among::OneMesh};
}

Expected<FrameSide> Session::State::side(std::span<const PlacedMesh> list) {
    std::vector<FrameBody> bodies;
    bodies.reserve(list.size());
    for (const PlacedMesh& placed : list) {
        auto made = body(placed, body_number(bodies.size()));
        if (!made) {
            return made.error();
        }
        bodies.push_back(std::move(*made));
    }
    FrameSide side(std::move(bodies));
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    if (side.triangle_count() > most || side.vertex_count() > most) {
        return invalid("the meshes of a list have more than " + std::to_string(most) +
                       " vertices or triangles together");
    }
    return side;
}

// --- the public class ----------------------------------------------------------------------------

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&& other) noexcept = default;
Session& Session::operator=(Session&& other) noexcept = default;
Session::~Session() = default;

Expected<Session> Session::create(raster::Device& device, const SessionOptions& options) {
    return no_throw([&]() -> Expected<Session> {
        if (Status status = check_options(options); !status) {
            return status.error();
        }
        auto engine = engine_on(device, with_spare_slot(options));
        if (!engine) {
            return engine.error();
        }
        return Session(std::make_unique<State>(std::move(*engine)));
    });
}

Expected<Session> Session::in_current_context(const SessionOptions& options) {
    return no_throw([&]() -> Expected<Session> {
        if (Status status = check_options(options); !status) {
            return status.error();
        }
        auto engine = engine_in_current_context(with_spare_slot(options));
        if (!engine) {
            return engine.error();
        }
        return Session(std::make_unique<State>(std::move(*engine)));
    });
}

Expected<MeshId> Session::add(const MeshView& mesh) {
    return no_throw([&]() -> Expected<MeshId> {
        auto kept = kept_upload(*state_->engine, mesh);
        return kept ? Expected(state_->keep(std::move(*kept))) : kept.error();
    });
}

Expected<MeshId> Session::attach(const BufferMesh& mesh) {
    return no_throw([&]() -> Expected<MeshId> {
        auto device = state_->engine->attach(mesh);
        if (!device) {
            return device.error();
        }
        return state_->keep({.device = std::move(*device), .known = {}, .attached = true});
    });
}

Status Session::update_positions(MeshId id, const MeshView& positions) {
    return no_throw([&]() -> Status {
        const auto mesh = state_->find(id);
        if (!mesh) {
            return mesh.error();
        }
        KeptMesh& kept = **mesh;
        if (kept.attached) {
            return buffers_of_application();
        }
        if (positions.vertex_count() != kept.device->vertex_count) {
            return invalid("update_positions: the mesh has " +
                           std::to_string(kept.device->vertex_count) + " vertices, not " +
                           std::to_string(positions.vertex_count()));
        }
        auto device = state_->engine->with_positions(kept.device, positions);
        if (!device) {
            return device.error();
        }
        kept.device = std::move(*device);
        kept.known.forget_positions();
        return {};
    });
}

Status Session::positions_changed(MeshId id) {
    return no_throw([&]() -> Status {
        const auto mesh = state_->find(id);
        if (!mesh) {
            return mesh.error();
        }
        (*mesh)->known.forget_positions();
        return {};
    });
}

Status Session::update_mesh(MeshId id, const MeshView& mesh) {
    return no_throw([&]() -> Status {
        const auto old = state_->find(id);
        if (!old) {
            return old.error();
        }
        auto kept = kept_upload(*state_->engine, mesh);
        if (!kept) {
            return kept.error();
        }
        **old = std::move(*kept);
        return {};
    });
}

Status Session::remove(MeshId id) {
    return no_throw([&]() -> Status {
        const auto mesh = state_->find(id);
        if (!mesh) {
            return mesh.error();
        }
        state_->meshes.erase(id);
        return {};
    });
}

Expected<std::uint64_t> Session::submit(const PlacedMesh& a, const PlacedMesh& b) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        auto request = state_->request(a, b);
        return request ? state_->frames.push(std::move(*request)) : request.error();
    });
}

Expected<std::uint64_t> Session::submit(std::span<const PlacedMesh> a,
                                        std::span<const PlacedMesh> b) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        auto side_a = state_->side(a);
        if (!side_a) {
            return about({"first list"}, side_a.error());
        }
        auto side_b = state_->side(b);
        if (!side_b) {
            return about({"second list"}, side_b.error());
        }
        return state_->frames.push(
            {.a = std::move(*side_a), .b = std::move(*side_b), .listed = true});
    });
}

Expected<std::uint64_t> Session::submit_all(std::span<const PlacedMesh> bodies) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        auto side = state_->side(bodies);
        if (!side) {
            return side.error();
        }
        return state_->frames.push(
            {.a = std::move(*side), .b = {}, .among = Among::OneSide, .listed = true});
    });
}

Expected<std::uint64_t> Session::submit_self(MeshId mesh) {
    return no_throw([&]() -> Expected<std::uint64_t> {
        auto request = state_->request_of_one(mesh);
        return request ? state_->frames.push(std::move(*request)) : request.error();
    });
}

std::optional<Frame> Session::poll(const Context& context) { return state_->frames.poll(context); }

std::optional<Frame> Session::wait(const Context& context) { return state_->frames.wait(context); }

std::size_t Session::frames_in_flight() const { return state_->frames.size(); }
const FrameReport& Session::last_report() const { return state_->last_report; }

} // namespace impinge::inline v0::gpu
