# The portable build for aarch64, by Debian's cross compiler; scripts/build_wheel.sh --arch aarch64 has put the target's static
# libraries into the build folder. Headers are the same as here.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# A cross compiler looks for a linker of its own name; lld, which the script has put there, links for every processor.
set(tools -B${CMAKE_CURRENT_LIST_DIR}/../build-portable-aarch64/third/tools)
set(CMAKE_EXE_LINKER_FLAGS_INIT ${tools})
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${tools})
set(CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/third/aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
