// Demangles the names that compilers make of C++ names.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Gives "void add<float>(float*)" for "_Z3addIfEvPT_". A name that is not mangled or not valid comes back unchanged. So
// does one longer than 1024 characters, which the library does not take, or longer than 64 KiB when written out. Repeated
// references to parts of a name can double its text with every few letters. O(length + written text), at most some
// milliseconds.
[[nodiscard]] std::string cxxName(std::string_view mangled);

} // namespace lanes
