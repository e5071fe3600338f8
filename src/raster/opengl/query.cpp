// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/query.hpp"

namespace impinge::inline v0::raster::opengl {

GlQuery::~GlQuery() {
    context_->release([&] { objects_.clear(); });
}

void GlQuery::begin() {
    if (open_ == objects_.size()) {
        GLuint name = 0;
        glCreateQueries(target_, 1, &name);
        objects_.emplace_back(name);
    }
    glBeginQuery(target_, objects_[open_].get());
    ++open_;
}

bool GlQuery::is_available() const {
    // They end in the order in which they began.
    if (open_ == 0) {
        return true;
    }
    GLuint available = GL_FALSE;
    glGetQueryObjectuiv(objects_[open_ - 1].get(), GL_QUERY_RESULT_AVAILABLE, &available);
    return available != GL_FALSE;
}

std::uint64_t GlQuery::sum() {
    for (std::size_t i = 0; i < open_; ++i) {
        GLuint64 value = 0;
        glGetQueryObjectui64v(objects_[i].get(), GL_QUERY_RESULT, &value);
        sum_ += value;
    }
    open_ = 0;
    return sum_;
}

void GlQuery::reset() {
    open_ = 0;
    sum_ = 0;
}

void QueryRun::change_to(GlQuery* next) {
    if (next == current_) {
        return;
    }
    if (current_ != nullptr) {
        current_->end();
    }
    current_ = next;
    if (current_ != nullptr) {
        current_->begin();
    }
}

} // namespace impinge::inline v0::raster::opengl
