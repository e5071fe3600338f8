# SPDX-License-Identifier: Apache-2.0
# How every target of the project is compiled, and the shapes of a module and of a library.

if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
    set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
    set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
endif()
# What the libraries offer is marked with IMPINGE_API (include/impinge/export.h).
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# For the project's own targets, which link it privately: nothing of it reaches a user's program.
add_library(impinge_flags INTERFACE)
target_compile_features(impinge_flags INTERFACE cxx_std_20)
target_include_directories(impinge_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
# The exact predicates are proved for IEEE arithmetic as written: no contraction into fused
# operations, no reassociation, no flags of the build machine.
target_compile_options(impinge_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic
                       -Wshadow -Wconversion $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
# Nobody reads errno after a square root, and asking for it keeps compilers from using the instruction alone.
target_compile_options(impinge_flags INTERFACE -fno-math-errno)
# gcc 12's straight-line vectoriser drops the rounding of neighbouring double -> float -> double
# conversions (tests/math/rounding_test.cpp).
target_compile_options(impinge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
# gcc 12 sees overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
target_compile_options(impinge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# gcc collects its own garbage less often: a seventh of the time, for up to half a gigabyte more of memory.
target_compile_options(impinge_flags INTERFACE
                       "$<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=200;--param=ggc-min-heapsize=524288>")
if(IMPINGE_WERROR)
    target_compile_options(impinge_flags INTERFACE -Werror)
endif()
if(IMPINGE_SANITIZE)
    target_compile_options(impinge_flags INTERFACE -fsanitize=${IMPINGE_SANITIZE}
                           -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(impinge_flags INTERFACE -fsanitize=${IMPINGE_SANITIZE})
endif()

# impinge_module(NAME [SEES module...] [HEADERS name...] [USES target...]): the folder of the caller as one object
# library, impinge_module_NAME. Modules see the public headers as impinge/X.hpp and each other's as MODULE/X.hpp;
# tools/check_layers.py keeps them from looking into those that they do not name. A module names only such as stand
# before it, so that there is no circle.
function(impinge_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "" "SEES;HEADERS;USES")
    foreach(seen IN LISTS module_SEES)
        if(NOT TARGET impinge_module_${seen} AND NOT seen MATCHES "^(particles|render|scenes)$") # which may be left out
            message(FATAL_ERROR "The module ${name} sees ${seen}, which does not stand before it")
        endif()
    endforeach()
    foreach(header IN LISTS module_HEADERS)
        file(GLOB found ${PROJECT_SOURCE_DIR}/include/impinge/${header}.h*)
        if(NOT found)
            message(FATAL_ERROR "The module ${name} has no public header ${header}")
        endif()
        set_property(GLOBAL APPEND PROPERTY IMPINGE_PUBLIC_HEADERS ${found})
    endforeach()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    add_library(impinge_module_${name} OBJECT ${sources})
    set_target_properties(impinge_module_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(impinge_module_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(impinge_module_${name} PRIVATE impinge_flags ${module_USES})
    # The standard headers are compiled once, for all: in each unit they would take as long as half of its own code.
    if(name STREQUAL "base")
        target_precompile_headers(impinge_module_base PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/base/precompiled.hpp)
    else()
        target_precompile_headers(impinge_module_${name} REUSE_FROM impinge_module_base)
    endif()
endfunction()

# impinge_library(NAME ALIAS alias MODULES module... [USES target...] [NEEDS library]): the modules as
# a static library NAME and, from the same objects, as a shared one, NAME_shared. The static one is
# what tests and the program link, since they look behind the public headers. USES are private;
# NEEDS is another such library, which users get too.
function(impinge_library name)
    cmake_parse_arguments(PARSE_ARGV 1 library "" "ALIAS;NEEDS" "MODULES;USES")
    list(TRANSFORM library_MODULES REPLACE "(.+)" "$<TARGET_OBJECTS:impinge_module_\\1>"
         OUTPUT_VARIABLE objects)
    add_library(${name} STATIC ${objects})
    set(targets ${name})
    if(IMPINGE_INSTALL OR BUILD_SHARED_LIBS)
        add_library(${name}_shared SHARED ${objects})
        set_target_properties(${name}_shared PROPERTIES OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION}
                              SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
        # Archives linked into it, our own among them, stay its private matter.
        target_link_options(${name}_shared PRIVATE LINKER:--exclude-libs,ALL)
        if(NOT IMPINGE_SANITIZE)
            target_link_options(${name}_shared PRIVATE LINKER:--no-undefined)
        endif()
        list(APPEND targets ${name}_shared)
    endif()
    foreach(target IN LISTS targets)
        target_compile_features(${target} PUBLIC cxx_std_20)
        target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
        if(library_NEEDS)
            string(REPLACE ${name} ${library_NEEDS} needed ${target})
            target_link_libraries(${target} PUBLIC ${needed})
        endif()
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:impinge_flags> ${library_USES})
    endforeach()
    if(BUILD_SHARED_LIBS)
        add_library(${library_ALIAS} ALIAS ${name}_shared)
    else()
        add_library(${library_ALIAS} ALIAS ${name})
    endif()
endfunction()
