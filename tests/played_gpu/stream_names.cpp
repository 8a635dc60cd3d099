// Names its streams through NVIDIA's own header, before and after they work, and prints what a tool should show: one JSON object
// a line. Each stream fills a number of bytes that no other does.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace {

constexpr size_t kBytes = 1 << 20;

void* memory = nullptr;
size_t filled = 1000;

void check(const char* what, int result) {
    if (result != 0) {
        std::printf("{\"kind\": \"wrong\", \"name\": \"%s returned %d\", \"args\": {}}\n", what, result);
    }
}

cudaStream_t made() {
    cudaStream_t stream = nullptr;
    check("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

// `name` as a tool should show it, null: none.
void work(cudaStream_t stream, const char* name) {
    ++filled;
    check("fill", cudaMemsetAsync(memory, 0, filled, stream));
    std::printf("{\"kind\": \"stream\", \"name\": \"%s\", \"args\": {\"bytes\": %zu}}\n", name ? name : "",
                filled);
}

} // namespace

int main() {
    check("init", cuInit(0));
    check("memory", cudaMalloc(&memory, kBytes));
    cudaStream_t first = made(), second = made(), third = made(), plain = made(), fifth = made();
    nvtxNameCudaStreamA(first, "uploads");
    nvtxNameCudaStreamW(second, L"down \u00e9\u6f22");
    nvtxNameCuStreamA(third, "for another");
    nvtxNameCuStreamW(third, L"of the driver");
    nvtxNameCudaStreamA(nullptr, "the default one");
    nvtxNameCudaStreamA(plain, "");
    nvtxNameCudaStreamA(plain, nullptr);
    work(first, "uploads");
    work(second, "down \u00e9\u6f22");
    work(third, "of the driver");
    work(nullptr, "the default one");
    work(plain, nullptr);
    work(fifth, "named late");
    check("device", cudaDeviceSynchronize());
    nvtxNameCudaStreamA(fifth, "named late");
    const pid_t child = fork();
    if (child == 0) { // CUDA does not survive a fork; a program may name its streams all the same
        nvtxNameCudaStreamA(first, "of the child");
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    check("child", status);
    return 0;
}
