// What stays of Python's files and functions: those of the standard library and of known packages.
#pragma once

#include "model/anonymise/Pseudonyms.h"
#include "model/anonymise/PublicNames.h"

#include <string>
#include <string_view>

namespace lanes {

// One thread. Both outlive this.
class FrameRules {
public:
    FrameRules(const PublicNames& known, Pseudonyms& names)
        : known_(known)
        , names_(names) {}

    // "torch/nn/modules/linear.py" of a known package, else "module_3/file_2.py".
    [[nodiscard]] std::string file(std::string_view path);
    // The same of "path", "path:12" and what the kernel calls a file of a thread.
    [[nodiscard]] std::string place(std::string_view text);
    // "Linear.forward" in a file of a known package. Else "class_2.forward", "function_7".
    [[nodiscard]] std::string function(std::string_view name, std::string_view path);
    // "Linear_3" of torch.nn, else "layer_2_3".
    [[nodiscard]] std::string module(std::string_view name);
    // "file(12): function", "nn.Module: Linear_3", "<built-in method mm of type object at 0x7f>"; also a bare function.
    [[nodiscard]] std::string frame(std::string_view text);
    // Several, with `separator` between them.
    [[nodiscard]] std::string frames(std::string_view text, std::string_view separator);

private:
    // What stays of a path; empty: nothing.
    [[nodiscard]] std::string_view publicPart(std::string_view path) const;
    [[nodiscard]] std::string builtIn(std::string_view text);

    const PublicNames& known_;
    Pseudonyms& names_;
};

} // namespace lanes
