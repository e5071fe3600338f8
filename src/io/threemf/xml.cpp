// SPDX-License-Identifier: Apache-2.0
#include "io/threemf/xml.hpp"

#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"

#include <exception>
#include <expat.h>
#include <memory>
#include <new>

namespace impinge::inline v0 {
namespace {

constexpr char name_separator = '|';
/// Until a tag is complete, expat keeps it and may read it again.
constexpr std::size_t longest_tag = std::size_t{1} << 20;
/// Meshes lie six levels deep.
constexpr std::size_t deepest = 100;

std::string_view or_empty(const char* text) { return text == nullptr ? "" : text; }

/// Stands between expat, which is C, and a listener that may throw.
class XmlReader {
  public:
    XmlReader(std::string part, XmlListener& listener)
        : part_(std::move(part)), listener_(listener),
          parser_(XML_ParserCreateNS(nullptr, name_separator), &XML_ParserFree) {
        if (parser_ == nullptr) {
            throw std::bad_alloc();
        }
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), on_start, on_end);
        XML_SetCharacterDataHandler(parser_.get(), on_text);
        XML_SetStartNamespaceDeclHandler(parser_.get(), on_prefix);
        XML_SetStartDoctypeDeclHandler(parser_.get(), on_document_type);
    }

    void feed(std::span<const char> piece) {
        parse(piece, XML_FALSE);
        fed_ += piece.size();
        const auto here = XML_GetCurrentByteIndex(parser_.get());
        if (fed_ > longest_tag + static_cast<std::size_t>(std::max<XML_Index>(here, 0))) {
            throw ParseFailure{ErrorCode::FileMalformed, place(), "a tag is longer than 1 MiB"};
        }
    }
    void finish() { parse({}, XML_TRUE); }

  private:
    void parse(std::span<const char> piece, XML_Bool is_final) {
        const XML_Status status =
            XML_Parse(parser_.get(), piece.data(), static_cast<int>(piece.size()), is_final);
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        if (status != XML_STATUS_OK) {
            throw ParseFailure{ErrorCode::FileMalformed, place(),
                               std::string("is not valid XML: ") +
                                   XML_ErrorString(XML_GetErrorCode(parser_.get()))};
        }
    }

    [[nodiscard]] std::string place() const {
        return in_quotes(part_, 100) + ", line " +
               std::to_string(XML_GetCurrentLineNumber(parser_.get()));
    }

    template <typename Act> void guarded(Act act) {
        if (failure_) {
            return; // expat may finish an empty element after it was told to stop
        }
        try {
            act();
        } catch (ParseFailure& failure) {
            failure.place = place();
            failure_ = std::make_exception_ptr(failure);
        } catch (...) {
            failure_ = std::current_exception();
        }
        if (failure_) {
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    static XmlReader& self(void* data) { return *static_cast<XmlReader*>(data); }

    static void on_start(void* data, const char* name, const char** attributes) {
        self(data).guarded([&] {
            if (++self(data).depth_ > deepest) {
                fail_whole("is nested deeper than " + std::to_string(deepest) + " levels");
            }
            self(data).listener_.start({name, attributes});
        });
    }
    static void on_end(void* data, const char* /*name*/) {
        self(data).guarded([&] {
            --self(data).depth_;
            self(data).listener_.end();
        });
    }
    static void on_text(void* data, const char* text, int length) {
        self(data).guarded([&] {
            self(data).listener_.text({text, static_cast<std::size_t>(length)});
        });
    }
    static void on_prefix(void* data, const char* prefix, const char* name_space) {
        self(data).guarded(
            [&] { self(data).listener_.prefix(or_empty(prefix), or_empty(name_space)); });
    }
    static void on_document_type(void* data, const char* /*name*/, const char* /*system*/,
                                 const char* /*public*/, int /*has_subset*/) {
        self(data).guarded([] { fail_whole("has a document type, which is not allowed here"); });
    }

    std::string part_;
    XmlListener& listener_;
    std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
    std::exception_ptr failure_;
    std::size_t fed_ = 0;
    std::size_t depth_ = 0;
};

} // namespace

std::optional<std::string_view> XmlElement::attribute(std::string_view name) const {
    for (const char** pair = attributes_; *pair != nullptr; pair += 2) {
        if (name == pair[0]) {
            return pair[1];
        }
    }
    return std::nullopt;
}

std::string_view XmlElement::required(std::string_view name) const {
    const auto value = attribute(name);
    if (!value) {
        fail_whole("the attribute '" + std::string(name) + "' is missing");
    }
    return *value;
}

void read_xml(ThreemfPackage& package, const std::string& part, XmlListener& listener) {
    XmlReader reader(part, listener);
    package.read(part, [&](std::span<const char> piece) { reader.feed(piece); });
    reader.finish();
}

} // namespace impinge::inline v0
