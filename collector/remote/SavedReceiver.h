// What a flight recorder of another host has saved, as files beside the session here.
#pragma once

#include "collector/recorder/host/OutputFile.h"
#include "collector/remote/SessionHash.h"
#include "model/base/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace lanes::remote {

// One thread.
class SavedReceiver {
public:
    // "NUMBER SIZE HASH" of one whose bytes come next. `session`: path of the recording's own here; it gets that name with
    // the next number that is free. One that was fetched before (by a near end that was killed) is not kept twice.
    [[nodiscard]] Result<void> begin(const std::string& words, const std::string& session);
    // The path of the session that is whole with these; nothing while more is to come.
    [[nodiscard]] Result<std::optional<std::string>> append(const std::string& bytes);
    // What is half here is begun anew by the next connection.
    void drop();
    // Number of the last one that is whole.
    [[nodiscard]] std::uint64_t known() const { return known_; }

private:
    [[nodiscard]] Result<std::optional<std::string>> finish();

    std::uint64_t known_ = 0;
    std::uint64_t number_ = 0; // of the one that comes
    SessionHash announced_;
    std::uint64_t got_ = 0;
    std::string had_;            // a file here that is the same
    std::set<std::string> ours_; // each stands for one that was saved, however alike they are
    std::optional<recorder::OutputFile> file_;
    std::unique_ptr<session::Output> output_;
};

} // namespace lanes::remote
