# SPDX-License-Identifier: Apache-2.0
# How every target of the project is compiled, and the shape of a module.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(impinge_flags INTERFACE)
target_compile_features(impinge_flags INTERFACE cxx_std_20)
# The exact predicates are proved for IEEE arithmetic as written: no contraction into fused
# operations, no reassociation, no flags of the build machine.
target_compile_options(impinge_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic
                       -Wshadow -Wconversion -Wnon-virtual-dtor)
# gcc 12's straight-line vectoriser drops the rounding of neighbouring double -> float -> double
# conversions (tests/math/rounding_test.cpp).
target_compile_options(impinge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
if(IMPINGE_WERROR)
    target_compile_options(impinge_flags INTERFACE -Werror)
endif()
if(IMPINGE_SANITIZE)
    target_compile_options(impinge_flags INTERFACE -fsanitize=${IMPINGE_SANITIZE}
                           -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(impinge_flags INTERFACE -fsanitize=${IMPINGE_SANITIZE})
endif()

# impinge_module(NAME [USES target...]): the folder of the caller as one object library. Modules see
# the public headers as impinge/X.hpp and each other's as MODULE/X.hpp; tools/check_layers.py keeps
# lower ones from looking into higher ones.
function(impinge_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "" "USES")
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    add_library(impinge_${name} OBJECT ${sources})
    set_target_properties(impinge_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(impinge_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include
                                                      ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(impinge_${name} PRIVATE impinge_flags ${module_USES})
endfunction()
