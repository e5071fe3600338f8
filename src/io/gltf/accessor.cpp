// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/accessor.hpp"

#include "io/byte_order.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace impinge::inline v0 {
namespace {

GltfComponent component_of(const GltfObject& object) {
    const std::size_t code = object.required_whole("componentType");
    if (code < 5120 || code > 5126 || code == 5124) {
        object.fail("has the unknown component type " + std::to_string(code));
    }
    return static_cast<GltfComponent>(code);
}

std::size_t bytes_of(GltfComponent component) {
    switch (component) {
    case GltfComponent::Int8:
    case GltfComponent::Uint8:
        return 1;
    case GltfComponent::Int16:
    case GltfComponent::Uint16:
        return 2;
    case GltfComponent::Uint32:
    case GltfComponent::Float32:
        break;
    }
    return 4;
}

std::uint32_t load_whole(const char* bytes, GltfComponent component) {
    switch (component) {
    case GltfComponent::Uint8:
        return load_little<std::uint8_t>(bytes);
    case GltfComponent::Uint16:
        return load_little<std::uint16_t>(bytes);
    default:
        return load_little<std::uint32_t>(bytes);
    }
}

bool is_index(GltfComponent component) {
    return component == GltfComponent::Uint8 || component == GltfComponent::Uint16 ||
           component == GltfComponent::Uint32;
}

std::size_t width_of(std::string_view type) {
    return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : 4;
}

} // namespace

GltfAccessor::GltfAccessor(const GltfJson& json, GltfBuffers& buffers, std::size_t index,
                           const char* type)
    : width_(width_of(type)) {
    const GltfObject described = json.accessor(index);
    place_ = described.place();
    const std::string_view stated = described.text("type").value_or("");
    if (stated != type) {
        fail("is of type " + in_quotes(stated) + " where " + type + " is needed");
    }
    component_ = component_of(described);
    if (width_ == 1 && !is_index(component_)) {
        fail("holds indices that are no unsigned integers");
    }
    if (width_ > 1 && component_ == GltfComponent::Uint32) {
        fail("holds vectors of 32-bit integers, which glTF does not know");
    }
    normalized_ = described.flag("normalized");
    count_ = described.required_whole("count");
    if (count_ == 0) {
        fail("is empty");
    }
    const auto view = described.whole("bufferView");
    const auto sparse = described.object("sparse");
    const std::size_t offset = described.whole("byteOffset").value_or(0);
    if (view) {
        row_ = row(json, buffers, {*view, offset, element_bytes(), count_});
    } else if (!sparse) {
        fail("has no data", ErrorCode::Unsupported);
    }
    if (sparse) {
        read_sparse(json, buffers, *sparse);
    }
}

std::size_t GltfAccessor::element_bytes() const { return width_ * bytes_of(component_); }

GltfAccessor::Row GltfAccessor::row(const GltfJson& json, GltfBuffers& buffers,
                                    const Extent& extent) const {
    const GltfObject view = json.view(extent.view);
    const auto buffer = buffers.buffer(view.required_whole("buffer"));
    const std::size_t offset = view.whole("byteOffset").value_or(0);
    const std::size_t length = view.required_whole("byteLength");
    if (length > buffer.size() || offset > buffer.size() - length) {
        view.fail("reaches beyond its buffer");
    }
    const std::size_t stated_stride = view.whole("byteStride").value_or(0);
    const std::size_t stride = stated_stride == 0 ? extent.element_bytes : stated_stride;
    if (stride < extent.element_bytes) {
        view.fail("its elements overlap");
    }
    if (extent.offset > length || extent.element_bytes > length - extent.offset ||
        extent.count - 1 > (length - extent.offset - extent.element_bytes) / stride) {
        fail("reaches beyond its buffer view");
    }
    return {buffer.data() + offset + extent.offset, stride};
}

void GltfAccessor::read_sparse(const GltfJson& json, GltfBuffers& buffers,
                               const GltfObject& sparse) {
    const auto indices = sparse.object("indices");
    const auto values = sparse.object("values");
    if (!indices || !values) {
        fail("its sparse part lacks indices or values");
    }
    const std::size_t count = sparse.required_whole("count");
    if (count == 0 || count > count_) {
        fail("replaces " + std::to_string(count) + " of " + std::to_string(count_) + " elements");
    }
    const GltfComponent component = component_of(*indices);
    if (!is_index(component)) {
        fail("its sparse indices are no unsigned integers");
    }
    const Row index_row =
        row(json, buffers,
            {indices->required_whole("bufferView"), indices->whole("byteOffset").value_or(0),
             bytes_of(component), count});
    replacements_ = row(json, buffers,
                        {values->required_whole("bufferView"),
                         values->whole("byteOffset").value_or(0), element_bytes(), count});
    buffers.will_decode(count);
    replaced_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t index = load_whole(index_row.at(i), component);
        if (index >= count_ || (i > 0 && index <= replaced_.back())) {
            fail("its sparse indices do not ascend or reach beyond its end");
        }
        replaced_.push_back(index);
    }
}

const char* GltfAccessor::element(std::size_t index) const {
    const auto found = std::lower_bound(replaced_.begin(), replaced_.end(), index);
    if (found != replaced_.end() && *found == index) {
        return replacements_.at(static_cast<std::size_t>(found - replaced_.begin()));
    }
    return row_.first == nullptr ? nullptr : row_.at(index);
}

double GltfAccessor::number(const char* bytes) const {
    switch (component_) {
    case GltfComponent::Int8: {
        const double value = load_little<std::int8_t>(bytes);
        return normalized_ ? std::max(value / 127, -1.0) : value;
    }
    case GltfComponent::Uint8: {
        const double value = load_little<std::uint8_t>(bytes);
        return normalized_ ? value / 255 : value;
    }
    case GltfComponent::Int16: {
        const double value = load_little<std::int16_t>(bytes);
        return normalized_ ? std::max(value / 32767, -1.0) : value;
    }
    case GltfComponent::Uint16: {
        const double value = load_little<std::uint16_t>(bytes);
        return normalized_ ? value / 65535 : value;
    }
    case GltfComponent::Uint32:
    case GltfComponent::Float32:
        break;
    }
    return load_little<float>(bytes);
}

std::array<double, 4> GltfAccessor::vector(std::size_t index) const {
    std::array<double, 4> numbers{};
    const char* bytes = element(index);
    for (std::size_t lane = 0; lane < width_ && bytes != nullptr; ++lane) {
        numbers[lane] = number(bytes + lane * bytes_of(component_));
        if (!std::isfinite(numbers[lane])) {
            fail("element " + std::to_string(index) + " is not finite", ErrorCode::NonFinite);
        }
    }
    return numbers;
}

std::uint32_t GltfAccessor::whole(std::size_t index) const {
    const char* bytes = element(index);
    return bytes == nullptr ? 0 : load_whole(bytes, component_);
}

} // namespace impinge::inline v0
