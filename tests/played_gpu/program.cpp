// A small program of launches, copies, waits and graphs that records itself with CUPTI and prints a JSON line for each
// record, callback and result: program PART... With PROGRAM_UNPROFILED in the environment it leaves CUPTI to others. It uses
// public functions only; where played_* functions are there, kernels take times that the test knows.
#include "tests/played_gpu/Crowds.h"
#include "tests/played_gpu/Masses.h"
#include "tests/played_gpu/RecordText.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <generated_cuda_versions.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr const char* kPtx = ".version 6.3\n.target sm_75\n.address_size 64\n"
                             ".visible .entry first() { ret; }\n.visible .entry second() { ret; }\n"
                             ".visible .entry third() { ret; }\n";
constexpr size_t kBytes = 1 << 20;

std::mutex printing;

void print(const std::string& line) {
    const std::lock_guard lock(printing);
    std::printf("{%s}\n", line.c_str());
}

void check(const char* what, int result) {
    if (result != 0) {
        print(field("failed", what) + "\"result\": " + std::to_string(result));
    }
}

// ---- Records ----
size_t bufferBytes = 1 << 20;

void requestBuffer(uint8_t** buffer, size_t* size, size_t* most) {
    *buffer = static_cast<uint8_t*>(std::aligned_alloc(8, bufferBytes));
    *size = bufferBytes;
    *most = 0;
}

void completeBuffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
    std::vector<const uint8_t*> starts;
    for (CUpti_Activity* record = nullptr;
         cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS;) {
        starts.push_back(reinterpret_cast<const uint8_t*>(record));
    }
    starts.push_back(buffer + valid);
    for (size_t i = 0; i + 1 < starts.size(); i++) {
        print(describe(reinterpret_cast<const CUpti_Activity*>(starts[i])) +
              "\"stride\": " + std::to_string(starts[i + 1] - starts[i]));
    }
    size_t dropped = 0;
    cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped);
    print(field("buffer", valid) + "\"dropped\": " + std::to_string(dropped));
    std::free(buffer);
}

// ---- Callbacks ----
uint64_t idOf(CUgraphNode node) {
    uint64_t id = 0;
    cuptiGetGraphNodeId(node, &id);
    return id;
}

void onCallback(void*, CUpti_CallbackDomain domain, CUpti_CallbackId function, const void* data) {
    if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
        const auto* graph = static_cast<const CUpti_GraphData*>(
            static_cast<const CUpti_ResourceData*>(data)->resourceDescriptor);
        if (function == CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED) {
            print(field("created", idOf(graph->node)) + "\"type\": " + std::to_string(graph->nodeType));
        } else if (function == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED) {
            print(field("cloned", idOf(graph->node)) +
                  "\"of\": " + std::to_string(idOf(graph->originalNode)));
        }
        return;
    }
    const auto& info = *static_cast<const CUpti_CallbackData*>(data);
    if (info.callbackSite == CUPTI_API_ENTER) {
        print(field("entered", info.functionName) + field("symbol", info.symbolName ? info.symbolName : "") +
              "\"correlation\": " + std::to_string(info.correlationId));
    }
}

void record() {
    static CUpti_SubscriberHandle subscriber;
    check("subscribe", cuptiSubscribe(&subscriber, &onCallback, nullptr));
    check("resources", cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE));
    check("launches", cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                                          CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000));
    check("buffers", cuptiActivityRegisterCallbacks(&requestBuffer, &completeBuffer));
    using Enable = CUptiResult (*)(uint8_t);
    if (const auto stamps =
            reinterpret_cast<Enable>(dlsym(RTLD_DEFAULT, "cuptiActivityEnableCudaEventDeviceTimestamps"))) {
        stamps(1); // from CUDA 13 on
    }
    for (const auto kind :
         {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY2,
          CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER,
          CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, CUPTI_ACTIVITY_KIND_CUDA_EVENT, CUPTI_ACTIVITY_KIND_MEMORY2,
          CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, CUPTI_ACTIVITY_KIND_DEVICE, CUPTI_ACTIVITY_KIND_CONTEXT,
          CUPTI_ACTIVITY_KIND_STREAM, CUPTI_ACTIVITY_KIND_OVERHEAD, CUPTI_ACTIVITY_KIND_JIT,
          CUPTI_ACTIVITY_KIND_MEMORY_POOL, CUPTI_ACTIVITY_KIND_NVLINK}) {
        check("enable", cuptiActivityEnableAndDump(kind)); // the driver is up
    }
}

// ---- The parts ----
void setTime(const char* kernel, int64_t nanoseconds) {
    using Takes = void (*)(const char*, int64_t);
    if (const auto takes = reinterpret_cast<Takes>(dlsym(RTLD_DEFAULT, "played_kernel_takes"))) {
        takes(kernel, nanoseconds);
    }
}

struct Program {
    cudaLibrary_t library = nullptr;
    CUmodule module = nullptr;
    void *host = nullptr, *device = nullptr;
    cudaStream_t one = nullptr, other = nullptr;
    const void* third = nullptr;

    void prepare() {
        check("library", cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
        check("malloc", cudaMalloc(&device, kBytes));
        check("host", cudaMallocHost(&host, kBytes));
        check("module", cuModuleLoadData(&module, kPtx));
        check("stream", cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
        check("stream", cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
        cudaKernel_t kernel = nullptr;
        check("kernel", cudaLibraryGetKernel(&kernel, library, "third"));
        third = reinterpret_cast<const void*>(kernel);
    }

    void launch(const char* name, cudaStream_t stream, unsigned blocks = 1) const {
        cudaKernel_t kernel = nullptr;
        check("kernel", cudaLibraryGetKernel(&kernel, library, name));
        check("launch", cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks), dim3(64),
                                         nullptr, 128, stream));
    }

    void fifo() const {
        check("copy", cudaMemcpyAsync(device, host, kBytes, cudaMemcpyHostToDevice, one));
        check("fill", cudaMemsetAsync(device, 7, kBytes, one));
        cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 4711);
        launch("first", one);
        cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, nullptr);
        CUfunction function = nullptr;
        check("function", cuModuleGetFunction(&function, module, "second"));
        check("launch", cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, one, nullptr, nullptr));
        launch("third", one);
        check("query", cudaStreamQuery(one) == cudaErrorNotReady ? 0 : 1);
        check("synchronize", cudaStreamSynchronize(one));
        check("copy back", cudaMemcpy(host, device, kBytes, cudaMemcpyDeviceToHost));
        print("\"byte\": " + std::to_string(static_cast<const char*>(host)[kBytes - 1]));
    }

    void events() const {
        cudaEvent_t begin = nullptr, end = nullptr;
        check("event", cudaEventCreate(&begin));
        check("event", cudaEventCreate(&end));
        check("record", cudaEventRecord(begin, one));
        launch("first", one);
        check("record", cudaEventRecord(end, one));
        check("wait", cudaStreamWaitEvent(other, end, 0));
        launch("second", other);
        check("wait for it", cudaEventSynchronize(end));
        float milliseconds = 0;
        check("elapsed", cudaEventElapsedTime(&milliseconds, begin, end));
        print("\"elapsed\": " + std::to_string(milliseconds));
        check("device", cudaDeviceSynchronize());
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }

    // Two kernels of a whole device, at once on two streams.
    void crowd() const {
        launch("first", one, 100'000);
        launch("second", other, 100'000);
        check("device", cudaDeviceSynchronize());
    }

    void graph() const {
        cudaEvent_t fork = nullptr, join = nullptr;
        cudaEventCreate(&fork);
        cudaEventCreate(&join);
        check("capture", cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
        launch("first", one);
        cudaEventRecord(fork, one);
        cudaStreamWaitEvent(other, fork, 0);
        launch("second", other);
        cudaMemsetAsync(device, 1, kBytes, one);
        cudaEventRecord(join, other);
        cudaStreamWaitEvent(one, join, 0);
        cudaMemcpyAsync(host, device, kBytes, cudaMemcpyDeviceToHost, one);
        cudaGraph_t graph = nullptr;
        check("end", cudaStreamEndCapture(one, &graph));
        cudaGraphExec_t executable = nullptr;
        check("instantiate", cudaGraphInstantiate(&executable, graph, 0));
        check("destroy", cudaGraphDestroy(graph)); // an executable graph needs nothing of it
        for (int i = 0; i < 2; i++) {
            check("replay", cudaGraphLaunch(executable, one));
        }
        check("synchronize", cudaStreamSynchronize(one));
        check("destroy", cudaGraphExecDestroy(executable));
    }

    void graphTrace() const {
        check("graph level", cuptiActivityEnable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE));
        graph();
    }

    void spoiltCapture() const {
        check("capture", cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
        launch("first", one);
        print("\"synchronized\": " + std::to_string(cudaStreamSynchronize(one)));
        cudaGraph_t graph = nullptr;
        print("\"ended\": " + std::to_string(cudaStreamEndCapture(one, &graph)));
    }

    void many() const {
        for (int i = 0; i < 100; i++) {
            launch("first", i % 2 == 0 ? one : other);
        }
        check("device", cudaDeviceSynchronize());
    }

    void dropNext() const {
        const auto set = reinterpret_cast<int (*)(const char*, int64_t)>(dlsym(RTLD_DEFAULT, "played_set"));
        check("script", set != nullptr && set("drop_next", 10) == 1 && set("no such", 1) == 0 ? 0 : 1);
        many();
    }

    void devices() const {
        void* there = nullptr;
        check("other device", cudaSetDevice(1));
        check("malloc", cudaMalloc(&there, kBytes));
        check("peer", cudaMemcpyPeer(there, 1, device, 0, kBytes));
        launch("first", nullptr);
        check("device", cudaDeviceSynchronize());
        check("back", cudaSetDevice(0));
    }

    // Memory of streams: from the device's own pool, and from one that is made, trimmed and given back.
    void pools() const {
        void *first = nullptr, *second = nullptr;
        check("from the device's", cudaMallocAsync(&first, kBytes, one));
        check("back", cudaFreeAsync(first, one));
        cudaMemPoolProps properties{};
        properties.location.type = cudaMemLocationTypeDevice;
        cudaMemPool_t pool = nullptr;
        check("create", cudaMemPoolCreate(&pool, &properties));
        check("from the pool", cudaMallocFromPoolAsync(&second, 3 * kBytes, pool, one));
        check("back", cudaFreeAsync(second, one));
        check("trim", cudaMemPoolTrimTo(pool, kBytes));
        check("destroy", cudaMemPoolDestroy(pool));
    }

    // Asks whether work is over until it is.
    void polls() const {
        launch("first", one);
        while (cudaStreamQuery(one) != cudaSuccess) {
        }
        check("device", cudaDeviceSynchronize());
    }

    // What records comes now that CUDA is up, as where a program is attached to.
    void inject() const {
        void* library = dlopen(std::getenv("PROGRAM_INJECTS"), RTLD_NOW);
        const auto begin =
            library != nullptr ? reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection")) : nullptr;
        check("inject", begin != nullptr && begin() != 0 ? 0 : 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(600)); // two of its turns
    }

    // Busy for the better part of a second, until somebody has had a look.
    void hold() const {
        for (int i = 0; i < 300; i++) {
            launch("first", one);
        }
        print("\"ready\": 1");
        std::fflush(stdout);
        std::getchar();
    }

    // A library that uses CUPTI comes while the program runs, and is used once somebody watches it.
    void late() const {
        void* client = dlopen(std::getenv("PROGRAM_CLIENT"), RTLD_NOW | RTLD_LOCAL);
        auto ask = [&](auto name) { return reinterpret_cast<intptr_t (*)()>(dlsym(client, name))(); };
        while (ask("late_enable_address") == intptr_t(dlsym(RTLD_DEFAULT, "cuptiActivityEnable"))) {
            std::this_thread::yield();
        }
        print("\"late\": " + std::to_string(ask("late_begin")));
        many();
        print("\"late\": " + std::to_string(ask("late_end")));
    }

    // A child that ends as programs do, without a GPU of its own.
    void forked() const {
        many();
        const pid_t child = fork();
        if (child == 0) {
            std::exit(cudaDeviceSynchronize() == cudaSuccess ? 1 : 0); // CUDA does not survive a fork
        }
        int status = -1;
        waitpid(child, &status, 0);
        check("child", status);
        many();
    }

    // The program ends while they launch.
    void threads() const {
        static std::atomic<int> launched{0};
        for (int i = 0; i < 4; i++) {
            std::thread([self = *this] {
                for (;;) {
                    self.launch("third", self.one);
                    ++launched;
                }
            }).detach();
        }
        while (launched < 2'000) {
            std::this_thread::yield();
        }
    }

    // Half a second of work, and some more that nobody waits for; then an end without any handler.
    void leave() const {
        for (int i = 0; i < 5; i++) {
            many();
        }
        launch("third", one);
        _exit(0);
    }

    void die() const {
        for (int i = 0; i < 5; i++) {
            many();
        }
        launch("third", one);
        raise(SIGKILL);
    }

    // What a launch costs, best of many rounds.
    void cost() const {
        constexpr int kLaunches = 2'000;
        setTime("third", 100); // the device keeps up
        int64_t best = INT64_MAX;
        for (int round = 0; round < 50; round++) {
            const auto begin = std::chrono::steady_clock::now();
            for (int i = 0; i < kLaunches; i++) {
                cudaLaunchKernel(third, dim3(1), dim3(64), nullptr, 0, one);
            }
            best = std::min<int64_t>(best, (std::chrono::steady_clock::now() - begin).count() / kLaunches);
        }
        print("\"launch\": " + std::to_string(best));
    }

    [[nodiscard]] Masses masses() const {
        setTime("third", 100);
        return {third, one};
    }
    void flood() const { print("\"grown\": " + std::to_string(masses().flood())); }
    void replays() const { print("\"grown\": " + std::to_string(masses().replays())); }
    [[nodiscard]] Crowds crowdsOf() const {
        cudaKernel_t endless = nullptr;
        check("kernel", cudaLibraryGetKernel(&endless, library, "first"));
        return {third, reinterpret_cast<const void*>(endless)};
    }
    // Threads that all use the device at once.
    void crowds() const {
        setTime("third", 2'000);
        print("\"grown\": " + std::to_string(crowdsOf().launch()));
    }
    // Work without an end in sight, of several threads, while one kernel runs all the time.
    void endless() const {
        setTime("third", 180'000);
        setTime("first", 20'000'000'000);
        print("\"launched\": " + std::to_string(crowdsOf().launchOn()));
        std::fflush(stdout);
        if (std::getenv("PROGRAM_DIES") != nullptr) {
            raise(SIGKILL);
        }
        _exit(0); // nobody waits for the kernel of 20 s
    }
    void captures() const {
        masses().captures();
        many();
    }

    void running() const {
        launch("first", one);
        check("forced", cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    }
};

} // namespace

int main(int count, char** parts) {
    const std::map<std::string, void (Program::*)() const> all{
        {"fifo", &Program::fifo},         {"events", &Program::events}, {"crowd", &Program::crowd},
        {"graph", &Program::graph},       {"many", &Program::many},     {"spoilt", &Program::spoiltCapture},
        {"devices", &Program::devices},   {"drop", &Program::dropNext}, {"trace", &Program::graphTrace},
        {"running", &Program::running},   {"hold", &Program::hold},     {"forked", &Program::forked},
        {"threads", &Program::threads},   {"leave", &Program::leave},   {"die", &Program::die},
        {"cost", &Program::cost},         {"flood", &Program::flood},   {"replays", &Program::replays},
        {"captures", &Program::captures}, {"late", &Program::late},     {"pools", &Program::pools},
        {"polls", &Program::polls},       {"inject", &Program::inject}, {"crowds", &Program::crowds},
        {"endless", &Program::endless}};
    if (const int result = cuInit(0); result != 0) {
        void* nothing = nullptr;
        check("init", result);
        check("malloc", cudaMalloc(&nothing, kBytes));
        return 0;
    }
    if (const char* bytes = std::getenv("PROGRAM_BUFFER")) {
        bufferBytes = std::strtoul(bytes, nullptr, 10);
    }
    const bool profiled = std::getenv("PROGRAM_UNPROFILED") == nullptr;
    if (profiled) {
        record();
    }
    Program program;
    program.prepare();
    setTime("first", 3'000'000);
    setTime("second", 1'000'000);
    setTime("third", 2'000'000);
    for (int i = 1; i < count; i++) {
        (program.*all.at(parts[i]))();
    }
    cudaFree(program.device);
    cudaFreeHost(program.host);
    if (profiled) {
        cuptiActivityFlushAll(0);
        cuptiActivityFlushAll(0); // what the first one has cost is in the second
    }
    return 0;
}
