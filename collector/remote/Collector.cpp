#include "collector/remote/Collector.h"

#include "collector/remote/ChildStream.h"

#include <sys/utsname.h>

#include <algorithm>

namespace lanes::remote {

namespace {

constexpr std::size_t kKeyLetters = 24;
// Every script's begin: the collector's folder, $1 being its key.
const std::string kFolder = "d=${XDG_CACHE_HOME:-$HOME/.cache}/lanescope/collector/$1; ";
// A line of ours, whatever the login shell prints before it.
const std::string kAsk =
    kFolder + "echo lanescope:$(uname -sm):$([ -x \"$d/bin/lanescope-record\" ] && echo there)";
// $2 is the hash of all of it. Another one may unpack the same at the same time: whoever is first has the place.
const std::string kUnpack =
    kFolder + "p=$d.$$; umask 077; mkdir -p \"$p\" && cat > \"$p/archive\" && "
              "[ \"$(sha256sum < \"$p/archive\" | cut -c1-64)\" = $2 ] && "
              "tar -xzf \"$p/archive\" -C \"$p\" && rm \"$p/archive\" && "
              "{ [ -x \"$d/bin/lanescope-record\" ] || { rm -rf \"$d\"; mv \"$p\" \"$d\"; }; }; s=$?; "
              "rm -rf \"$p\"; exit $s";
const std::string kTry = kFolder + "\"$d/bin/lanescope-record\" --version";
const std::string kRun = kFolder + "exec \"$d/bin/lanescope-record\" remote \"$2\" \"$3\"";
const std::string kPack =
    "cd \"$1\" && exec tar --sort=name --owner=0 --group=0 --mtime=@0 --exclude=__pycache__ "
    "-I \"gzip -1n\" -cf - bin/lanescope-record lib/lanescope";

Result<std::string> sha256(const std::string& bytes) {
    const auto sum = ChildStream::run({"sha256sum"}, bytes, ChildStream::Group::Own);
    if (!sum || sum.value().code != 0 || sum.value().text.size() < 64) {
        return Error{sum ? "sha256sum failed." : sum.error().message};
    }
    return sum.value().text.substr(0, 64);
}

// "Linux x86_64", and whether the collector is there; nothing where our line did not come.
struct Answer {
    std::string system;
    bool there = false;
};
Result<Answer> ask(const CaptureTarget& target, const std::string& key, ChildStream::Group group) {
    const auto said = ChildStream::run(target.command(kAsk, {key}), "", group);
    if (!said) {
        return said.error();
    }
    const std::string& text = said.value().text;
    const std::size_t at = text.rfind("lanescope:");
    const std::size_t colon = at == std::string::npos ? at : text.find(':', at + 10);
    if (said.value().code != 0 || colon == std::string::npos) {
        const std::string denied =
            target.program() == "ssh"
                ? " ('Permission denied': no key, password or passphrase was the right one)"
                : "";
        return Error{target.text() + " cannot be reached: " + target.program() + " says why above" + denied +
                     "; try '" + target.program() + "' by hand."};
    }
    return Answer{text.substr(at + 10, colon - at - 10), text.find("there", colon) != std::string::npos};
}

// Words as nothing but letters and digits: what no shell changes.
std::string hex(const std::vector<std::string>& words) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::string& word : words) {
        for (const unsigned char c : word) {
            text += kDigits[c >> 4];
            text += kDigits[c & 15];
        }
        text += "00";
    }
    return text.empty() ? "-" : text;
}

} // namespace

Result<std::string> archiveCollector(const std::string& root) {
    auto packed = ChildStream::run({"sh", "-c", kPack, "sh", root}, "", ChildStream::Group::Own);
    if (!packed || packed.value().code != 0) {
        return Error{"the collector in " + root + " cannot be packed; install Lanescope again."};
    }
    return std::move(packed->text);
}

Result<Collector> Collector::provide(const CaptureTarget& target, const std::string& archive, bool first) {
    const auto group = first ? ChildStream::Group::Ours : ChildStream::Group::Own;
    const auto sum = sha256(archive);
    if (!sum) {
        return sum.error();
    }
    const std::string key = sum.value().substr(0, kKeyLetters);
    const auto answer = ask(target, key, group);
    if (!answer) {
        return answer.error();
    }
    utsname here{};
    uname(&here);
    const std::string wanted = std::string(here.sysname) + " " + here.machine;
    if (answer.value().system != wanted) {
        return Error{target.text() + " is " + answer.value().system + "; this collector runs on " + wanted +
                     ". Install Lanescope's own for it there, and record there."};
    }
    if (!answer.value().there) {
        const auto copied = ChildStream::run(target.command(kUnpack, {key, sum.value()}), archive, group);
        if (!copied || copied.value().code != 0) {
            return Error{"the collector cannot be copied to " + target.text() +
                         "; is there room in its ~/.cache, and are tar and sha256sum there?"};
        }
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto tried = ChildStream::run(target.command(kTry, {key}), "", group);
    const auto taken = std::chrono::steady_clock::now() - begin;
    if (!tried || tried.value().code != 0) {
        return Error{"the collector does not run on " + target.text() +
                     "; its message is above. It may lack libraries that are here."};
    }
    Collector collector(target, key);
    collector.copied_ = !answer.value().there;
    collector.answersIn_ = std::chrono::duration_cast<std::chrono::milliseconds>(taken);
    return collector;
}

std::vector<std::string> Collector::command(const std::vector<std::string>& words) const {
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    return target_.command(kRun, {key_, words.front(), hex(rest)});
}

} // namespace lanes::remote
