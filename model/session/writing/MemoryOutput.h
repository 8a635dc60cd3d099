// A part of a session in memory.
#pragma once

#include "model/session/writing/Output.h"

#include <string>
#include <utility>

namespace lanes::session {

class MemoryOutput final : public Output {
public:
    Result<void> append(std::string bytes) override {
        bytes_ += bytes;
        return {};
    }
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }
    // What has been appended since the last call.
    [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

private:
    std::string bytes_;
    std::string path_ = "the session";
};

} // namespace lanes::session
