// What a flight recorder has saved beside its session, sent to the near end: the far end of SavedReceiver.
#pragma once

#include "model/base/File.h"

#include <cstdint>
#include <filesystem>

namespace lanes::remote {

// One thread.
class SavedSender {
public:
    // `session`: path of the recording's own; `known`: number of the last one that the near end has.
    SavedSender(std::filesystem::path session, std::uint64_t known)
        : session_(std::move(session))
        , number_(static_cast<int>(known)) {}

    enum class Sent { Nothing, Some, Unread }; // Unread: nobody reads standard output any more
    // The next piece of them, in the order in which they were saved.
    [[nodiscard]] Sent send();

private:
    [[nodiscard]] Sent begin();

    std::filesystem::path session_;
    int number_; // of the one that is being sent, or was
    lanes::File file_;
    std::uint64_t from_ = 0;
};

} // namespace lanes::remote
