// The CUDA functions that are watched, by CUPTI's numbers (cupti_runtime_cbid.h, cupti_driver_cbid.h). A number never
// changes its meaning; a test compares all of them with the installed headers.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

#include <cstdint>

namespace lanes::probe::cupti {

struct IdRange {
    std::uint32_t first, last;
};

// The calls that make a device work: launches of kernels and graphs, copies, fills. They cover all versions of the
// functions and all kinds of default streams. 505 and 506 are __cudaLaunchKernel, through which all kernels of C++ go
// from CUDA 13 on.
constexpr IdRange kRuntimeLaunches[] = {
    {13, 13},   {31, 52},   {142, 145}, {160, 163}, {211, 211}, {213, 236}, {243, 246}, {249, 250},
    {269, 270}, {272, 272}, {311, 312}, {430, 431}, {482, 485}, {505, 506}, {509, 512}, {554, 557}};
constexpr IdRange kDriverLaunches[] = {{43, 82},   {115, 117}, {216, 227}, {232, 234}, {248, 254},
                                       {276, 293}, {305, 307}, {318, 321}, {397, 416}, {418, 433},
                                       {442, 442}, {477, 478}, {480, 480}, {514, 515}, {652, 653},
                                       {776, 779}, {796, 799}, {819, 819}, {837, 840}};

// Runtime calls that are not recorded: queries, and the calls that the compiler puts around each launch. They include
// those that Kineto leaves out: cudaGetLastError, cudaSetDevice, cudaGetDevice, cudaEventCreate,
// cudaEventCreateWithFlags, cudaEventDestroy.
constexpr IdRange kRuntimeNoise[] = {
    {1, 3},     {10, 12},   {16, 17},   {53, 54},   {133, 134}, {136, 136}, {151, 151}, {154, 154},
    {166, 166}, {168, 168}, {173, 174}, {183, 183}, {200, 200}, {203, 205}, {207, 207}, {209, 210},
    {212, 212}, {237, 238}, {251, 251}, {255, 255}, {271, 271}, {317, 318}, {324, 325}, {327, 329},
    {336, 336}, {343, 344}, {347, 347}, {372, 372}, {379, 379}, {382, 382}, {386, 386}, {406, 407},
    {409, 410}, {424, 424}, {432, 433}, {441, 442}, {451, 451}, {461, 462}, {467, 469}, {480, 481},
    {494, 504}, {507, 508}, {521, 523}, {536, 537}, {548, 548}, {552, 552}};
// Driver calls that are recorded: launches, copies, fills, memory, waits, graphs, modules, linking, events and
// streams. All others are not. For example, CUPTI itself asks the driver for a kernel's name (cuKernelGetName) at
// each cudaLaunchKernel that is watched.
constexpr IdRange kDriverShown[] = {
    {17, 22},   {29, 34},   {37, 39},   {43, 82},   {115, 117}, {119, 121}, {123, 127}, {215, 227},
    {232, 234}, {243, 245}, {248, 254}, {271, 271}, {276, 295}, {301, 302}, {305, 307}, {318, 321},
    {326, 326}, {346, 346}, {362, 367}, {371, 371}, {377, 377}, {379, 379}, {381, 383}, {397, 416},
    {418, 433}, {436, 442}, {457, 463}, {467, 468}, {473, 478}, {480, 480}, {490, 493}, {495, 498},
    {501, 502}, {504, 504}, {506, 506}, {508, 508}, {513, 523}, {525, 528}, {530, 530}, {533, 533},
    {538, 540}, {547, 553}, {561, 564}, {578, 578}, {580, 581}, {584, 590}, {595, 596}, {598, 602},
    {607, 608}, {611, 612}, {618, 618}, {620, 621}, {623, 625}, {638, 639}, {643, 643}, {650, 650},
    {652, 653}, {656, 657}, {659, 669}, {671, 672}, {678, 680}, {689, 689}, {691, 692}, {696, 696},
    {706, 710}, {712, 717}, {720, 721}, {723, 723}, {727, 728}, {755, 756}, {761, 762}, {776, 780},
    {783, 785}, {789, 792}, {796, 800}, {814, 817}, {819, 821}, {831, 832}, {837, 840}, {846, 847},
    {863, 864}};
constexpr std::uint32_t kFunctions = 1024; // above all numbers

// The launches whose driver parameters are known: cuLaunchKernel and cuLaunchKernelEx, each for both kinds of default
// streams.
constexpr std::uint32_t kLaunchKernel[] = {307, 442};
constexpr std::uint32_t kLaunchKernelExtended[] = {652, 653};

// The calls that allocate device memory for torch's allocator: cudaMalloc of the runtime, and cuMemCreate of the
// driver for segments that can grow.
constexpr std::uint32_t kMalloc = 20;
constexpr std::uint32_t kMemCreate = 549;
constexpr std::int32_t kOutOfMemory = 2; // the result of both when there is no memory

// CUpti_CallbackIdResource.
constexpr std::uint32_t kGraphNodeCreated = 13;
constexpr std::uint32_t kGraphNodeCloned = 20;

} // namespace lanes::probe::cupti
