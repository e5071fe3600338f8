// SPDX-License-Identifier: Apache-2.0
//
// Walks through the XML of one part of a ZIP archive, a 3MF file or a BCF file, element by element,
// without keeping any of it.
// Document types, and with them entities of the file's own, are refused.
#pragma once

#include "io/threemf/package.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impinge::inline v0 {

/// Valid during the call it is handed to.
class XmlElement {
  public:
    XmlElement(const char* name, const char** attributes) : name_(name), attributes_(attributes) {}

    /// "NAMESPACE|NAME", or the name alone where there is no namespace.
    [[nodiscard]] std::string_view name() const { return name_; }
    /// By the same kind of name; attributes without a prefix have no namespace.
    [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const;
    /// Fails if there is none.
    [[nodiscard]] std::string_view required(std::string_view name) const;

  private:
    std::string_view name_;
    const char** attributes_; ///< name, value, name, value, ..., null
};

/// What is told about a document. A ParseFailure thrown here gets the part and the line as its
/// place.
class XmlListener {
  public:
    XmlListener() = default;
    virtual ~XmlListener() = default;
    XmlListener(const XmlListener&) = delete;
    XmlListener& operator=(const XmlListener&) = delete;

    /// Comes before the element that declares the prefix.
    virtual void prefix(std::string_view /*prefix*/, std::string_view /*name_space*/) {}
    virtual void start(const XmlElement& element) = 0;
    virtual void end() = 0;
    /// A piece of what stands between tags; a long text comes in several.
    virtual void text(std::string_view /*piece*/) {}
};

void read_xml(ThreemfPackage& package, const std::string& part, XmlListener& listener);

} // namespace impinge::inline v0
