// Replaces Python's files and functions, except those of the standard library and of known packages.
#pragma once

#include "model/anonymise/Pseudonyms.h"
#include "model/anonymise/PublicNames.h"

#include <string>
#include <string_view>

namespace lanes {

// One thread. `known` and `names` must outlive this object.
class FrameRules {
public:
    FrameRules(const PublicNames& known, Pseudonyms& names)
        : known_(known)
        , names_(names) {}

    // "torch/nn/modules/linear.py" for a file of a known package, else "module_3/file_2.py".
    [[nodiscard]] std::string file(std::string_view path);
    // file() for "path", "path:12" and the kernel's names of a thread's files.
    [[nodiscard]] std::string place(std::string_view text);
    // "Linear.forward" if the file is of a known package, else "class_2.forward" or "function_7".
    [[nodiscard]] std::string function(std::string_view name, std::string_view path);
    // "Linear_3" for a module of torch.nn, else "layer_2_3".
    [[nodiscard]] std::string module(std::string_view name);
    // A frame in any form: "file(12): function", "nn.Module: Linear_3", "<built-in method mm of type object at 0x7f>", or
    // a bare function.
    [[nodiscard]] std::string frame(std::string_view text);
    // Several frames, separated by `separator`.
    [[nodiscard]] std::string frames(std::string_view text, std::string_view separator);

private:
    // The part of a path that may be shown; empty if there is none.
    [[nodiscard]] std::string_view publicPart(std::string_view path) const;
    [[nodiscard]] std::string builtIn(std::string_view text);

    const PublicNames& known_;
    Pseudonyms& names_;
};

} // namespace lanes
