// Work by the hundred thousand; how much, how fast and for how long say PROGRAM_LAUNCHES, PROGRAM_PER_SECOND and
// PROGRAM_SECONDS. One thread.
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

class Masses {
public:
    Masses(const void* kernel, cudaStream_t stream)
        : kernel_(kernel)
        , stream_(stream) {}

    // Launches; returns by how many bytes the program has grown since a quarter of them were done.
    [[nodiscard]] int64_t flood() const {
        return inRounds(1, [this] { launch(); });
    }

    // The same by replays of a graph.
    [[nodiscard]] int64_t replays() const {
        const cudaGraph_t graph = capture();
        cudaGraphExec_t executable = nullptr;
        must(cudaGraphInstantiate(&executable, graph, 0));
        return inRounds(kNodes, [&] { must(cudaGraphLaunch(executable, stream_)); });
    }

    // Graphs, one after the other, until capturing one takes less than 4 ms; PROGRAM_SECONDS at most.
    void captures() const {
        const auto until = Clock::now() + std::chrono::seconds(numberOf("PROGRAM_SECONDS", 1));
        auto begin = Clock::now();
        do {
            begin = Clock::now();
            must(cudaGraphDestroy(capture()));
        } while (Clock::now() - begin >= std::chrono::milliseconds(4) && Clock::now() < until);
    }

    using Clock = std::chrono::steady_clock;

    static void must(cudaError_t result) {
        if (result != cudaSuccess) {
            std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(result));
            std::abort();
        }
    }

    static int64_t numberOf(const char* variable, int64_t otherwise) {
        const char* text = std::getenv(variable);
        return text != nullptr ? std::strtoll(text, nullptr, 10) : otherwise;
    }

    // Bytes that are nobody else's.
    static int64_t ownMemory() {
        std::ifstream status("/proc/self/status");
        for (std::string word; status >> word;) {
            if (word == "RssAnon:") {
                int64_t kilobytes = 0;
                status >> kilobytes;
                return kilobytes * 1024;
            }
        }
        return 0;
    }

private:
    static constexpr int kNodes = 100;

    void launch() const { must(cudaLaunchKernel(kernel_, dim3(1), dim3(64), nullptr, 0, stream_)); }

    [[nodiscard]] cudaGraph_t capture() const {
        must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
        for (int i = 0; i < kNodes; i++) {
            launch();
        }
        cudaGraph_t graph = nullptr;
        must(cudaStreamEndCapture(stream_, &graph));
        return graph;
    }

    template<class Launch>
    static int64_t inRounds(int64_t kernelsEach, const Launch& launch) {
        const int64_t whole = numberOf("PROGRAM_LAUNCHES", 100'000);
        const int64_t perSecond = numberOf("PROGRAM_PER_SECOND", INT64_MAX);
        const auto begin = Clock::now();
        int64_t early = 0;
        for (int64_t done = 0; done < whole; done += kernelsEach) {
            if (done * 4 >= whole && early == 0) {
                early = ownMemory();
            }
            while ((Clock::now() - begin).count() < done * 1'000'000'000 / perSecond) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            launch();
        }
        must(cudaDeviceSynchronize());
        return ownMemory() - early;
    }

    const void* kernel_;
    cudaStream_t stream_;
};
