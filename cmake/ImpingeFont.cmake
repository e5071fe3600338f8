# SPDX-License-Identifier: Apache-2.0
# The letters for pictures are drawn from DejaVu Sans while building; the font itself is not shipped.

find_file(IMPINGE_FONT DejaVuSans.ttf
          PATHS /usr/share/fonts /usr/local/share/fonts
          PATH_SUFFIXES truetype/dejavu dejavu dejavu-sans-fonts TTF
          DOC "The TrueType font whose letters pictures use (DejaVu Sans, package fonts-dejavu-core)")
find_path(IMPINGE_STB_INCLUDE_DIR stb/stb_truetype.h
          DOC "The folder that holds stb/stb_truetype.h (package libstb-dev)")
mark_as_advanced(IMPINGE_FONT IMPINGE_STB_INCLUDE_DIR)

# impinge_baked_font(TARGET): the letters as one more source of the target, which defines font() of
# src/render/font.hpp.
function(impinge_baked_font target)
    foreach(needed IN ITEMS IMPINGE_FONT IMPINGE_STB_INCLUDE_DIR)
        if(NOT ${needed})
            get_property(meaning CACHE ${needed} PROPERTY HELPSTRING)
            message(FATAL_ERROR "${needed} was not found. ${meaning}.")
        endif()
    endforeach()
    # Runs on the machine that builds, without the sanitizers that watch the library.
    add_executable(impinge_bake_font ${PROJECT_SOURCE_DIR}/tools/bake_font.cpp)
    target_compile_features(impinge_bake_font PRIVATE cxx_std_20)
    target_compile_options(impinge_bake_font PRIVATE -ffp-contract=off)
    target_include_directories(impinge_bake_font SYSTEM PRIVATE ${IMPINGE_STB_INCLUDE_DIR})
    set_target_properties(impinge_bake_font PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                          ${CMAKE_CURRENT_BINARY_DIR})
    set(letters ${CMAKE_CURRENT_BINARY_DIR}/font_letters.cpp)
    add_custom_command(OUTPUT ${letters} COMMAND impinge_bake_font ${IMPINGE_FONT} ${letters}
                       DEPENDS impinge_bake_font ${IMPINGE_FONT} VERBATIM)
    target_sources(${target} PRIVATE ${letters})
endfunction()
