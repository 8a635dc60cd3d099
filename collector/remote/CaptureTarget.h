// The target of a recording: another host, or a container, where the program runs.
#pragma once

#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// Reached by a program of the user, with the user's own settings: ssh (its config, agent and jump hosts), docker,
// podman, kubectl.
class CaptureTarget {
public:
    // True for "local", which stands for this machine wherever a target can be named.
    [[nodiscard]] static bool isHere(std::string_view text) { return text == "local"; }
    // Parses "ssh:HOST", "docker:NAME", "podman:NAME" or "kubectl:POD" ("kubectl:NAMESPACE/POD"). "docker-image:NAME"
    // and "podman-image:NAME" are images, from which an ImageContainer makes a target. An error names the fault.
    static Result<CaptureTarget> parse(std::string_view text);
    // As parse(), and reads the user's ssh settings for the host, which ssh reports in some milliseconds.
    static Result<CaptureTarget> reach(std::string_view text);

    // Returns the argv that runs `script` with a POSIX shell on the target, with `words` as its $1, $2 and so on.
    // `script` has no single quote, exclamation mark, backslash or line end. `words` have only letters, digits, '-'
    // and '.', so that any login shell takes each as one word.
    [[nodiscard]] std::vector<std::string> command(const std::string& script,
                                                   const std::vector<std::string>& words) const;
    // Returns the argv that closes a connection that command() has left open for reuse; empty if there is none.
    [[nodiscard]] std::vector<std::string> closing() const;
    // Returns the text that was parsed, for messages.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool isImage() const { return program_.ends_with("-image"); }
    // Returns the text without the program that reaches the target.
    [[nodiscard]] const std::string& name() const { return name_; }
    // Returns the jump host of ssh, "jump-1"; empty: none, or the target is not from reach().
    [[nodiscard]] const std::string& through() const { return through_; }
    // Returns "ssh" and the like: the program that must be installed here.
    [[nodiscard]] const std::string& program() const { return program_; }

private:
    std::string text_;
    std::string program_;
    std::string name_;
    std::string through_;
    bool sharesUsers_ = false; // uses a connection that the user has opened
};

} // namespace lanes::remote
