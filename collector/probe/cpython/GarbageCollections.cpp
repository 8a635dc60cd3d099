#include "collector/probe/cpython/GarbageCollections.h"

#include "collector/probe/nvtx/NvtxSource.h"

#include <cstdint>

namespace lanes::probe {
namespace {

// Its collections are short and may come a thousand times a second: they are left out.
constexpr long kYoungest = 0;

struct Collecting {
    CollectionInterface interface;
    std::uint32_t domain = 0; // of ranges: a collection nests in none of the program's
};

Collecting& collecting() {
    static auto* instance = new Collecting; // never destroyed: collections happen until the very end
    return *instance;
}

void* onCollection(void*, void* const* arguments, std::intptr_t count) {
    const Collecting& own = collecting();
    const CollectionInterface& python = own.interface;
    void* generation = count == 2 ? python.item(arguments[1], "generation") : nullptr;
    if (generation != nullptr && python.number(generation) > kYoungest) {
        if (python.compare(arguments[0], "start") == 0) {
            nvtx::push(own.domain, {.message = "Python GC", .isCollection = true});
        } else {
            nvtx::pop(own.domain);
        }
    }
    python.retain(python.none);
    return python.none;
}

} // namespace

MethodDefinition* collectionCallback(const CollectionInterface& interface) {
    static MethodDefinition callback{"lanescope_collection", reinterpret_cast<void*>(&onCollection),
                                     kFastCall, nullptr};
    Collecting& own = collecting();
    own.interface = interface;
    if (own.domain == 0) {
        own.domain = nvtx::domainOf(nvtx::createDomain("lanescope collections"));
    }
    return &callback;
}

} // namespace lanes::probe
