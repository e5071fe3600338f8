// SPDX-License-Identifier: Apache-2.0
#include "gpu/make_engine.hpp"

#ifdef IMPINGE_WITH_OPENGL
#include "gpu/opengl/gl_pair_engine.hpp"
#include "gpu/opengl/gl_swarm_engine.hpp"
#endif

namespace impinge::inline v0::gpu {

#ifdef IMPINGE_WITH_OPENGL

Expected<std::unique_ptr<PairEngine>> engine_on(raster::Device& device,
                                                const SessionOptions& options) {
    return opengl::make_engine(device, options);
}
Expected<std::unique_ptr<PairEngine>> engine_in_current_context(const SessionOptions& options) {
    return opengl::make_engine_in_current_context(options);
}
Expected<std::unique_ptr<SwarmEngine>> swarm_engine_on(raster::Device& device,
                                                       const SwarmOptions& options) {
    return opengl::make_swarm_engine(device, options);
}
Expected<std::unique_ptr<SwarmEngine>>
swarm_engine_in_current_context(const SwarmOptions& options) {
    return opengl::make_swarm_engine_in_current_context(options);
}

#else

namespace {

Error built_without_opengl() {
    return {ErrorCode::Unsupported,
            "opengl: this impinge was built without OpenGL (IMPINGE_OPENGL)"};
}

} // namespace

Expected<std::unique_ptr<PairEngine>> engine_on(raster::Device& /*device*/,
                                                const SessionOptions& /*options*/) {
    return built_without_opengl();
}
Expected<std::unique_ptr<PairEngine>> engine_in_current_context(const SessionOptions& /*options*/) {
    return built_without_opengl();
}
Expected<std::unique_ptr<SwarmEngine>> swarm_engine_on(raster::Device& /*device*/,
                                                       const SwarmOptions& /*options*/) {
    return built_without_opengl();
}
Expected<std::unique_ptr<SwarmEngine>>
swarm_engine_in_current_context(const SwarmOptions& /*options*/) {
    return built_without_opengl();
}

#endif

} // namespace impinge::inline v0::gpu
