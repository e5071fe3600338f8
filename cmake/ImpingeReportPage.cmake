# SPDX-License-Identifier: Apache-2.0
# The page that clash reports are written as: src/report/web, put together by esbuild with three.js. What npm
# fetches, once, lies in the build folder; after that nothing here asks the network.

set(IMPINGE_REPORT_PAGE AUTO CACHE STRING "Build the HTML page of clash reports (needs npm): ON, OFF, or AUTO, where npm is there")
set_property(CACHE IMPINGE_REPORT_PAGE PROPERTY STRINGS AUTO ON OFF)

# impinge_fetch_page_modules(MODULES): esbuild and three.js as package-lock.json pins them. MODULES becomes the
# folder, or is left empty where pages are not wanted or cannot be built.
function(impinge_fetch_page_modules modules)
    set(${modules} "" PARENT_SCOPE)
    if(NOT IMPINGE_REPORT_PAGE)
        return()
    endif()
    find_program(IMPINGE_NPM npm DOC "npm, which fetches what the page of clash reports is built with (package npm)")
    find_program(IMPINGE_NODE NAMES node nodejs DOC "Node.js, which puts the page together (package nodejs)")
    mark_as_advanced(IMPINGE_NPM IMPINGE_NODE)
    set(web ${PROJECT_SOURCE_DIR}/src/report/web)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/report_page)
    set(why "")
    if(NOT IMPINGE_NPM OR NOT IMPINGE_NODE)
        set(why "npm was not found (package npm)")
    else()
        file(SHA256 ${web}/package-lock.json wanted)
        set(stamp ${folder}/fetched-${wanted})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${web}/package.json ${web}/package-lock.json)
        if(NOT EXISTS ${stamp} AND EXISTS ${folder}/failed AND IMPINGE_REPORT_PAGE STREQUAL "AUTO")
            # Without a network each attempt takes its time.
            set(why "npm could not fetch esbuild and three.js the last time (-DIMPINGE_REPORT_PAGE=ON tries again)")
        elseif(NOT EXISTS ${stamp})
            message(STATUS "Fetching esbuild and three.js for the page of clash reports")
            file(MAKE_DIRECTORY ${folder})
            file(COPY ${web}/package.json ${web}/package-lock.json DESTINATION ${folder})
            # No scripts of packages: esbuild's program is a package of its own.
            execute_process(COMMAND ${IMPINGE_NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline
                                    --fetch-retries=1 --fetch-timeout=20000
                            WORKING_DIRECTORY ${folder} RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said TIMEOUT 180)
            if(result EQUAL 0)
                file(TOUCH ${stamp})
            else()
                file(TOUCH ${folder}/failed)
                string(REGEX MATCH "npm error [^\n]*" said "${said}\nnpm error it did not end")
                set(why "npm could not fetch esbuild and three.js (${said}); is there a network?")
            endif()
        endif()
    endif()
    if(NOT why)
        set(${modules} ${folder}/node_modules PARENT_SCOPE)
    elseif(IMPINGE_REPORT_PAGE STREQUAL "AUTO")
        message(WARNING "impinge report will write no HTML pages: ${why}")
    else()
        message(FATAL_ERROR "IMPINGE_REPORT_PAGE: ${why}")
    endif()
endfunction()

# impinge_report_page(TARGET): the page as one more source of the target, which defines page_frame() of
# src/report/page/page_frame.hpp; without npm a frame without a page.
function(impinge_report_page target)
    impinge_fetch_page_modules(modules)
    set(frame ${CMAKE_CURRENT_BINARY_DIR}/page_frame.cpp)
    if(modules)
        set(web ${PROJECT_SOURCE_DIR}/src/report/web)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/*.js ${web}/*.mjs ${web}/*.css ${web}/*.html)
        add_custom_command(OUTPUT ${frame} COMMAND ${IMPINGE_NODE} ${web}/build.mjs ${modules} ${frame}
                           DEPENDS ${sources} ${web}/package-lock.json VERBATIM
                           COMMENT "Putting the page of clash reports together")
    else()
        set(frame ${CMAKE_CURRENT_BINARY_DIR}/page_frame_absent.cpp)
        file(CONFIGURE OUTPUT ${frame} @ONLY CONTENT [[
#include "report/page/page_frame.hpp"

namespace impinge::inline v0::report {

const PageFrame& page_frame() {
    static const PageFrame none;
    return none;
}

} // namespace impinge::inline v0::report
]])
    endif()
    # One long text, longer than the standard asks of compilers: nothing to share with other files.
    set_source_files_properties(${frame} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
                                COMPILE_OPTIONS -Wno-overlength-strings)
    target_sources(${target} PRIVATE ${frame})
    if(modules)
        set(IMPINGE_HAS_REPORT_PAGE ON PARENT_SCOPE)
    endif()
endfunction()
