# What `cmake --install` puts where: libraries, headers, the command and its manual page, documents,
# scenes, maps and samples, and the files by which CMake's find_package and pkg-config find them.

include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wend)

set(install_targets wend)
if(WEND_BUILD_IO)
    list(APPEND install_targets wend_io)
endif()
if(WEND_HAVE_RECAST)
    list(APPEND install_targets wend_recast)
endif()
if(WEND_HAVE_LUA)
    list(APPEND install_targets wend_lua wend_scene)
    install(FILES ${PROJECT_SOURCE_DIR}/bindings/lua/wend_lua.h ${PROJECT_SOURCE_DIR}/bindings/scene/scene.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/wend_lua)
endif()
install(TARGETS ${install_targets} EXPORT wendTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT wendTargets NAMESPACE wend:: DESTINATION ${config_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")
if(TARGET wend_cli)
    install(TARGETS wend_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES ${PROJECT_SOURCE_DIR}/docs/wend.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

# The documents keep their relative positions, so that their links work.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
    ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
    FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.webp")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes ${PROJECT_SOURCE_DIR}/maps ${PROJECT_SOURCE_DIR}/samples
    DESTINATION ${CMAKE_INSTALL_DATADIR}/wend PATTERN CMakeLists.txt EXCLUDE)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/wendConfig.cmake.in
    ${PROJECT_BINARY_DIR}/wendConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wendConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wendConfig.cmake ${PROJECT_BINARY_DIR}/wendConfigVersion.cmake
    DESTINATION ${config_dir})

# The prefix is wherever the .pc file lies, so `cmake --install --prefix` and moved trees hold. An
# absolute directory given by a packager is kept.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(WEND_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
    file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(WEND_PC_PREFIX "\${pcfiledir}/${up}")
endif()
function(wend_pc_dir out dir)
    if(IS_ABSOLUTE "${dir}")
        set(${out} "${dir}" PARENT_SCOPE)
    else()
        set(${out} "\${prefix}/${dir}" PARENT_SCOPE)
    endif()
endfunction()
wend_pc_dir(WEND_PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
wend_pc_dir(WEND_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
set(WEND_PC_PRIVATE "-lm")
if(CMAKE_USE_PTHREADS_INIT)
    string(APPEND WEND_PC_PRIVATE " -pthread")
endif()

set(pc_io_private "")
if(WEND_HAVE_PNG)
    list(APPEND pc_io_private libpng)
endif()
if(WEND_HAVE_EXPAT)
    list(APPEND pc_io_private expat)
endif()
if(WEND_HAVE_ZLIB)
    list(APPEND pc_io_private zlib)
endif()
if(WEND_HAVE_LIBZIP)
    list(APPEND pc_io_private libzip)
endif()
list(JOIN pc_io_private " " WEND_PC_IO_PRIVATE)

set(pc_files wend)
if(WEND_BUILD_IO)
    list(APPEND pc_files wend-io)
endif()
if(WEND_HAVE_RECAST)
    list(APPEND pc_files wend-recast)
endif()
if(WEND_HAVE_LUA)
    list(APPEND pc_files wend-lua wend-scene)
endif()
foreach(name IN LISTS pc_files)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
