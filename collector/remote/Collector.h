// Installs the collector on a target: packed here, and unpacked there once per version, in the user's own cache.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <chrono>
#include <string>
#include <vector>

namespace lanes::remote {

// Packs the collector's files as one .tar.gz, reproducibly. `root` holds bin/lanescope-record and lib/lanescope.
[[nodiscard]] Result<std::string> archiveCollector(const std::string& root);

// One collector on one target.
class Collector {
public:
    // Ensures that the collector is installed and runs. `first`: passwords may be asked for. An error names the
    // obstacle.
    static Result<Collector> provide(const CaptureTarget& target, const std::string& archive, bool first);

    [[nodiscard]] bool copied() const { return copied_; } // true if it was copied just now
    // Returns how long the target took to start it, over an open connection if connections are shared.
    [[nodiscard]] std::chrono::milliseconds answersIn() const { return answersIn_; }
    // Returns the argv that runs `lanescope-record WORDS...` there.
    [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& words) const;

private:
    Collector(CaptureTarget target, std::string key)
        : target_(std::move(target))
        , key_(std::move(key)) {}

    CaptureTarget target_;
    std::string key_; // its folder's name: the hash of the archive
    bool copied_ = false;
    std::chrono::milliseconds answersIn_{};
};

} // namespace lanes::remote
