// Calls into CUDA, the operating system and MPI, and the profiler's own costs on the program's threads.
#pragma once

#include "model/io/nsys/NsysPlaces.h"

#include <cstdint>
#include <vector>

namespace lanes::nsys {

// The calls of CUDA's runtime and driver by correlation, which is valid within one process only.
class NsysCalls {
public:
    // Reads these calls, and the other tables of calls.
    NsysCalls(NsysFile& file, NsysPlaces& places);

    // The call that started device work; invalid if the file has none. O(log calls).
    [[nodiscard]] ImportedSlice launchOf(GlobalId process, std::int64_t correlation) const;

private:
    struct Call {
        GlobalId process;
        std::int64_t correlation;
        ImportedSlice slice;
    };
    void readCuda();
    void readSystem();
    void readMpi();
    void readOverhead(std::string_view table, std::string_view enumeration);

    NsysFile& file_;
    NsysPlaces& places_;
    std::vector<Call> calls_; // by process and correlation
};

} // namespace lanes::nsys
