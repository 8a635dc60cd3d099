// launches LAUNCHES THREADS: ns that a launch of an empty kernel takes its thread, the least and the median of bursts of 100 with a wait
// behind each; prints them as JSON, with the most memory of the process in KiB.
#include <cuda_runtime.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr int kBurst = 100;

__global__ void empty() {}

std::vector<double> launch(int count) {
    cudaStream_t stream = nullptr;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    std::vector<double> bursts;
    for (int done = 0; done < count; done += kBurst) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < kBurst; ++i) {
            empty<<<1, 32, 0, stream>>>();
        }
        const auto end = std::chrono::steady_clock::now();
        cudaStreamSynchronize(stream);
        bursts.push_back(std::chrono::duration<double, std::nano>(end - begin).count() / kBurst);
    }
    return bursts;
}

} // namespace

int main(int, char** arguments) {
    const int count = std::atoi(arguments[1]);
    cudaFree(nullptr);
    launch(2000);
    std::vector<std::vector<double>> bursts(std::atoi(arguments[2]));
    std::vector<std::thread> threads;
    for (auto& own : bursts) {
        threads.emplace_back([&own, count] { own = launch(count); });
    }
    std::vector<double> all;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        threads[i].join();
        all.insert(all.end(), bursts[i].begin(), bursts[i].end());
    }
    std::sort(all.begin(), all.end());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"least ns\": %.0f, \"median ns\": %.0f, \"kernels\": %zu, \"most KiB\": %ld}\n", all.front(), all[all.size() / 2],
                2000 + all.size() * kBurst, usage.ru_maxrss);
}
