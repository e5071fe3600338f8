# SPDX-License-Identifier: Apache-2.0
# Debian packages of what is installed, a package for each of its components (make packages, or cpack in a build
# folder). Those that are for Debian itself are built by preset `packages`, whose folders are those of /usr.

find_program(IMPINGE_DPKG dpkg-deb DOC "dpkg-deb, which packs Debian packages (package dpkg)")
mark_as_advanced(IMPINGE_DPKG)
if(NOT IMPINGE_DPKG OR NOT IMPINGE_APPS)
    return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR impinge)
set(CPACK_PACKAGE_CONTACT "impinge maintainers <maintainers@impinge.invalid>"
    CACHE STRING "Who answers for Debian packages: Name <address>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/compress.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # what the programs and libraries need, from what they are linked to
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(exactly "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

# impinge_package(COMPONENT NAME SECTION DESCRIPTION [VARIABLE value...]): the first line of the description is the
# short one; further variables are those of CPack without their prefix.
macro(impinge_package component name section description)
    list(APPEND CPACK_COMPONENTS_ALL ${component})
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${description}")
    set(package ${name})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in ${PROJECT_BINARY_DIR}/debian/${name}/changelog.Debian @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/debian/${name}/changelog.Debian ${PROJECT_SOURCE_DIR}/cmake/debian/copyright
            DESTINATION share/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
    install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION share/doc/${name} RENAME changelog
            COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

string(TIMESTAMP changelog_date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH if that is set
set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(library_package libimpinge${soversion})
impinge_package(libraries ${library_package} libs "exact interference detection for triangle meshes (libraries)
impinge tells of triangle meshes of any shape whether they are apart, touch,
cross or lie in each other, exactly, and where.

This package has the shared libraries: the core, files and scenes, clash
reports, and the frame-buffer machine.")
# What other packages depend on when they link to the libraries.
list(TRANSFORM libraries REPLACE "(.+)" "lib\\1 ${soversion} ${library_package} (>= ${PROJECT_VERSION})"
     OUTPUT_VARIABLE shlibs)
list(JOIN shlibs "\n" shlibs)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/debian/shlibs CONTENT "${shlibs}\n" @ONLY)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/shlibs
    ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SUGGESTS "impinge, libegl1")

impinge_package(development libimpinge-dev libdevel "exact interference detection for triangle meshes (development)
impinge tells of triangle meshes of any shape whether they are apart, touch,
cross or lie in each other, exactly, and where.

This package has the headers for C++20 and C, the static library of the core,
and what CMake and pkg-config need.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} ${exactly}, libtbb-dev")

impinge_package(tools impinge math "exact interference checks for triangle meshes
impinge checks meshes (STL, OBJ, PLY, OFF, glTF, 3MF) and CAD files (STEP,
IGES, BREP) for interference, exactly: whether they are apart, touch, cross
or lie in each other, where and how deep. It measures clearances, writes
clash reports as pages, draws pictures, and simulates moving and deforming
bodies.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "impinge-viewer, libegl1")

if(TARGET impinge_view)
    impinge_package(viewer impinge-viewer graphics "exact interference checks for triangle meshes (viewer)
A window in which bodies are moved by hand and checked at once: what
interferes and where, the nearest points, the way out. It starts as
impinge view.")
    set(CPACK_DEBIAN_VIEWER_PACKAGE_DEPENDS "impinge ${exactly}, libegl1, libgl1")
    set(CPACK_DEBIAN_VIEWER_PACKAGE_RECOMMENDS libgl1-mesa-dri)
endif()
include(CPack)
