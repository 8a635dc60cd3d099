#include "model/anonymise/FrameRules.h"

#include "model/anonymise/Signs.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanes {

namespace {

constexpr std::string_view kModule = "nn.Module: ";

// A path of letters, digits and "/._-+" only, that does not lead upwards.
bool isPlainPath(std::string_view path) {
    return !path.empty() && path.find("..") == std::string_view::npos &&
           std::ranges::all_of(path, [](char c) {
               return isLetter(c) || isDigit(c) ||
                      std::string_view("/._-+").find(c) != std::string_view::npos;
           });
}

// "threading" of "threading.py", "multiprocessing" of "multiprocessing/process.py".
std::string_view headOf(std::string_view path) {
    const std::size_t slash = path.find('/');
    if (slash != std::string_view::npos) {
        return path.substr(0, slash);
    }
    return path.substr(0, path.find('.'));
}

std::string_view endingOf(std::string_view path) {
    static constexpr std::array<std::string_view, 8> kEndings{".py", ".pyx", ".ipynb", ".cpp",
                                                              ".cu", ".so",  ".c",     ".pyc"};
    const auto* const at =
        std::ranges::find_if(kEndings, [&](std::string_view e) { return path.ends_with(e); });
    return at == kEndings.end() ? std::string_view() : *at;
}

// What stands behind "lib/python3.12/".
std::string_view behindLibrary(std::string_view path) {
    constexpr std::string_view kLibrary = "/lib/python3";
    const std::size_t at = path.rfind(kLibrary);
    if (at == std::string_view::npos) {
        return {};
    }
    std::string_view rest = path.substr(at + kLibrary.size());
    while (!rest.empty() && (rest[0] == '.' || isDigit(rest[0]))) {
        rest.remove_prefix(1);
    }
    return rest.starts_with('/') ? rest.substr(1) : std::string_view();
}

} // namespace

std::string_view FrameRules::publicPart(std::string_view path) const {
    if (path == "<string>" || path == "<stdin>") {
        return path;
    }
    constexpr std::string_view kFrozen = "<frozen ";
    if (path.starts_with(kFrozen) && path.ends_with('>')) {
        return known_.has(PublicName::Standard,
                          headOf(path.substr(kFrozen.size(), path.size() - kFrozen.size() - 1)))
                   ? path
                   : std::string_view();
    }
    if (!isPlainPath(path)) {
        return {};
    }
    for (const std::string_view folder :
         {std::string_view("site-packages/"), std::string_view("dist-packages/")}) {
        if (const std::size_t at = path.rfind(folder); at != std::string_view::npos) {
            const std::string_view rest = path.substr(at + folder.size());
            return known_.has(PublicName::Package, headOf(rest)) ? rest : std::string_view();
        }
    }
    if (const std::string_view rest = behindLibrary(path); !rest.empty()) {
        return known_.has(PublicName::Standard, headOf(rest)) ? rest : std::string_view();
    }
    const bool inFolder = path.find('/') != std::string_view::npos;
    const bool relative = known_.has(PublicName::Relative, inFolder ? headOf(path) : path);
    return relative ? path : std::string_view();
}

std::string FrameRules::file(std::string_view path) {
    if (path.empty()) {
        return {};
    }
    if (const std::string_view part = publicPart(path); !part.empty()) {
        return std::string(part);
    }
    if (path.find("torchinductor_") != std::string_view::npos && path.ends_with(".py")) {
        return names_.of("generated", path) + ".py";
    }
    const std::size_t slash = path.find_last_of("/\\");
    std::string made =
        slash == std::string_view::npos ? std::string() : names_.of("module", path.substr(0, slash)) + "/";
    return made + names_.of("file", path) + std::string(endingOf(path));
}

std::string FrameRules::place(std::string_view text) {
    static constexpr std::array<std::string_view, 4> kKernelFiles{"pipe:[", "socket:[", "anon_inode:[",
                                                                  "/dev/nvidia"};
    const bool kernelFile =
        std::ranges::any_of(kKernelFiles, [&](std::string_view head) { return text.starts_with(head); });
    if (text.empty() || isDigits(text) || (kernelFile && known_.isPublic(text))) {
        return std::string(text);
    }
    const std::size_t colon = text.rfind(':');
    const bool line = colon != std::string_view::npos && isDigits(text.substr(colon + 1));
    return line ? file(text.substr(0, colon)) + std::string(text.substr(colon)) : file(text);
}

std::string FrameRules::function(std::string_view name, std::string_view path) {
    if (name.empty()) {
        return {};
    }
    const std::string_view part = publicPart(path);
    if (!part.empty() && !part.starts_with("<s")) { // "<string>": anybody's
        return std::string(name);
    }
    const std::size_t dot = name.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
    if (!known_.has(PublicName::Function, last)) {
        return names_.of("function", name);
    }
    return dot == std::string_view::npos ? std::string(name)
                                         : names_.of("class", name.substr(0, dot)) + "." + std::string(last);
}

std::string FrameRules::module(std::string_view name) {
    const std::size_t bar = name.rfind('_');
    const bool numbered = bar != std::string_view::npos && isDigits(name.substr(bar + 1));
    const std::string_view type = numbered ? name.substr(0, bar) : name;
    if (type.empty()) {
        return {};
    }
    const std::string kept =
        known_.has(PublicName::Module, type) ? std::string(type) : names_.of("layer", type);
    return numbered ? kept + std::string(name.substr(bar)) : kept;
}

std::string FrameRules::builtIn(std::string_view text) {
    constexpr std::string_view kFunction = "<built-in function ";
    constexpr std::string_view kMethod = "<built-in method ";
    const std::string_view head = text.starts_with(kFunction) ? kFunction
                                  : text.starts_with(kMethod) ? kMethod
                                                              : "";
    const std::size_t end = text.find_first_of(" >", head.size());
    if (head.empty() || end == std::string_view::npos) {
        return names_.of("function", text);
    }
    const std::string_view name = text.substr(head.size(), end - head.size());
    const std::string kept = known_.isPublic(name) ? std::string(name) : names_.of("function", name);
    const std::string_view owner = text.substr(end);
    return std::string(head) + kept +
           (owner == ">" ? std::string(">") : " of " + names_.of("object", owner) + ">");
}

std::string FrameRules::frame(std::string_view text) {
    if (text.starts_with(kModule)) {
        return std::string(kModule) + module(text.substr(kModule.size()));
    }
    if (text.starts_with("<built-in ")) {
        return builtIn(text);
    }
    const std::size_t close = text.find("): ");
    const std::size_t open = close == std::string_view::npos ? close : text.rfind('(', close);
    if (open == std::string_view::npos || !isDigits(text.substr(open + 1, close - open - 1))) {
        return known_.has(PublicName::Name, text) ? std::string(text) : function(text, {});
    }
    const std::string_view path = text.substr(0, open);
    return file(path) + std::string(text.substr(open, close + 3 - open)) +
           function(text.substr(close + 3), path);
}

std::string FrameRules::frames(std::string_view text, std::string_view separator) {
    std::string made;
    for (bool first = true; !text.empty(); first = false) {
        const std::size_t end = std::min(text.find(separator), text.size());
        made += first ? std::string_view() : separator;
        made += frame(text.substr(0, end));
        text.remove_prefix(std::min(end + separator.size(), text.size()));
    }
    return made;
}

} // namespace lanes
