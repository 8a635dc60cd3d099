// Asks the libcupti that is named how long its records are, as the probe does, and prints a line of JSON for each kind that is
// recorded. In a process of its own: what a libcupti does without a driver is its own matter.
#include "collector/probe/cupti/StrideProbe.h"

#include <dlfcn.h>

#include <cstdio>

using namespace lanes::probe::cupti;

int main(int count, char** arguments) {
    void* library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : nullptr;
    Functions functions{};
    if (library == nullptr || !bindFunctions(library, functions)) {
        std::fprintf(stderr, "No libcupti: %s\n", count == 2 ? arguments[1] : "which?");
        return 1;
    }
    const auto print = [&](const KindFacts& facts) {
        std::printf("{\"kind\": %u, \"needed\": %zu, \"bytes\": %zu}\n", static_cast<unsigned>(facts.kind),
                    facts.needed, strideOf(functions, facts.kind));
    };
    for (const KindFacts& facts : kKindFacts) {
        print(facts);
    }
    print(kGraphFacts);
}
