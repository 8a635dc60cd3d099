// Marks what it does through NVIDIA's own header, in the part that its argument names, and prints what a tool should have seen: one
// JSON object a line, in the order in which things begin.
#include <nvtx3/nvToolsExt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

namespace {

nvtxEventAttributes_t attributes(const char* message) {
    nvtxEventAttributes_t event{};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = message;
    return event;
}

void say(const char* kind, const char* name, const char* arguments = "") {
    std::printf("{\"kind\": \"%s\", \"name\": \"%s\", \"args\": {%s}}\n", kind, name, arguments);
}

void expect(const char* what, int found, int expected) {
    if (found != expected) {
        std::printf("{\"kind\": \"wrong\", \"name\": \"%s returned %d\", \"args\": {}}\n", what, found);
    }
}

void simple() {
    say("range", "outer");
    expect("push", nvtxRangePushA("outer"), 0);
    say("range", "wide \u00e9\u6f22\U0001F600");
    expect("push", nvtxRangePushW(L"wide \u00e9\u6f22\U0001F600"), 1);
    expect("pop", nvtxRangePop(), 1);
    say("mark", "a mark");
    nvtxMarkA("a mark");
    say("mark", "wide mark");
    nvtxMarkW(L"wide mark");
    expect("pop", nvtxRangePop(), 0);
    expect("pop without push", nvtxRangePop() < 0, 1);
}

void attributed() {
    nvtxDomainHandle_t domain = nvtxDomainCreateA("my \"domain\"");
    nvtxDomainNameCategoryA(domain, 7, "loading");
    nvtxNameCategoryA(7, "of the default domain");
    nvtxEventAttributes_t event = attributes("with all");
    event.category = 7;
    event.colorType = NVTX_COLOR_ARGB;
    event.color = 0xFF76B900;
    event.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
    event.payload.ullValue = ~0ULL;
    say("range", "with all",
        "\"Domain\": \"my \\\"domain\\\"\", \"Category\": \"loading\", \"Color\": \"#76b900\", \"Payload\": "
        "18446744073709551615");
    expect("domain push", nvtxDomainRangePushEx(domain, &event), 0);
    event.payloadType = NVTX_PAYLOAD_TYPE_DOUBLE;
    event.payload.dValue = 0.1;
    event.category = 8;
    event.colorType = NVTX_COLOR_UNKNOWN;
    say("range", "with all", "\"Category\": 8, \"Payload\": 0.1");
    expect("push", nvtxRangePushEx(&event), 0); // domains nest by themselves
    event.payloadType = NVTX_PAYLOAD_TYPE_INT32;
    event.payload.iValue = -3;
    event.category = 7;
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = nvtxDomainRegisterStringA(domain, "registered");
    say("range", "registered",
        "\"Domain\": \"my \\\"domain\\\"\", \"Category\": \"loading\", \"Payload\": -3");
    expect("domain push", nvtxDomainRangePushEx(domain, &event), 1);
    event.payloadType = NVTX_PAYLOAD_TYPE_FLOAT;
    event.payload.fValue = 2.5F;
    event.category = 0;
    event.messageType = NVTX_MESSAGE_TYPE_UNICODE;
    event.message.unicode = L"wide";
    say("mark", "wide", "\"Domain\": \"my \\\"domain\\\"\", \"Payload\": 2.5");
    nvtxDomainMarkEx(domain, &event);
    expect("domain pop", nvtxDomainRangePop(domain), 1);
    expect("pop", nvtxRangePop(), 0);
    expect("domain pop", nvtxDomainRangePop(domain), 0);
    nvtxDomainDestroy(domain);
}

void started() {
    say("started", "ends elsewhere");
    const nvtxRangeId_t first = nvtxRangeStartA("ends elsewhere");
    nvtxDomainHandle_t domain = nvtxDomainCreateW(L"other");
    nvtxEventAttributes_t event = attributes("overlaps");
    say("started", "overlaps", "\"Domain\": \"other\"");
    const nvtxRangeId_t second = nvtxDomainRangeStartEx(domain, &event);
    std::thread([&] { nvtxRangeEnd(first); }).join();
    nvtxDomainRangeEnd(domain, second);
    nvtxRangeEnd(second);   // twice
    nvtxRangeEnd(12345678); // never given out
}

void hostile() {
    nvtxRangePushA(nullptr);
    say("range", "(no message)");
    nvtxRangePushEx(nullptr);
    say("range", "(no message)");
    nvtxMarkW(nullptr);
    say("mark", "(no message)");
    nvtxRangePop();
    nvtxRangePop();
    nvtxEventAttributes_t event = attributes("unknown handles");
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = reinterpret_cast<nvtxStringHandle_t>(0xDEADBEEF);
    nvtxRangePushEx(&event);
    say("range", "(no message)");
    nvtxRangePop();
    nvtxDomainRangePushEx(reinterpret_cast<nvtxDomainHandle_t>(0xDEADBEEF), &event); // of no domain
    nvtxDomainRangePop(reinterpret_cast<nvtxDomainHandle_t>(0xDEADBEEF));
    const std::string huge(3 << 20, 'x');
    nvtxRangePushA(huge.c_str());
    nvtxRangePop();
    say("range", std::string(1024, 'x').c_str());
    for (int i = 0; i < 100'000; ++i) {
        nvtxRangePushA("deep");
    }
    for (int i = 0; i < 100'000; ++i) {
        nvtxRangePop();
    }
    for (int i = 0; i < 512; ++i) {
        say("range", "deep");
    }
    for (int i = 0; i < 1000; ++i) {
        nvtxDomainCreateA(("domain " + std::to_string(i)).c_str());
        nvtxRangePop();
    }
}

void forked() {
    nvtxRangePushA("of the parent");
    say("range", "of the parent");
    std::fflush(stdout);
    if (const pid_t child = fork(); child == 0) {
        nvtxRangePop(); // the parent's
        say("range", "of the child");
        nvtxRangePushA("of the child");
        nvtxRangePop();
        std::exit(0);
    } else {
        waitpid(child, nullptr, 0);
    }
    nvtxRangePop();
}

void threads() {
    auto work = [] {
        for (int i = 0; i < 1000; ++i) {
            nvtxRangePushA("of a thread");
            nvtxRangePop();
        }
    };
    std::thread first(work);
    std::thread second(work);
    first.join();
    second.join();
    for (int i = 0; i < 2000; ++i) {
        say("range", "of a thread");
    }
}

struct Part {
    const char* name;
    void (*run)();
};
constexpr Part kParts[] = {{"simple", &simple},   {"attributed", &attributed}, {"started", &started},
                           {"hostile", &hostile}, {"forked", &forked},         {"threads", &threads}};

} // namespace

int main(int, char** arguments) {
    for (++arguments; *arguments != nullptr; ++arguments) {
        for (const Part& part : kParts) {
            if (std::strcmp(part.name, *arguments) == 0) {
                part.run();
            }
        }
    }
}
