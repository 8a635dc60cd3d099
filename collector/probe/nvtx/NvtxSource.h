// The ranges and marks that a program makes through NVTX: C++ programs, torch.cuda.nvtx, NVIDIA's own libraries.
// Pushed ranges belong to their thread and nest there by domain. Started ranges may end on any thread and overlap.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/nvtx/NvtxEvent.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe::nvtx {

// Called when the process has joined a session and the functions below are about to be called: from now on they
// record.
void open();

// Any thread, at any time: the calls of a program into NVTX. domainOf() returns the numbers of domains.

[[nodiscard]] NvtxNames& names();
// Returns the domain that a handle of createDomain() names; the default domain for 0.
[[nodiscard]] unsigned domainOf(std::uintptr_t handle);

// Return the level of the range in its domain, 0 for the outermost one; kNotTracked or kNothingToPop if there is
// none.
int push(unsigned domain, const Event& event);
int pop(unsigned domain);
// Returns a number by which any thread may end the range; 0 if it is not recorded.
std::uint64_t start(unsigned domain, const Event& event);
void end(std::uint64_t number);
void mark(unsigned domain, const Event& event);
void nameCategory(unsigned domain, std::uint32_t category, std::string_view name);
void nameThread(std::uint32_t thread, std::string_view name);
// Names a CUDA stream.
void nameStream(void* stream, std::string_view name);
// Return handles for the program.
std::uintptr_t registerString(std::string_view text);
std::uintptr_t createDomain(std::string_view name);

} // namespace lanes::probe::nvtx

namespace lanes::probe {

// Starting installs nothing: NVTX loads the probe itself. NVTX keeps calling the functions above; once the gate is
// shut they record nothing.
extern const RecordSource kRangeSource;

} // namespace lanes::probe
