// SPDX-License-Identifier: Apache-2.0
//
// Memory that the device and the processor both see, mapped as long as it lives.
#pragma once

#include "gpu/opengl/mesh_buffers.hpp"

namespace impinge::inline v0::gpu::opengl {

class SharedMemory {
  public:
    /// With the context current. What there was goes first, so that both need not fit.
    Status make(std::size_t bytes, GLbitfield access, const char* what) {
        const GLbitfield flags = access | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
        bytes_ = 0;
        memory_ = nullptr;
        buffer_ = Buffer();
        if (Status status = allocate(buffer_, bytes, flags | GL_CLIENT_STORAGE_BIT, what);
            !status) {
            return status;
        }
        memory_ = glMapNamedBufferRange(buffer_.get(), 0, static_cast<GLsizeiptr>(bytes), flags);
        if (memory_ == nullptr) {
            return Error{ErrorCode::OutOfMemory, "opengl: the driver cannot map a buffer"};
        }
        bytes_ = bytes;
        return {};
    }
    [[nodiscard]] const Buffer& buffer() const { return buffer_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    template <typename T> [[nodiscard]] T* as() const { return static_cast<T*>(memory_); }

  private:
    Buffer buffer_;
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace impinge::inline v0::gpu::opengl
