// Which sessions here were recorded elsewhere, and where: what record --on has fetched is known by its file.
#pragma once

#include <optional>
#include <string>

namespace lanes::remote {

struct Origin {
    std::string target; // as CaptureTarget::parse() takes it
    std::string folder; // where the program ran there; empty: the user's home
};

// Remembers it in a file of the user's own, the newest thousand. What cannot be remembered is no failure of a capture.
void noteOrigin(const std::string& session, const Origin& origin);
// Nothing: it was recorded here, or by somebody else, or another file has taken its name since.
[[nodiscard]] std::optional<Origin> originOf(const std::string& session);

} // namespace lanes::remote
