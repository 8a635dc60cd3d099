// The name of an argument, written out in the program.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes {

// Keys of a file's ids, which mean something only together with a process. IdReader reads them, as FileId; code that
// reads the number alone does not compile.
inline constexpr std::array<std::string_view, 5> kIdKeys{"correlation", "External id", "external id",
                                                         "graph id", "wait_on_cuda_event_record_corr_id"};

class ArgKey {
public:
    consteval ArgKey(const char* text)
        : ArgKey(std::string_view(text)) {}
    consteval ArgKey(std::string_view text)
        : text_(text) {
        if (std::ranges::find(kIdKeys, text) != kIdKeys.end()) {
            idsAreReadByIdReader();
        }
    }

    [[nodiscard]] constexpr std::string_view text() const { return text_; }

private:
    static void idsAreReadByIdReader(); // never called: naming it ends the compilation

    std::string_view text_;
};

} // namespace lanes
