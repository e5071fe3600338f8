// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/containers.hpp"

namespace impinge::fuzz {
namespace {

std::string little(std::uint64_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) {
        out += static_cast<char>(value >> (8 * i) & 0xFFU);
    }
    return out;
}

/// The check sum of ZIP (CRC-32), bit by bit.
std::uint32_t check_sum(std::string_view bytes) {
    std::uint32_t state = 0xFFFFFFFFU;
    for (const char c : bytes) {
        state ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) {
            state = state >> 1 ^ ((state & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return ~state;
}

std::string packed(const std::string& content, Packing packing) {
    if (packing == Packing::Stored) {
        return content;
    }
    return '\x01' + little(content.size(), 2) + little(~content.size(), 2) + content;
}

/// From the version to the lengths of name and extra field: the same in both headers.
std::string shared_header(const ZipEntry& entry, Packing packing) {
    return little(20, 2) + little(0, 2) + little(packing == Packing::Stored ? 0 : 8, 2) +
           little(0, 2) + little(0x21, 2) + little(check_sum(entry.content), 4) +
           little(packed(entry.content, packing).size(), 4) + little(entry.content.size(), 4) +
           little(entry.name.size(), 2) + little(0, 2);
}

std::string padded(std::string_view chunk, char filler) {
    std::string out(chunk);
    out.resize((out.size() + 3) / 4 * 4, filler);
    return out;
}

std::string glb_chunk(std::string_view content, const char* type) {
    return little(content.size(), 4) + std::string(type, 4) + std::string(content);
}

} // namespace

std::string zip_archive(const std::vector<ZipEntry>& entries, Packing packing) {
    std::string files;
    std::string directory;
    for (const ZipEntry& entry : entries) {
        const std::string shared = shared_header(entry, packing);
        directory += "PK\x01\x02" + little(20, 2) + shared + little(0, 2) + little(0, 2) +
                     little(0, 2) + little(0, 4) + little(files.size(), 4) + entry.name;
        files += "PK\x03\x04" + shared + entry.name + packed(entry.content, packing);
    }
    const std::string count = little(entries.size(), 2);
    return files + directory + "PK\x05\x06" + little(0, 4) + count + count +
           little(directory.size(), 4) + little(files.size(), 4) + little(0, 2);
}

std::string threemf_file(std::string_view model, Packing packing) {
    const std::string types =
        R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">)"
        R"(<Default Extension="rels" ContentType="application/vnd.openxmlformats-package)"
        R"(.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package)"
        R"(.3dmanufacturing-3dmodel+xml"/></Types>)";
    const std::string relations =
        R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">)"
        R"(<Relationship Target="/3D/3dmodel.model" Id="r" )"
        R"(Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>)";
    return zip_archive({{"[Content_Types].xml", types},
                        {"_rels/.rels", relations},
                        {"3D/3dmodel.model", std::string(model)}},
                       packing);
}

std::string glb_file(std::string_view json, std::string_view binary) {
    std::string chunks = glb_chunk(padded(json, ' '), "JSON");
    if (!binary.empty()) {
        chunks += glb_chunk(padded(binary, '\0'), "BIN\0");
    }
    return "glTF" + little(2, 4) + little(12 + chunks.size(), 4) + chunks;
}

} // namespace impinge::fuzz
