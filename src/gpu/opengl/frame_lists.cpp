// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/frame_lists.hpp"

#include "gpu/opengl/state_words.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace impinge::inline v0::gpu::opengl {
namespace {

constexpr std::uint32_t fewest_cell_bits = 10;
constexpr std::uint32_t most_cell_bits = 22;

/// One list: where it is, how much there is room for, how large an element is.
struct List {
    Buffer FrameLists::*buffer;
    std::uint32_t ListRoom::*room;
    std::size_t element;
    const char* name;
};

constexpr List list_of_a{&FrameLists::records_a, &ListRoom::records_a, 4 * word_bytes,
                         "the triangles of A in the region"};
constexpr List list_of_b{&FrameLists::records_b, &ListRoom::records_b, 4 * word_bytes,
                         "the triangles of B in the region"};
constexpr List entry_list{&FrameLists::entries, &ListRoom::entries, 4 * word_bytes,
                          "the entries of cells"};
constexpr List task_list{&FrameLists::tasks, &ListRoom::tasks, 4 * word_bytes,
                         "the tasks of matching"};
constexpr List candidate_list{&FrameLists::candidates, &ListRoom::candidates, 2 * word_bytes,
                              "the candidate pairs"};
constexpr List crossing_list{&FrameLists::crossing, &ListRoom::crossing, 2 * word_bytes,
                             "the crossing pairs"};
constexpr List doubtful_list{&FrameLists::doubtful, &ListRoom::doubtful, 2 * word_bytes,
                             "the pairs in doubt"};

Status make_room(FrameLists& lists, const List& list, std::size_t count) {
    if (lists.room.*list.room >= count) {
        return {};
    }
    if (count > std::numeric_limits<std::uint32_t>::max() / 2) {
        return Error{ErrorCode::OutOfMemory,
                     std::string("opengl: ") + list.name + " are more than a device can count"};
    }
    lists.*list.buffer = Buffer(); // first, so that both need not fit
    lists.room.*list.room = 0;
    if (Status status = allocate(lists.*list.buffer, count * list.element, 0, list.name); !status) {
        return status;
    }
    Status status;
    if (list.buffer == &FrameLists::candidates) {
        status = allocate(lists.uncertain, count * list.element, 0, list.name);
    } else if (list.buffer == &FrameLists::records_a) {
        lists.survivors = Buffer();
        status = allocate(lists.survivors, count * word_bytes, 0, "the triangles of A near B");
    }
    if (!status) {
        return status; // and there is room for none
    }
    lists.room.*list.room = static_cast<std::uint32_t>(count);
    return {};
}

Status make_cells(FrameLists& lists, std::uint32_t bits) {
    lists.room.cell_bits = bits;
    if (lists.cell_bits_room >= bits) {
        return {};
    }
    lists.cell_bits_room = 0;
    Status status = allocate(lists.counts, word_bytes << bits, 0, "the counts of cells");
    status = status ? allocate(lists.places, 2 * word_bytes << bits, 0, "the cells") : status;
    lists.cell_bits_room = status ? bits : 0;
    return status;
}

std::uint32_t cell_bits_for(std::size_t count) {
    return std::clamp(static_cast<std::uint32_t>(std::bit_width(count)), fewest_cell_bits,
                      most_cell_bits);
}

/// With some to spare, so that a scene that grows does not repeat every frame.
std::size_t longer(std::uint32_t needed) {
    return std::bit_ceil(std::size_t{needed} + std::size_t{needed} / 4);
}

} // namespace

Status make_lists(FrameLists& lists) {
    Status status = fit_words_of_bodies(lists, 0);
    return status ? allocate(lists.image, image_words * word_bytes, 0, "the images of both bodies")
                  : status;
}

Status fit_words_of_bodies(FrameLists& lists, std::size_t words) {
    if (lists.state_words >= bodies_place + words) {
        return {};
    }
    lists.state_words = 0;
    constexpr auto initial = initial_state();
    const std::size_t room = std::bit_ceil(bodies_place + words);
    for (Buffer& state : lists.states) {
        if (Status status =
                allocate(state, room * word_bytes, GL_DYNAMIC_STORAGE_BIT, "the state of a frame");
            !status) {
            return status;
        }
        glNamedBufferSubData(state.get(), 0, sizeof initial, initial.data());
    }
    lists.state_words = room;
    return {};
}

Status fit_body_image(FrameLists& lists) {
    if (lists.has_body_image) {
        return {};
    }
    Status status = allocate(lists.body_image, body_image_words * word_bytes, 0,
                             "the image of the bodies of a list");
    lists.has_body_image = static_cast<bool>(status);
    return status;
}

Status fit_lists(FrameLists& lists, const DeviceMesh& a, const DeviceMesh& b,
                 std::size_t first_room) {
    const std::size_t vertices = a.vertex_count + b.vertex_count;
    if (lists.codes_room < vertices) {
        lists.codes = Buffer();
        lists.codes_room = 0;
        if (Status status =
                allocate(lists.codes, vertices * 2 * word_bytes, 0, "the codes of vertices");
            !status) {
            return status;
        }
        lists.codes_room = vertices;
    }
    Status status = make_room(lists, list_of_a, a.triangle_count);
    status = status ? make_room(lists, list_of_b, b.triangle_count) : status;
    if (status && lists.cell_bits_room == 0) {
        status = make_cells(lists, cell_bits_for(std::min(a.triangle_count, b.triangle_count) / 4));
    }
    const std::size_t both = a.triangle_count + b.triangle_count;
    const auto at_first = [&](std::size_t share) {
        return first_room > 0 ? first_room
                              : std::max<std::size_t>(4096, std::bit_ceil(both / share));
    }; // there are no tasks before a cell is crowded
    for (const auto& [list, share] :
         {std::pair(&entry_list, 8), std::pair(&candidate_list, 16), std::pair(&crossing_list, 64),
          std::pair(&doubtful_list, 256)}) {
        if (status && lists.room.*list->room == 0) {
            status = make_room(lists, *list, at_first(static_cast<std::size_t>(share)));
        }
    }
    return status;
}

Expected<bool> lengthen_lists(FrameLists& lists, const ListNeeds& needs) {
    bool short_of_room = false;
    for (const auto& [list, needed] :
         {std::pair(&entry_list, needs.entries), std::pair(&task_list, needs.tasks),
          std::pair(&candidate_list, needs.candidates), std::pair(&crossing_list, needs.crossing),
          std::pair(&doubtful_list, needs.doubtful)}) {
        if (lists.room.*list->room < needed) {
            short_of_room = true;
            if (Status status = make_room(lists, *list, longer(needed)); !status) {
                return status.error();
            }
        }
    }
    const std::uint32_t wanted = cell_bits_for(needs.entries);
    if (wanted > lists.room.cell_bits || wanted + 3 < lists.room.cell_bits) {
        if (Status status = make_cells(lists, wanted); !status) {
            return status.error();
        }
    }
    return short_of_room;
}

} // namespace impinge::inline v0::gpu::opengl
