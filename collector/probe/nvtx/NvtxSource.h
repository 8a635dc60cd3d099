// The ranges and marks that a program makes through NVTX: C++ programs, torch.cuda.nvtx, NVIDIA's own libraries. Ranges that are
// pushed belong to their thread and nest there by domain; ranges that are started may end on any thread and overlap.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/nvtx/NvtxEvent.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe::nvtx {

// The process has joined a session, and somebody is going to call the functions below: from now on they record.
void open();

// Any thread, at any time: whatever a program does with NVTX. Domains are numbers that domainOf() gives.

[[nodiscard]] NvtxNames& names();
// What a handle of createDomain() names; the default domain for 0.
[[nodiscard]] unsigned domainOf(std::uintptr_t handle);

// The level of the range that begins, or ends, in its domain, 0 the outermost one; kNotTracked or kNothingToPop.
int push(unsigned domain, const Event& event);
int pop(unsigned domain);
// A number by which any thread may end the range; 0 if it is not recorded.
std::uint64_t start(unsigned domain, const Event& event);
void end(std::uint64_t number);
void mark(unsigned domain, const Event& event);
void nameCategory(unsigned domain, std::uint32_t category, std::string_view name);
void nameThread(std::uint32_t thread, std::string_view name);
// A stream of CUDA's.
void nameStream(void* stream, std::string_view name);
// Handles for the program.
std::uintptr_t registerString(std::string_view text);
std::uintptr_t createDomain(std::string_view name);

} // namespace lanes::probe::nvtx

namespace lanes::probe {

// Starting does nothing: NVTX comes by itself. What it calls goes on being called, and records nothing once the gate is shut.
extern const RecordSource kRangeSource;

} // namespace lanes::probe
