// Names as C++ writes them, from what compilers make of them.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// "void add<float>(float*)" of "_Z3addIfEvPT_". A name comes back as it is where it is not mangled, not valid, longer than
// 1024 characters, which the library does not take, or longer than 64 KiB when written out: parts that are referred to again
// and again double the text with each few letters. O(length + what is written), at most some milliseconds.
[[nodiscard]] std::string cxxName(std::string_view mangled);

} // namespace lanes
