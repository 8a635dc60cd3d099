// The functions that the Python package calls through ctypes; lanescope_probe/native.py declares them again.
#include "collector/probe/RecordSource.h"
#include "collector/probe/Where.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/cpython/FunctionTracer.h"
#include "collector/probe/cpython/GarbageCollections.h"
#include "collector/probe/cpython/ModuleCalls.h"
#include "collector/probe/cpython/ModuleNames.h"
#include "collector/probe/cpython/OwnCode.h"
#include "collector/probe/cpython/PythonSampler.h"
#include "collector/probe/cpython/RunningModules.h"
#include "collector/probe/cupti/CuptiSource.h"
#include "collector/probe/cupti/KernelParameters.h"
#include "collector/probe/nvtx/NvtxCallbacks.h"
#include "collector/probe/nvtx/NvtxSource.h"
#include "collector/probe/torch/AllocationHook.h"
#include "collector/probe/torch/CalibrationTap.h"
#include "collector/probe/torch/Collectives.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/ProfilerSwitch.h"
#include "collector/probe/torch/WholeOperators.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

using namespace lanes;
using namespace lanes::probe;

namespace {

std::mutex joining; // fork() waits for it, or the child would wait for a thread that it does not have

void beforeAnyFork() {
    joining.lock();
    if (probeProcess().joined()) {
        beforeFork();
    }
}
void afterAnyFork(bool inChild) {
    if (probeProcess().joined()) {
        afterFork(inChild);
    }
    if (inChild) {
        new (&joining) std::mutex;
    } else {
        joining.unlock();
    }
}
void afterForkInParent() {
    afterAnyFork(false);
}
void afterForkInChild() {
    afterAnyFork(true);
}

// Before anyone can join, not only when someone has.
__attribute__((constructor)) void watchForks() {
    pthread_atfork(&beforeAnyFork, &afterForkInParent, &afterForkInChild);
}

// exit() says that the process ended by itself.
__attribute__((destructor)) void markEnd() {
    probeProcess().markEnded();
}

// The process belongs to the session in `folder` from now on, if it does not yet: the CUDA driver and Python may both come.
std::string joinOnce(const char* folder) {
    const std::lock_guard lock(joining);
    return probeProcess().joined() ? std::string() : probeProcess().join(folder);
}

std::atomic<bool> claimed{false}; // by the Python package

// For whom Python need not come. Whether the process belongs to a session.
bool joinUnasked() {
    const char* folder = std::getenv(ring::kFolderVariable);
    if (folder == nullptr) {
        return false;
    }
    if (const std::string problem = joinOnce(folder); !problem.empty()) {
        std::fprintf(stderr, "lanescope: not recording process %d: %s\n", static_cast<int>(getpid()),
                     problem.c_str());
        return false;
    }
    if (!claimed) {
        probeProcess().setState(ring::ProcessState::Recording, ring::CaptureMethod::None);
    }
    return true;
}

// Copies text for Python, which must not hold on to ours.
void copyText(const std::string& text, char* out, std::size_t bytes) {
    const std::size_t length = std::min(text.size(), bytes - 1);
    std::memcpy(out, text.data(), length);
    out[length] = 0;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

// Each fills `error` (at least 512 bytes) with why it failed, or with nothing.

void lanes_probe_join(const char* folder, char* error) {
    copyText(joinOnce(folder), error, 512);
}
// The program ends its recording (import lanescope) and may join another one. With the interpreter's lock.
void lanes_probe_leave() {
    leaveSession();
}
// The session in `folder`, also after another one, whose sources are to be started again then. With the interpreter's lock.
void lanes_probe_join_next(const char* folder, char* error) {
    if (!probeProcess().joined()) {
        copyText(joinOnce(folder), error, 512);
        return;
    }
    if (!allStopped() && !probeProcess().closed()) {
        copyText("it is being recorded already", error, 512);
        return;
    }
    leaveSession(); // one that has ended by itself may have left hooks
    const std::string problem = probeProcess().joinNext(folder);
    if (problem.empty()) {
        beginAgain();
    }
    copyText(problem, error, 512);
}
// 1 for the first who asks: torch may be imported again, by another interpreter of this process perhaps.
int lanes_probe_claim() {
    return claimed.exchange(true) ? 0 : 1;
}
// Whether there is a session that the process belongs to.
int lanes_probe_is_recorded() {
    return probeProcess().joined() && !allStopped() && !probeProcess().closed() ? 1 : 0;
}
int lanes_probe_wants(std::uint32_t source) {
    return (ring::everWanted(probeProcess().wanted()) & source) != 0 ? 1 : 0; // a pause may end
}

void lanes_probe_bind(const char* path, char* error) {
    copyText(bindTorch(path), error, 512);
}
// Hooks a source (RecordSource.h) in; it does not record yet.
void lanes_probe_start(const char* source, const char* library, char* error) {
    const RecordSource* found = recordSource(source);
    copyText(found != nullptr ? found->start(library) : "there is no such source", error, 512);
}

// Events that have come by while the source did not record.
std::uint64_t lanes_probe_seen(const char* source) {
    return recordSource(source)->seen();
}
// A started source records from now on, as far as the session wants it, or not.
void lanes_probe_record(const char* source, int on) {
    SourceGate& gate = *recordSource(source)->gate;
    if (on != 0) {
        gate.open(probeProcess().wanted());
    } else {
        gate.close();
    }
}
void lanes_probe_stop_all(const char* reason) {
    stopAll(reason);
}

void lanes_probe_add_hook() {
    addHook();
}
void lanes_probe_remove_hook() {
    removeHook();
}
void lanes_probe_set_mode(std::uint32_t mode) {
    hookState().mode.store(static_cast<HookMode>(mode));
}

int lanes_probe_peek(std::uint64_t address, void* out, std::size_t bytes) {
    return GuardedMemory::copy(out, reinterpret_cast<const void*>(address), bytes) ? 1 : 0;
}
void lanes_probe_arm_calibration(CalibrationImage* image) {
    armCalibration(image);
}
void lanes_probe_arm_proof(OperatorProof* proof) {
    armProof(proof);
}
void lanes_probe_arm_outputs(OutputsImage* image) {
    armOutputs(image);
}
// Sizes of the structures that Python mirrors, in this order.
void lanes_probe_sizes(std::uint32_t* sizes) {
    sizes[0] = sizeof(TorchLayout);
    sizes[1] = sizeof(PythonLayout);
    sizes[2] = sizeof(CalibrationImage);
    sizes[3] = sizeof(OperatorProof);
    sizes[4] = sizeof(PythonFrame);
    sizes[5] = sizeof(WholeOperator);
    sizes[6] = sizeof(ProfilerSwitch);
    sizes[7] = sizeof(MainThreadCall);
    sizes[8] = sizeof(PythonThreadLayout);
    sizes[9] = sizeof(ProfileInterface);
    sizes[10] = sizeof(CollectionInterface);
    sizes[11] = sizeof(ModuleCallInterface);
    sizes[12] = sizeof(OutputsImage);
    sizes[13] = sizeof(RunningModulesInterface);
}

void lanes_probe_set_torch_layout(const TorchLayout* layout) {
    hookState().torch = *layout;
}
void lanes_probe_set_python_layout(const PythonLayout* layout) {
    hookState().python = *layout;
}
void lanes_probe_set_arguments(int on) {
    hookState().arguments = on != 0;
}
// Before its hook is added: torch is to hand over what operators give back.
void lanes_probe_set_outputs(int on) {
    hookState().outputs = on != 0;
}
// From now on operators carry the Python stack of their thread.
void lanes_probe_start_stacks(void* threadState) {
    hookState().threadState = reinterpret_cast<void* (*)()>(threadState);
}
// Python's files below that folder are ours: what runs them is left out of stacks and of the trace of functions.
void lanes_probe_own_folder(const char* folder) {
    addOwnFolder(folder);
}
// The calling thread's frames, guarded; `frames` has room for kMaxFrames.
std::uint32_t lanes_probe_walk(void* threadState, PythonFrame* frames) {
    const auto find = reinterpret_cast<void* (*)()>(threadState);
    return walkFrames<GuardedMemory>(hookState().python, find(), frames);
}
// `file` and `function` have room for 4,200 bytes each.
void lanes_probe_describe(std::uint64_t code, std::uint32_t instruction, char* file, char* function,
                          std::uint32_t* lines) {
    const CodeFacts facts = describeCode(hookState().python, code);
    copyText(facts.file, file, 4200);
    copyText(facts.function, function, 4200);
    lines[0] = facts.firstLine;
    lines[1] = lineOfInstruction(hookState().python, code, instruction);
}
void lanes_probe_use_interpreter(void* addPendingCall, void* increment, std::uint64_t codeType) {
    const auto add = reinterpret_cast<AddPendingCall>(addPendingCall);
    hookState().addPendingCall = add;
    useInterpreter(add, reinterpret_cast<IncrementReference>(increment), codeType);
}

// Samples of Python's threads.
void lanes_probe_use_python_threads(const PythonThreadLayout* layout) {
    usePythonThreads(*layout);
}
void lanes_probe_name_sampled(std::uint32_t thread, const char* name) {
    nameSampledThread(thread, name);
}

// Calls of Python's functions, for lanescope_probe/function_trace.py.
MethodDefinition* lanes_probe_monitoring_callbacks(void* none) {
    return monitoringCallbacks(none);
}
void lanes_probe_profile_all(const ProfileInterface* interface, int on) {
    profileAll(*interface, on != 0);
}
void lanes_probe_profile_this(const ProfileInterface* interface) {
    profileThis(*interface);
}
// A profile function that does nothing: where one stands in a thread's state is found with it.
int lanes_probe_profile_nothing(void*, void*, int, void*) {
    return 0;
}
int lanes_probe_wants_functions() {
    return functionsAreWanted() ? 1 : 0;
}
void lanes_probe_end_functions() {
    endFunctions();
}
void lanes_probe_follow_functions_by(MainThreadCall* call) {
    followFunctionsBy(call);
}
void lanes_probe_name_traced(std::uint32_t thread, const char* name) {
    nameTracedThread(thread, name);
}

// Modules by name, for lanescope_probe/module_names.py.
void lanes_probe_name_modules_by(MainThreadCall* call) {
    nameModulesBy(call);
}
void lanes_probe_name_modules_by_class() {
    nameModulesByClass();
}
void lanes_probe_naming_done(std::uint64_t ns) {
    namingDone(ns);
}
std::uint32_t lanes_probe_define_module(const char* name) {
    return defineModule(name);
}
void lanes_probe_set_module(std::uint64_t object, std::uint32_t number) {
    setModule(object, number);
}
// Where it returns 0, an exception of Python is set.
int lanes_probe_list_running_modules(const RunningModulesInterface* interface, void* list, int everyThread) {
    return listRunningModules(*interface, list, everyThread != 0) ? 1 : 0;
}

// The session's filter, for lanescope_probe/module_calls.py; `text` has room for ring::kMaxWhereBytes.
void lanes_probe_filter(char* text) {
    copyText(where::filter(), text, ring::kMaxWhereBytes);
}
// It cannot be held to here.
void lanes_probe_record_everywhere() {
    where::giveUp();
}
void lanes_probe_note_seen(const char* name) {
    where::noteSeen(name);
}
void lanes_probe_watch_module_calls(const ModuleCallInterface* interface) {
    watchModuleCalls(*interface);
}
int lanes_probe_watch_class(std::uint64_t type, int on) {
    return watchClass(type, on != 0) ? 1 : 0;
}
void lanes_probe_choose_module(std::uint32_t number) {
    chooseModule(number);
}
std::uint64_t lanes_probe_module_calls() {
    return moduleCallsSeen();
}

// A process group of torch.distributed, as NamedGroup has it.
void lanes_probe_name_group(std::uint64_t address, const char* name, std::int32_t rank, std::int32_t size,
                            std::uint64_t backend, std::int64_t told, int fromBirth) {
    nameProcessGroup({.address = address,
                      .name = name,
                      .rank = rank,
                      .size = size,
                      .backend = backend,
                      .told = told,
                      .fromBirth = fromBirth != 0});
}

void lanes_probe_end_group(std::uint64_t address) {
    endProcessGroup(address);
}

// The kernel that the driver knows by this handle, for lanescope_probe/kernel_sources.py.
void lanes_probe_describe_kernel(std::uint64_t function, const char* kernel, const char* signature) {
    cupti::describeKernel(function, kernel, signature);
}

void lanes_probe_set_text(std::uint32_t which, const char* text) {
    probeProcess().setText(static_cast<ProbeProcess::Text>(which), text);
}
void lanes_probe_set_state(std::uint32_t state, std::uint32_t method) {
    probeProcess().setState(static_cast<ring::ProcessState>(state), static_cast<ring::CaptureMethod>(method));
}
void lanes_probe_announce() {
    probeProcess().announce();
}
void lanes_probe_name_thread(const char* name) {
    ProbeProcess::setThreadName(name);
}

// Ranges and marks of the program's own, recorded as NVTX's are, from lanes_probe_open_ranges() on; it joins the session that
// the environment names if the process is in none. Domains keep apart what nests by itself. `ownFrames`: how many frames of
// Python are ours between the program and this call.
void lanes_probe_open_ranges() {
    if (probeProcess().joined() || joinUnasked()) {
        nvtx::open();
    }
}
std::uint32_t lanes_probe_range_domain(const char* name) {
    return nvtx::domainOf(nvtx::createDomain(name));
}
void lanes_probe_push_range(std::uint32_t domain, const char* name, std::uint32_t ownFrames) {
    nvtx::push(domain, {.message = name, .ownFrames = ownFrames});
}
void lanes_probe_pop_range(std::uint32_t domain) {
    nvtx::pop(domain);
}
MethodDefinition* lanes_probe_collection_callback(const CollectionInterface* interface) {
    return collectionCallback(*interface);
}
void lanes_probe_mark(const char* text, std::uint32_t ownFrames) {
    nvtx::mark(0, {.message = text, .ownFrames = ownFrames});
}
// Of a thread that runs already and has not recorded yet in this session.
void lanes_probe_name_other_thread(std::uint32_t thread, const char* name) {
    probeProcess().nameOtherThread(thread, name);
}

// Folders in which packages of NVIDIA have libraries, divided by colons.
void lanes_probe_set_nvidia_folders(const char* folders) {
    cupti::useNvidiaFolders(folders);
}

// Torch has initialised CUDA.
void lanes_probe_cuda_is_ready() {
    cupti::cudaIsReady();
}

// The CUDA driver calls this in the library that CUDA_INJECTION64_PATH names, as soon as it is up; in programs without torch,
// too. 1: everything is well.
int InitializeInjection() {
    if (joinUnasked()) {
        cupti::cudaIsReady();
    }
    return 1;
}

// NVTX calls this in the library that NVTX_INJECTION64_PATH names, at the first call of each library that it was compiled into.
// 0: it is to do without us.
int InitializeInjectionNvtx2(nvtx::GetExportTable table) {
    return joinUnasked() && nvtx::attach(table) ? 1 : 0;
}

// For torch.profiler in cycles, lanescope_probe/profiler_cycles.py.

void lanes_probe_use_profiler(ProfilerSwitch* profiler) {
    useProfiler(profiler);
}
void lanes_probe_turn_profiler(ProfilerSwitch* profiler, int on) {
    turnProfiler(*profiler, on != 0);
}
int lanes_probe_call_soon(MainThreadCall* call) {
    return callSoon(call) ? 1 : 0;
}
void lanes_probe_record_whole(const WholeOperator* operators, std::uint32_t count) {
    recordWhole(operators, count);
}

} // extern "C"
#pragma GCC visibility pop
