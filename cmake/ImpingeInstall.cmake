# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where. The package can be moved as a whole afterwards: no file in it
# names the folder it was installed to. Its components are the packages of ImpingePackages.cmake.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/impinge)
set(libraries impinge)
if(IMPINGE_RASTER)
    list(APPEND libraries impinge_raster)
endif()
if(IMPINGE_IO)
    list(APPEND libraries impinge_io)
endif()
if(TARGET impinge_report)
    list(APPEND libraries impinge_report)
endif()
if(IMPINGE_CAD)
    list(APPEND libraries impinge_cad)
endif()

# The shared libraries find each other side by side.
foreach(library IN LISTS libraries)
    target_include_directories(${library}_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr") # whose folders are searched anyway
        set_target_properties(${library}_shared PROPERTIES INSTALL_RPATH "$ORIGIN")
    endif()
endforeach()
target_include_directories(impinge INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# impinge::impinge, impinge::raster, impinge::io, impinge::report and impinge::cad are the shared libraries. impinge::impinge_static has a file of
# its own, because it alone asks its user for the thread pool.
set_target_properties(impinge_shared PROPERTIES EXPORT_NAME impinge)
set_target_properties(impinge PROPERTIES EXPORT_NAME impinge_static)
set(as_shared LIBRARY COMPONENT libraries NAMELINK_COMPONENT development)
install(TARGETS impinge_shared EXPORT impingeTargets ${as_shared})
install(TARGETS impinge EXPORT impingeStaticTargets ARCHIVE COMPONENT development)
install(EXPORT impingeTargets NAMESPACE impinge:: DESTINATION ${package_dir} COMPONENT development)
install(EXPORT impingeStaticTargets NAMESPACE impinge:: DESTINATION ${package_dir} COMPONENT development)
foreach(component IN ITEMS raster io report cad)
    if(TARGET impinge_${component}_shared)
        set_target_properties(impinge_${component}_shared PROPERTIES EXPORT_NAME ${component})
        install(TARGETS impinge_${component}_shared EXPORT impinge_${component}Targets ${as_shared})
        install(EXPORT impinge_${component}Targets NAMESPACE impinge:: DESTINATION ${package_dir} COMPONENT development)
    endif()
endforeach()
if(IMPINGE_APPS)
    set(help ${PROJECT_BINARY_DIR}/apps/cli/help)
    # Debian's zsh looks elsewhere in /usr than every zsh in /usr/local.
    set(zsh_folder site-functions)
    if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
        set(zsh_folder vendor-completions)
    endif()
    install(TARGETS impinge_cli RUNTIME COMPONENT tools)
    install(DIRECTORY ${help}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools PATTERN impinge-view.1 EXCLUDE)
    install(FILES ${help}/impinge DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools)
    install(FILES ${help}/_impinge DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder} COMPONENT tools)
    install(FILES ${help}/impinge.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tools)
    if(TARGET impinge_view)
        install(TARGETS impinge_view RUNTIME COMPONENT viewer)
        install(FILES ${help}/man1/impinge-view.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT viewer)
    endif()
endif()
if(IMPINGE_CAD)
    install(TARGETS impinge_cad_reader RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/impinge COMPONENT tools)
endif()

# Those of the modules that are built.
get_property(headers GLOBAL PROPERTY IMPINGE_PUBLIC_HEADERS)
install(FILES ${PROJECT_SOURCE_DIR}/include/impinge.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development)
install(FILES ${headers} ${PROJECT_SOURCE_DIR}/include/impinge/impinge.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/impinge COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT notices) # packages have a file of their own
if(IMPINGE_IO)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/impinge COMPONENT tools)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/impingeConfig.cmake.in impingeConfig.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(impingeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/impingeConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/impingeConfigVersion.cmake DESTINATION ${package_dir} COMPONENT development)

# pkg-config: folders are given from the place of the .pc file itself.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
foreach(folder IN ITEMS LIBDIR INCLUDEDIR)
    file(RELATIVE_PATH pc_${folder} /prefix/${pkgconfig_dir} /prefix/${CMAKE_INSTALL_${folder}})
endforeach()
foreach(library IN LISTS libraries)
    string(REPLACE _ - pc ${library})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${pc}.pc.in ${pc}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${pc}.pc DESTINATION ${pkgconfig_dir} COMPONENT development)
endforeach()
