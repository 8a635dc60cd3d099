#include "model/base/CxxName.h"

#include <csetjmp>
#include <cstddef>

// What abi::__cxa_demangle() of libstdc++ is made of: hands over the text piece by piece, so that a long one can be left.
// NOLINTNEXTLINE(bugprone-reserved-identifier): its name is the library's
extern "C" int __gcclibcxx_demangle_callback(const char* mangled,
                                             void (*take)(const char*, std::size_t, void*), void* context);

namespace lanes {

namespace {

constexpr std::size_t kLongestMangled = 1024;
constexpr std::size_t kLongestText = std::size_t{64} << 10;

struct Sink {
    std::string text;
    std::jmp_buf full;
};

// Between here and setjmp() stand functions of C alone, which have nothing to clean up.
void take(const char* piece, std::size_t size, void* context) {
    Sink& sink = *static_cast<Sink*>(context);
    if (sink.text.size() + size > kLongestText) {
        std::longjmp(sink.full, 1); // NOLINT(cert-err52-cpp)
    }
    sink.text.append(piece, size);
}

} // namespace

std::string cxxName(std::string_view mangled) {
    std::string own(mangled);
    if (!mangled.starts_with("_Z") || mangled.size() > kLongestMangled) {
        return own;
    }
    Sink sink;
    sink.text.reserve(kLongestText);
    if (setjmp(sink.full) != 0 || __gcclibcxx_demangle_callback(own.c_str(), take, &sink) != 0) { // NOLINT
        return own;
    }
    return std::string(sink.text);
}

} // namespace lanes
