// Where a program runs that is to be recorded: another host, or a container.
#pragma once

#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// Reached by a program of the user's own, with the user's own settings: ssh (its config, agent and jump hosts), docker,
// podman, kubectl.
class CaptureTarget {
public:
    // "local", which is no target but this machine, wherever one can be named.
    [[nodiscard]] static bool isHere(std::string_view text) { return text == "local"; }
    // "ssh:HOST", "docker:NAME", "podman:NAME" or "kubectl:POD" ("kubectl:NAMESPACE/POD"); "docker-image:NAME" and
    // "podman-image:NAME" are images, of which an ImageContainer makes a target. An error names what is wrong.
    static Result<CaptureTarget> parse(std::string_view text);
    // That, to be reached: a host as the user's ssh is set up for it, which that says itself in some milliseconds.
    static Result<CaptureTarget> reach(std::string_view text);

    // argv that runs `script` with a POSIX shell there, `words` being its $1, $2 ... `script` has no single quote,
    // exclamation mark, backslash or line end, `words` only letters, digits, '-' and '.': nothing that any login shell would
    // take for more than a word.
    [[nodiscard]] std::vector<std::string> command(const std::string& script,
                                                   const std::vector<std::string>& words) const;
    // argv that ends a connection that command() has left open for the next one; empty where there is none.
    [[nodiscard]] std::vector<std::string> closing() const;
    // As it was given, for messages.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool isImage() const { return program_.ends_with("-image"); }
    // Without the program that reaches it.
    [[nodiscard]] const std::string& name() const { return name_; }
    // The jump host that ssh goes through, "jump-1"; empty: none, or not asked for with reach().
    [[nodiscard]] const std::string& through() const { return through_; }
    // "ssh": the program that must be installed here.
    [[nodiscard]] const std::string& program() const { return program_; }

private:
    std::string text_;
    std::string program_;
    std::string name_;
    std::string through_;
    bool sharesUsers_ = false; // over a connection that the user has opened
};

} // namespace lanes::remote
