// Which functions of CUDA are watched, by CUPTI's numbers for them (cupti_runtime_cbid.h, cupti_driver_cbid.h). A number
// never changes its meaning; a test compares all of them with the headers that are there.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

#include <cstdint>

namespace lanes::probe::cupti {

struct IdRange {
    std::uint32_t first, last;
};

// What makes a device work: launches of kernels and graphs, copies, fills, of all generations and for all kinds of default
// streams. 505 and 506 are __cudaLaunchKernel, through which all kernels of C++ go from CUDA 13 on.
constexpr IdRange kRuntimeLaunches[] = {
    {13, 13},   {31, 52},   {142, 145}, {160, 163}, {211, 211}, {213, 236}, {243, 246}, {249, 250},
    {269, 270}, {272, 272}, {311, 312}, {430, 431}, {482, 485}, {505, 506}, {509, 512}, {554, 557}};
constexpr IdRange kDriverLaunches[] = {{43, 82},   {115, 117}, {216, 227}, {232, 234}, {248, 254},
                                       {276, 293}, {305, 307}, {318, 321}, {397, 416}, {418, 433},
                                       {442, 442}, {477, 478}, {480, 480}, {514, 515}, {652, 653},
                                       {776, 779}, {796, 799}, {819, 819}, {837, 840}};

// Calls that say nothing and come by the thousand. Of the runtime what Kineto leaves out as well: cudaGetLastError,
// cudaSetDevice, cudaGetDevice, cudaEventCreate, cudaEventCreateWithFlags, cudaEventDestroy; and what the compiler puts around
// each launch: __cudaPushCallConfiguration, __cudaPopCallConfiguration, __cudaGetKernel. Of the driver, of which Kineto keeps
// launches only, questions after the current context and device.
constexpr IdRange kRuntimeNoise[] = {{10, 10}, {16, 17}, {133, 134}, {136, 136}, {502, 504}};
// cuDeviceGet to cuDeviceGetAttribute, cuCtxPushCurrent to cuCtxGetDevice, cuCtxSetCurrent, cuCtxGetCurrent, the second
// cuCtxPushCurrent and cuCtxPopCurrent, cuGetErrorString, cuGetErrorName, cuStreamGetCtx, cuDevicePrimaryCtxGetState, cuGetProcAddress.
constexpr IdRange kDriverNoise[] = {{3, 5},     {9, 9},     {14, 16},   {303, 304}, {323, 324},
                                    {372, 373}, {392, 392}, {483, 483}, {626, 626}, {677, 677}};
constexpr std::uint32_t kFunctions = 1024; // above all of them

// Of these the driver's parameters are known: cuLaunchKernel and cuLaunchKernelEx, each for both kinds of default streams.
constexpr std::uint32_t kLaunchKernel[] = {307, 442};
constexpr std::uint32_t kLaunchKernelExtended[] = {652, 653};

// What takes memory of a device for torch's allocator: cudaMalloc of the runtime, and cuMemCreate of the driver where its segments
// can grow.
constexpr std::uint32_t kMalloc = 20;
constexpr std::uint32_t kMemCreate = 549;
constexpr std::int32_t kOutOfMemory = 2; // what both answer then

// A call of the driver that does nothing: cuDeviceGetCount.
constexpr std::uint32_t kDeviceGetCount = 4;

// CUpti_CallbackIdResource.
constexpr std::uint32_t kGraphNodeCreated = 13;
constexpr std::uint32_t kGraphNodeCloned = 20;

} // namespace lanes::probe::cupti
