# What is installed, and the Debian package. `scripts/package.sh` makes it, and the folder that needs no installed Qt.
include(GNUInstallDirs)

# Man pages and shell completions, from the program's own option tables.
set(share ${CMAKE_BINARY_DIR}/manual)
set(manual_stamp ${share}/lanescope.1.stamp)
add_custom_command(OUTPUT ${manual_stamp}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${share}
    COMMAND ${LANESCOPE_PYTHON} ${CMAKE_SOURCE_DIR}/scripts/manual.py $<TARGET_FILE:lanescope> ${share}
    COMMAND gzip -9n -r ${share}/man
    COMMAND ${CMAKE_COMMAND} -E touch ${manual_stamp}
    DEPENDS lanescope ${CMAKE_SOURCE_DIR}/scripts/manual.py COMMENT "Man pages and completions" VERBATIM)
add_custom_target(manual DEPENDS ${manual_stamp})

install(TARGETS lanescope lanescope-record RUNTIME DESTINATION bin)
install(TARGETS lanescope-nvml RUNTIME DESTINATION lib/lanescope)
install(TARGETS lanescope_probe LIBRARY DESTINATION lib/lanescope/boot/lanescope_probe
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(TARGETS lanescope_table LIBRARY DESTINATION lib/lanescope/arrow
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
# The probe and its Python files find each other by their place, as the programs find them: ../lib/lanescope.
install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/lanescope DESTINATION lib
    PATTERN __pycache__ EXCLUDE PATTERN lanescope-nvml EXCLUDE PATTERN *.so EXCLUDE)
# What `record --on` copies to other machines; scripts/package.sh puts it there.
install(DIRECTORY ${CMAKE_BINARY_DIR}/lanescope-portable DESTINATION lib USE_SOURCE_PERMISSIONS OPTIONAL)
install(DIRECTORY ${share}/ DESTINATION share FILES_MATCHING REGEX "/(man|bash-completion|zsh|fish)/" PATTERN "*.stamp" EXCLUDE)
install(FILES resources/lanescope.desktop DESTINATION share/applications)
install(FILES resources/lanescope.metainfo.xml DESTINATION share/metainfo)
install(FILES resources/lanescope.svg DESTINATION share/icons/hicolor/scalable/apps)
install(FILES resources/lanescope-mime.xml DESTINATION share/mime/packages RENAME lanescope.xml)
install(FILES resources/lanescope.thumbnailer DESTINATION share/thumbnailers)
# The window looks for the example beside its own folder, installed or not.
configure_file(resources/demo/gpu.lanes ${CMAKE_BINARY_DIR}/share/lanescope/demo/gpu.lanes COPYONLY)
install(DIRECTORY resources/queries DESTINATION share/lanescope)
install(FILES resources/grafana-dashboard.json DESTINATION share/lanescope)
install(FILES resources/demo/gpu.lanes resources/demo/train.py DESTINATION share/lanescope/demo)
install(FILES README.md README.zh-CN.md NOTICE DESTINATION share/doc/lanescope)
install(DIRECTORY docs DESTINATION share/doc/lanescope)
install(FILES resources/lintian-overrides DESTINATION share/lintian/overrides RENAME lanescope)
# made by scripts/package.sh, which knows the last commit's date
install(FILES ${CMAKE_BINARY_DIR}/debian-docs/changelog.gz ${CMAKE_BINARY_DIR}/debian-docs/copyright
    DESTINATION share/doc/lanescope OPTIONAL)

set(CPACK_PACKAGE_NAME lanescope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(LANESCOPE_CONTACT "The Lanescope authors <lanescope@example.org>" CACHE STRING
    "Who answers for a package that is made here, as NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT ${LANESCOPE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "profiler for PyTorch programs on CPU and GPU")
set(CPACK_PACKAGE_DESCRIPTION "Lanescope records what an unmodified PyTorch program does on CPU and GPU:
operators with their shapes and Python lines, kernels, copies, memory. Its
window shows a timeline, flame graph, memory curve and tables of a session,
also of the traces that torch.profiler writes.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-translations-l10n") # the words of Qt's own dialogs
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-torch")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
