# The few target shapes of this project, so that a new folder needs one line.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/cached_compiler.sh)
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
find_program(LANESCOPE_PYTHON NAMES python3 HINTS /usr/bin REQUIRED
    DOC "Debian's Python 3, which sees Debian's torch and fontTools")
find_program(LLD_PROGRAM ld.lld)
if(LLD_PROGRAM)
    add_link_options(-fuse-ld=lld)
endif()
if(LANESCOPE_SANITIZE)
    add_compile_options(-fsanitize=${LANESCOPE_SANITIZE} -fno-omit-frame-pointer)
    if(NOT LANESCOPE_SANITIZE MATCHES "fuzzer") # compiled in half the time; fuzz targets run for longer than that
        add_compile_options(-O1 -g1)
    endif()
    if(LANESCOPE_SANITIZE MATCHES undefined)
        add_compile_options(-fno-sanitize-recover=undefined) # what is found ends the program: it would go on and pass
    endif()
    add_link_options(-fsanitize=${LANESCOPE_SANITIZE})
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-Wno-deprecated-declarations) # libstdc++ 12's own stable_sort uses what libstdc++ deprecates
endif()

# With the compiler's predefines moc 6.4 reads libstdc++'s C++20 headers and fails on <concepts>; no class of ours hides
# its Q_OBJECT behind a predefined macro.
set(CMAKE_AUTOMOC_COMPILER_PREDEFINES OFF)

function(lanes_common target)
    target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wnon-virtual-dtor -Werror=return-type
        $<$<CONFIG:Release>:-O2>)
endfunction()

# What nearly every file includes is parsed once for each kind of target: three quarters of a compiler's time otherwise
# goes into the same headers. Files still include what they use.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess) # or ccache could not tell one compilation from another
endif()
set(LANESCOPE_STANDARD_HEADERS <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstdint> <cstring> <functional> <limits> <map>
    <memory> <mutex> <numeric> <optional> <span> <stop_token> <string> <string_view> <thread> <tuple> <unordered_map> <utility> <vector>)
set(LANESCOPE_WIDGET_HEADERS <QtWidgets/QtWidgets>)

# lanes_headers(NAME LIBRARY|EXECUTABLE HEADERS... LIBS ...): a target that exists for its precompiled headers.
function(lanes_headers name kind)
    cmake_parse_arguments(PARSE_ARGV 2 headers "" "" LIBS)
    set(source ${CMAKE_BINARY_DIR}/headers/${name}.cpp)
    if(NOT EXISTS ${source})
        file(WRITE ${source} "int main() {}\n")
    endif()
    if(kind STREQUAL "EXECUTABLE")
        add_executable(${name} EXCLUDE_FROM_ALL ${source})
    else()
        add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
    endif()
    lanes_common(${name})
    target_link_libraries(${name} PRIVATE ${headers_LIBS})
    target_precompile_headers(${name} PRIVATE ${headers_UNPARSED_ARGUMENTS})
endfunction()

# Files of a library are compiled eight at a time: what their headers bring is then made once, not eight times, which halves a
# build from nothing. A name that two files keep to themselves may stand only once in a library. After a change eight files are
# compiled again, so the presets for working on the code do without.
option(LANESCOPE_UNITY "Compile the files of libraries in batches" ON)

# lanes_library(NAME LIBS... [ROOMS FOLDERS...]): a static library of every source in the current folder, and in the
# rooms below it that are named.
function(lanes_library name)
    cmake_parse_arguments(PARSE_ARGV 1 library "" "" ROOMS)
    set(patterns *.cpp *.h)
    foreach(room ${library_ROOMS})
        list(APPEND patterns ${room}/*.cpp ${room}/*.h)
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    list(FILTER sources EXCLUDE REGEX "_main\\.cpp$")
    add_library(${name} STATIC ${sources})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX UNITY_BUILD ${LANESCOPE_UNITY} UNITY_BUILD_BATCH_SIZE 8)
    lanes_common(${name})
    if(LANESCOPE_UNITY) # what a file keeps to itself looks to gcc like a header's
        target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    endif()
    target_link_libraries(${name} PUBLIC ${library_UNPARSED_ARGUMENTS})
    if(NOT lanes_library_headers)
        set(lanes_library_headers lanes_standard_headers)
    endif()
    target_precompile_headers(${name} REUSE_FROM ${lanes_library_headers})
endfunction()

# Ninja's AUTOMOC looks at the headers that it knew when it last ran: one that is new in an old build folder would never
# be given to moc, and linking would fail.
function(lanes_moc_again_for_new_headers name)
    set(known_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_headers.txt)
    set(known "")
    if(EXISTS ${known_file})
        file(READ ${known_file} known)
    endif()
    file(GLOB headers CONFIGURE_DEPENDS *.h */*.h)
    if(NOT known STREQUAL "${headers}")
        file(WRITE ${known_file} "${headers}")
        file(REMOVE ${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/timestamp)
    endif()
endfunction()

# lanes_embed(TARGET CONSTANT FILE): the text of FILE in a library, as `extern const std::string_view CONSTANT` of namespace lanes.
function(lanes_embed target constant file)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    file(CONFIGURE OUTPUT ${constant}.cpp @ONLY CONTENT [[
#include <string_view>
namespace lanes {
extern const std::string_view @constant@ = R"embedded(@text@)embedded";
}
]])
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${constant}.cpp)
endfunction()

# lanes_view(NAME LIBS...): the same with Qt's moc.
function(lanes_view name)
    set(lanes_library_headers lanes_view_headers)
    lanes_library(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    lanes_moc_again_for_new_headers(${name})
    target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_FOREACH)
endfunction()

# Qt Test tells each test its folders in macros, which nothing here reads: with absolute paths no two folders could share
# their precompiled headers, and the compiler cache could not serve several checkouts.
function(lanes_tests_without_folders)
    get_target_property(definitions Qt6::Test INTERFACE_COMPILE_DEFINITIONS)
    list(FILTER definitions EXCLUDE REGEX QT_TESTCASE_)
    set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS "${definitions}")
endfunction()

function(lanes_test_precompiled name)
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/(views|app)(/|$)")
        set(headers lanes_widget_test_headers)
        set(widgets ${LANESCOPE_WIDGET_HEADERS})
        set(libraries Qt6::Widgets Qt6::Test)
    else()
        set(headers lanes_test_headers)
        set(widgets "")
        set(libraries Qt6::Test)
    endif()
    if(NOT TARGET ${headers})
        lanes_headers(${headers} EXECUTABLE ${LANESCOPE_STANDARD_HEADERS} ${widgets} <QtTest/QtTest> LIBS ${libraries})
        lanes_unoptimised(${headers})
    endif()
    target_precompile_headers(${name} REUSE_FROM ${headers})
endfunction()

# A test's own code is compiled more often than it runs long.
function(lanes_unoptimised name)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
endfunction()

# What moc makes of a program stands in its own source, so what AUTOMOC compiles beside it is empty: it needs no headers, and to load
# those made beforehand took a sixth of the tests' compiling.
function(lanes_moc_in_source name)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/mocs_compilation.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

set(LANESCOPE_TESTS "" CACHE STRING "A regular expression: only test classes with such names are compiled. Empty: all")

# lanes_tests(NAME [CLASSES tst_...] LIBS ...): one program of Qt Test classes, those named or all files tst_*.cpp of the folder that
# have no test yet. ctest runs each class under its own name. Those of views and windows have the label ui.
function(lanes_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 tests "" "" "CLASSES;LIBS")
    if(NOT tests_CLASSES)
        file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} tst_*.cpp)
        list(TRANSFORM files REPLACE "\\.cpp$" "" OUTPUT_VARIABLE tests_CLASSES)
    endif()
    set(labels "")
    if("${tests_LIBS}" MATCHES "lanes_(view|window|document|sessions|render|timeline)")
        set(labels ui)
    endif()
    set(sources "")
    set(declarations "")
    set(rows "")
    foreach(test ${tests_CLASSES})
        if(TEST ${test})
            continue()
        endif()
        add_test(NAME ${test} COMMAND ${name} ${test})
        lanes_test_environment(${test} "${labels}")
        if(test MATCHES "${LANESCOPE_TESTS}")
            list(APPEND sources ${test}.cpp)
            string(APPEND declarations "int run_${test}(int, char**);\n")
            string(APPEND rows "\n        {\"${test}\", run_${test}},")
            lanes_test_folders(${test}.cpp)
        endif()
    endforeach()
    if(NOT sources)
        return()
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/tests/support/main.cpp.in ${name}_main.cpp @ONLY)
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${name}_main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    add_executable(${name} ${sources} ${CMAKE_CURRENT_BINARY_DIR}/${name}_main.cpp)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    lanes_moc_in_source(${name})
    lanes_common(${name})
    target_link_libraries(${name} PRIVATE ${tests_LIBS} Qt6::Test)
    if(NOT "${tests_LIBS}" MATCHES "Qt6::(Gui|Network)") # with their macros the compiler takes no headers made without
        lanes_test_precompiled(${name})
    endif()
    lanes_unoptimised(${name})
endfunction()

# Names of the checkout and the build folder, only for files that use them, there or by a fixture: absolute paths keep the compiler
# cache from serving several checkouts.
function(lanes_test_folders source)
    file(STRINGS ${source} uses_folders REGEX "LANESCOPE_(SOURCE|BINARY)_DIR|/(CaptureFixture|AttachFixture|FarHost)\\.h" LIMIT_COUNT 1)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    if(uses_folders)
        set_source_files_properties(${source} PROPERTIES
            COMPILE_DEFINITIONS "LANESCOPE_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\";LANESCOPE_BINARY_DIR=\"${CMAKE_BINARY_DIR}\"")
    endif()
endfunction()

# lanes_script_test(NAME SCRIPT.py LABELS...): the same for a Python 3 script; it finds the build in LANESCOPE_BUILD.
function(lanes_script_test name script)
    add_test(NAME ${name} COMMAND ${LANESCOPE_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${script})
    lanes_test_environment(${name} "${ARGN}")
endfunction()

# Tests never see the user's own settings, nor write into them. Under a sanitizer they have more time, and LANESCOPE_SANITIZE says
# which: who measures memory or speed then has nothing to measure.
function(lanes_test_environment name labels)
    set(home ${CMAKE_BINARY_DIR}/test-home)
    set(seconds 300)
    if(LANESCOPE_SANITIZE)
        set(seconds 1500)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${seconds} LABELS "${labels}" ENVIRONMENT
        "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;PYTHONDONTWRITEBYTECODE=1;LANESCOPE_BUILD=${CMAKE_BINARY_DIR};LANESCOPE_SANITIZE=${LANESCOPE_SANITIZE};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_STATE_HOME=${home}/state")
endfunction()

# lanes_bench(NAME LIBS...): tests/bench/NAME.cpp, NAME being bench_<what>; `./test bench <what>` runs it.
function(lanes_bench name)
    add_executable(${name} ${name}.cpp)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
    lanes_common(${name})
    target_link_libraries(${name} PRIVATE ${ARGN})
    # Only where they are used: absolute paths keep the compiler cache from serving several checkouts.
    file(STRINGS ${name}.cpp uses_folders REGEX "LANESCOPE_(SOURCE|BINARY)_DIR" LIMIT_COUNT 1)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${name}.cpp)
    if(uses_folders)
        target_compile_definitions(${name} PRIVATE LANESCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
            LANESCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    endif()
endfunction()

# lanes_fuzz(NAME LIBS...): tests/fuzz/NAME.cpp, a libFuzzer target that ctest runs for a minute (or for
# LANESCOPE_FUZZ_SECONDS). Seeds are the files in tests/fuzz/corpus/NAME and what lanes_fuzz_seeds makes, words the ones
# in tests/fuzz/NAME.dict; what the fuzzer adds stays in the build folder. Only the fuzz preset builds it: gcc has no
# libFuzzer.
function(lanes_fuzz name)
    if(NOT LANESCOPE_SANITIZE MATCHES fuzzer)
        return()
    endif()
    add_executable(${name} ${name}.cpp)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
    lanes_common(${name})
    target_link_libraries(${name} PRIVATE ${ARGN})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers ${name})

    set(found ${CMAKE_BINARY_DIR}/fuzz/${name}.found)
    set(made ${CMAKE_BINARY_DIR}/fuzz/${name}.seeds)
    file(MAKE_DIRECTORY ${found} ${made})
    set(seeds ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
    if(NOT EXISTS ${seeds})
        set(seeds "")
    endif()
    set(words "")
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.dict)
        set(words "-dict=${CMAKE_CURRENT_SOURCE_DIR}/${name}.dict")
    endif()
    add_test(NAME ${name} COMMAND sh -c "exec \"$0\" -max_total_time=\${LANESCOPE_FUZZ_SECONDS:-60} \"$@\""
        $<TARGET_FILE:${name}> -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 ${words}
        -artifact_prefix=${CMAKE_BINARY_DIR}/fuzz/${name}. ${found} ${made} ${seeds})
    lanes_test_environment(${name} fuzz)
    set_tests_properties(${name} PROPERTIES TIMEOUT 9000)
endfunction()

# lanes_fuzz_seeds(NAME LIBS...): tests/fuzz/NAME_seeds.cpp writes seeds of the fuzz target NAME into its argument.
function(lanes_fuzz_seeds name)
    if(NOT LANESCOPE_SANITIZE MATCHES fuzzer)
        return()
    endif()
    add_executable(${name}_seeds ${name}_seeds.cpp)
    lanes_common(${name}_seeds)
    target_link_libraries(${name}_seeds PRIVATE ${ARGN})
    set(made ${CMAKE_BINARY_DIR}/fuzz/${name}.seeds)
    add_custom_command(TARGET ${name}_seeds POST_BUILD COMMAND ${name}_seeds ${made})
    add_dependencies(fuzzers ${name}_seeds)
endfunction()
