// The origins of sessions that were recorded on a target: a session that record --on has fetched is identified by its
// file.
#pragma once

#include <optional>
#include <string>

namespace lanes::remote {

struct Origin {
    std::string target; // in the form of CaptureTarget::parse()
    std::string folder; // the program's folder there; empty: the user's home
};

// Remembers the origin in a file of the user, for the newest thousand sessions. A failure does not affect the
// capture.
void noteOrigin(const std::string& session, const Origin& origin);
// Returns nothing if the session was recorded here, or by another user, or if another file has taken its name since.
[[nodiscard]] std::optional<Origin> originOf(const std::string& session);

} // namespace lanes::remote
