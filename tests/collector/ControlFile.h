// The control file of a process that is recorded, without a process.
#pragma once

#include "collector/ring/FileNames.h"
#include "collector/ring/Records.h"
#include "collector/ring/SharedText.h"
#include "tests/collector/recorder/DeviceRecording.h"

#include <new>
#include <string>

namespace lanes::test {

class ControlFile {
public:
    explicit ControlFile(DeviceRecording& recording, std::uint32_t pid = 1) {
        const ring::FileName name{ring::FileName::Kind::Process, pid, 1, 0};
        const std::string path = recording.folder() + "/" + ring::toText(name);
        file_ = ring::MappedFile::create(path, sizeof(ring::ProcessControl));
        new (file_.data()) ring::ProcessControl{};
        control().magic = ring::kProcessMagic;
        control().version = ring::kRingVersion;
        control().pid = pid;
        ring::setText(control(), control().arguments, "python train.py --token hush \xff");
        recording.process(pid).addFile(path, name);
    }
    [[nodiscard]] ring::ProcessControl& control() {
        return *reinterpret_cast<ring::ProcessControl*>(file_.data());
    }

private:
    ring::MappedFile file_;
};

} // namespace lanes::test
