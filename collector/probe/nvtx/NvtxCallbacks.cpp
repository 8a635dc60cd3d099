#include "collector/probe/nvtx/NvtxCallbacks.h"

#include "collector/probe/nvtx/NvtxSource.h"

namespace lanes::probe::nvtx {

namespace {

constexpr unsigned kDefaultDomain = 0;

Event plain(std::string_view message) {
    Event event;
    event.message = message;
    return event;
}

// What programs call: as NVTX declares them, A for narrow texts, W for wide ones, Ex for attributes.

int pushA(const char* message) {
    return push(kDefaultDomain, plain(MessageText::of(message)));
}
int pushW(const wchar_t* message) {
    MessageText text;
    return push(kDefaultDomain, plain(text.of(message)));
}
int domainPushEx(std::uintptr_t domain, const EventAttributes* attributes) {
    MessageText text;
    return push(domainOf(domain), readEvent(attributes, names(), text));
}
int pushEx(const EventAttributes* attributes) {
    return domainPushEx(kDefaultDomain, attributes);
}
int popDefault() {
    return pop(kDefaultDomain);
}
int domainPop(std::uintptr_t domain) {
    return pop(domainOf(domain));
}
std::uint64_t startA(const char* message) {
    return start(kDefaultDomain, plain(MessageText::of(message)));
}
std::uint64_t startW(const wchar_t* message) {
    MessageText text;
    return start(kDefaultDomain, plain(text.of(message)));
}
std::uint64_t domainStartEx(std::uintptr_t domain, const EventAttributes* attributes) {
    MessageText text;
    return start(domainOf(domain), readEvent(attributes, names(), text));
}
std::uint64_t startEx(const EventAttributes* attributes) {
    return domainStartEx(kDefaultDomain, attributes);
}
void domainEnd(std::uintptr_t /*domain*/, std::uint64_t number) {
    end(number);
}
void markA(const char* message) {
    mark(kDefaultDomain, plain(MessageText::of(message)));
}
void markW(const wchar_t* message) {
    MessageText text;
    mark(kDefaultDomain, plain(text.of(message)));
}
void domainMarkEx(std::uintptr_t domain, const EventAttributes* attributes) {
    MessageText text;
    mark(domainOf(domain), readEvent(attributes, names(), text));
}
void markEx(const EventAttributes* attributes) {
    domainMarkEx(kDefaultDomain, attributes);
}
void domainNameCategoryA(std::uintptr_t domain, std::uint32_t category, const char* name) {
    nameCategory(domainOf(domain), category, MessageText::of(name));
}
void domainNameCategoryW(std::uintptr_t domain, std::uint32_t category, const wchar_t* name) {
    MessageText text;
    nameCategory(domainOf(domain), category, text.of(name));
}
void nameCategoryA(std::uint32_t category, const char* name) {
    domainNameCategoryA(kDefaultDomain, category, name);
}
void nameCategoryW(std::uint32_t category, const wchar_t* name) {
    domainNameCategoryW(kDefaultDomain, category, name);
}
void nameThreadA(std::uint32_t thread, const char* name) {
    nameThread(thread, MessageText::of(name));
}
void nameThreadW(std::uint32_t thread, const wchar_t* name) {
    MessageText text;
    nameThread(thread, text.of(name));
}
void nameStreamA(void* stream, const char* name) {
    nameStream(stream, MessageText::of(name));
}
void nameStreamW(void* stream, const wchar_t* name) {
    MessageText text;
    nameStream(stream, text.of(name));
}
std::uintptr_t registerA(std::uintptr_t /*domain*/, const char* string) {
    return registerString(MessageText::of(string));
}
std::uintptr_t registerW(std::uintptr_t /*domain*/, const wchar_t* string) {
    MessageText text;
    return registerString(text.of(string));
}
std::uintptr_t createDomainA(const char* name) {
    return createDomain(MessageText::of(name));
}
std::uintptr_t createDomainW(const wchar_t* name) {
    MessageText text;
    return createDomain(text.of(name));
}

class Table {
public:
    Table(const CallbackTables& tables, Module module) {
        if (tables.table(module, &entries_, &count_) == 0) {
            entries_ = nullptr;
        }
    }
    [[nodiscard]] bool known() const { return entries_ != nullptr; }
    template<class Id, class Callback>
    void set(Id id, Callback callback) const {
        const auto at = static_cast<unsigned>(id);
        if (at < count_ && entries_[at] != nullptr) {
            *entries_[at] = reinterpret_cast<Function>(callback);
        }
    }

private:
    Function** entries_ = nullptr;
    unsigned count_ = 0;
};

void fillCore(const Table& table) {
    table.set(CoreCall::MarkEx, &markEx);
    table.set(CoreCall::MarkA, &markA);
    table.set(CoreCall::MarkW, &markW);
    table.set(CoreCall::RangeStartEx, &startEx);
    table.set(CoreCall::RangeStartA, &startA);
    table.set(CoreCall::RangeStartW, &startW);
    table.set(CoreCall::RangeEnd, &end);
    table.set(CoreCall::RangePushEx, &pushEx);
    table.set(CoreCall::RangePushA, &pushA);
    table.set(CoreCall::RangePushW, &pushW);
    table.set(CoreCall::RangePop, &popDefault);
    table.set(CoreCall::NameCategoryA, &nameCategoryA);
    table.set(CoreCall::NameCategoryW, &nameCategoryW);
    table.set(CoreCall::NameOsThreadA, &nameThreadA);
    table.set(CoreCall::NameOsThreadW, &nameThreadW);
}

void fillCore2(const Table& table) {
    table.set(Core2Call::DomainMarkEx, &domainMarkEx);
    table.set(Core2Call::DomainRangeStartEx, &domainStartEx);
    table.set(Core2Call::DomainRangeEnd, &domainEnd);
    table.set(Core2Call::DomainRangePushEx, &domainPushEx);
    table.set(Core2Call::DomainRangePop, &domainPop);
    table.set(Core2Call::DomainNameCategoryA, &domainNameCategoryA);
    table.set(Core2Call::DomainNameCategoryW, &domainNameCategoryW);
    table.set(Core2Call::DomainRegisterStringA, &registerA);
    table.set(Core2Call::DomainRegisterStringW, &registerW);
    table.set(Core2Call::DomainCreateA, &createDomainA);
    table.set(Core2Call::DomainCreateW, &createDomainW);
}

// The driver's streams are the runtime's.
void fillCuda(const CallbackTables& tables) {
    if (const Table driver(tables, Module::Cuda); driver.known()) {
        driver.set(CudaCall::NameStreamA, &nameStreamA);
        driver.set(CudaCall::NameStreamW, &nameStreamW);
    }
    if (const Table runtime(tables, Module::CudaRuntime); runtime.known()) {
        runtime.set(CudaRuntimeCall::NameStreamA, &nameStreamA);
        runtime.set(CudaRuntimeCall::NameStreamW, &nameStreamW);
    }
}

} // namespace

bool attach(GetExportTable table) {
    const auto* tables = static_cast<const CallbackTables*>(table(kCallbackTables));
    if (tables == nullptr || tables->bytes < sizeof *tables || tables->table == nullptr) {
        return false;
    }
    const Table core(*tables, Module::Core);
    if (!core.known()) {
        return false;
    }
    open();
    fillCore(core);
    if (const Table core2(*tables, Module::Core2); core2.known()) {
        fillCore2(core2);
    }
    fillCuda(*tables);
    return true;
}

} // namespace lanes::probe::nvtx
