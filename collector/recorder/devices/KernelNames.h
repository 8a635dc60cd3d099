// Names of kernels as their source has them: vendors give what the compiler made of them.
#pragma once

#include "model/session/writing/SessionWriter.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace lanes::recorder {

// "void add<float>(float*)" of "_Z3addIfEvPT_"; names that are none of C++'s, or would be too long, stay as they are.
[[nodiscard]] std::string demangled(std::string_view name);

// One thread. Each name is looked at once.
class KernelNames {
public:
    // Outlives this.
    explicit KernelNames(session::SessionWriter& writer)
        : writer_(writer) {}

    [[nodiscard]] StringId plain(StringId name) {
        const auto [at, isNew] = plain_.try_emplace(name);
        if (isNew) {
            at->second = writer_.string(demangled(writer_.text(name)));
        }
        return at->second;
    }

private:
    session::SessionWriter& writer_;
    std::unordered_map<StringId, StringId> plain_;
};

} // namespace lanes::recorder
