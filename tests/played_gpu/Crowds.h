// Launches of many threads at once; how many and for how long say PROGRAM_THREADS, PROGRAM_LAUNCHES and PROGRAM_MS.
#pragma once

#include "tests/played_gpu/Masses.h"

#include <atomic>
#include <barrier>
#include <vector>

class Crowds {
public:
    // `kernel`: a short one. `endless`: one that outlives the program.
    Crowds(const void* kernel, const void* endless)
        : kernel_(kernel)
        , endless_(endless) {}

    // Each thread launches, and ends when all have. Returns by how many bytes the program has grown.
    [[nodiscard]] int64_t launch() const {
        const int64_t count = Masses::numberOf("PROGRAM_THREADS", 200);
        const int64_t each = Masses::numberOf("PROGRAM_LAUNCHES", 100);
        const int64_t before = Masses::ownMemory();
        std::barrier together(count);
        std::vector<std::thread> threads;
        for (int64_t i = 0; i < count; i++) {
            threads.emplace_back([&] {
                const cudaStream_t stream = makeStream();
                for (int64_t launched = 0; launched < each; launched++) {
                    run(kernel_, stream);
                    if (launched == 0) {
                        together.arrive_and_wait();
                    }
                }
                Masses::must(cudaStreamSynchronize(stream));
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        return Masses::ownMemory() - before;
    }

    // Each thread launches until the time is over, at most 500 kernels ahead of the device. One kernel runs all
    // the time beside them, and another that the first of them has launched. Returns how many short ones there were.
    [[nodiscard]] int64_t launchOn() const {
        const int64_t count = Masses::numberOf("PROGRAM_THREADS", 4);
        const auto until =
            Masses::Clock::now() + std::chrono::milliseconds(Masses::numberOf("PROGRAM_MS", 3000));
        std::atomic<int64_t> launched{0};
        std::vector<std::thread> threads;
        run(endless_, makeStream());
        for (int64_t i = 0; i < count; i++) {
            threads.emplace_back([&, i] {
                const cudaStream_t stream = makeStream();
                if (i == 0) {
                    run(endless_, makeStream());
                }
                const auto begin = Masses::Clock::now();
                for (int64_t done = 0; Masses::Clock::now() < until; done++) {
                    run(kernel_, stream);
                    ++launched;
                    // A real one lets nobody be farther ahead.
                    while (Masses::Clock::now() - begin < std::chrono::microseconds(200 * (done - 500))) {
                        std::this_thread::sleep_for(std::chrono::microseconds(500));
                    }
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        return launched;
    }

private:
    static cudaStream_t makeStream() {
        cudaStream_t stream = nullptr;
        Masses::must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        return stream;
    }
    static void run(const void* kernel, cudaStream_t stream) {
        Masses::must(cudaLaunchKernel(kernel, dim3(1), dim3(64), nullptr, 0, stream));
    }

    const void* kernel_;
    const void* endless_;
};
