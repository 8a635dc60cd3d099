# What the portable build (scripts/build_wheel.sh) links in place of the system's shared libraries: Debian's static ones, and
# ISA-L, of which there is none, from Debian's source. Named as the normal build's, so that nothing else differs.
set(Protobuf_USE_STATIC_LIBS ON)
find_package(Protobuf REQUIRED)

function(lanes_static name archive)
    find_library(LANESCOPE_STATIC_${name} ${archive} REQUIRED)
    add_library(PkgConfig::${name} STATIC IMPORTED GLOBAL)
    set_target_properties(PkgConfig::${name} PROPERTIES IMPORTED_LOCATION ${LANESCOPE_STATIC_${name}})
endfunction()
lanes_static(ZSTD libzstd.a)
lanes_static(XXHASH libxxhash.a)
lanes_static(PCRE2 libpcre2-8.a)
lanes_static(SQLITE libsqlite3.a)

file(GLOB isal_source ${CMAKE_BINARY_DIR}/third/libisal-*) # scripts/build_wheel.sh has put it there
if(NOT isal_source)
    message(FATAL_ERROR "${CMAKE_BINARY_DIR}/third does not hold ISA-L's source; scripts/build_wheel.sh fetches it and builds")
endif()
set(isal_files igzip hufftables_c igzip_base igzip_icf_base adler32_base flatten_ll encode_df igzip_icf_body huff_codes
    igzip_base_aliases proc_heap_base igzip_inflate)
list(TRANSFORM isal_files REPLACE "(.+)" "${isal_source}/igzip/\\1.c")
add_library(isal STATIC ${isal_files} ${isal_source}/crc/crc_base.c ${isal_source}/crc/crc_base_aliases.c
    ${isal_source}/crc/crc64_base.c)
target_compile_options(isal PRIVATE -O2 -w)
target_include_directories(isal PRIVATE ${isal_source}/include) # ours include Debian's, of the same version
add_library(PkgConfig::ISAL ALIAS isal)

# lanes_for_old_systems(TARGET): links a library or program of ours against libc alone, by symbols that glibc 2.17
# has. `stand_ins`: libraries with the old versions of what moved to another library or changed since.
set(stand_ins ${CMAKE_BINARY_DIR}/stand_ins)
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS collector/portable/stand_ins.sh)
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/collector/portable/stand_ins.sh ${stand_ins} ${CMAKE_C_COMPILER}
    COMMAND_ERROR_IS_FATAL ANY)
function(lanes_for_old_systems target)
    target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/collector/portable/Freestanding.cpp)
    set_property(TARGET ${target} PROPERTY SKIP_BUILD_RPATH ON) # the stand-ins are not to be loaded
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${stand_ins}/libpthread.so.0)
    target_link_options(${target} PRIVATE -nodefaultlibs -Wl,--no-undefined)
    target_link_libraries(${target} PRIVATE ${stand_ins}/libdl.so.2 ${stand_ins}/libpthread.so.0
        -l:libstdc++.a -lm -lc -lgcc -lgcc_eh -lc)
endfunction()
function(lanes_freestanding target)
    target_compile_options(${target} PRIVATE -fno-rtti -fno-threadsafe-statics -include ${CMAKE_SOURCE_DIR}/collector/portable/OldGlibc.h)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_EXTERN_TEMPLATE=0)
endfunction()
# lanes_starts_on_old_systems(TARGET): a program's entry of our own. That of the build machine's glibc wants glibc 2.34.
function(lanes_starts_on_old_systems target)
    target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/collector/portable/ProgramStart.cpp)
    target_link_options(${target} PRIVATE -nostartfiles)
endfunction()
