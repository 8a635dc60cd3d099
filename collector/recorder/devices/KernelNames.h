// Names of kernels as their source has them: vendors give what the compiler made of them.
#pragma once

#include "model/base/CxxName.h"
#include "model/session/writing/SessionWriter.h"

#include <unordered_map>

namespace lanes::recorder {

// One thread. Each name is looked at once.
class KernelNames {
public:
    // Outlives this.
    explicit KernelNames(session::SessionWriter& writer)
        : writer_(writer) {}

    [[nodiscard]] StringId plain(StringId name) {
        const auto [at, isNew] = plain_.try_emplace(name);
        if (isNew) {
            at->second = writer_.string(cxxName(writer_.text(name)));
        }
        return at->second;
    }
    // Names mean others from now on.
    void forget() { plain_.clear(); }

private:
    session::SessionWriter& writer_;
    std::unordered_map<StringId, StringId> plain_;
};

} // namespace lanes::recorder
