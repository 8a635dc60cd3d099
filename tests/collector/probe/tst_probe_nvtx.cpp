// What NVTX's calls become in the ring of their thread, through tables as NVTX hands them out.
#include "collector/probe/nvtx/NvtxCallbacks.h"
#include "collector/probe/nvtx/NvtxEvent.h"
#include "collector/probe/nvtx/StartedRanges.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/RingReader.h"
#include "tests/collector/SessionPage.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <filesystem>
#include <map>
#include <thread>

using namespace lanes;
using namespace lanes::probe;
using namespace lanes::probe::nvtx;

namespace {

// The pointers of one module, as each copy of NVTX has them.
class Calls {
public:
    explicit Calls(std::size_t count)
        : entries_(count, nullptr)
        , functions_(count, nullptr) {
        for (std::size_t i = 1; i < count; ++i) {
            entries_[i] = &functions_[i];
        }
    }
    Function** entries() { return entries_.data(); }
    [[nodiscard]] unsigned count() const { return static_cast<unsigned>(entries_.size()); }
    template<class Result, class... Arguments, class Id>
    [[nodiscard]] auto as(Id id) const {
        return reinterpret_cast<Result (*)(Arguments...)>(functions_[static_cast<std::size_t>(id)]);
    }
    [[nodiscard]] std::ptrdiff_t filled() const {
        return std::ranges::count_if(functions_, [](Function function) { return function != nullptr; });
    }

private:
    std::vector<Function*> entries_;
    std::vector<Function> functions_;
};

Calls core(16);
Calls core2(16);
Calls cudaRuntime(7);

int tableOf(Module module, Function*** entries, unsigned* count) {
    Calls* calls = module == Module::Core          ? &core
                   : module == Module::Core2       ? &core2
                   : module == Module::CudaRuntime ? &cudaRuntime
                                                   : nullptr; // a module that this NVTX does not have
    if (calls == nullptr) {
        return 0;
    }
    *entries = calls->entries();
    *count = calls->count();
    return 1;
}

int noTable(Module, Function***, unsigned*) {
    return 0;
}

const void* exported(std::uint32_t which) {
    static constexpr CallbackTables kTables{sizeof kTables, &tableOf};
    return which == kCallbackTables ? &kTables : nullptr;
}

const void* exportedNothing(std::uint32_t) {
    return nullptr;
}

const void* exportedShort(std::uint32_t) {
    static constexpr CallbackTables kTables{8, &tableOf};
    return &kTables;
}

const void* exportedEmpty(std::uint32_t) {
    static constexpr CallbackTables kTables{sizeof kTables, &noTable};
    return &kTables;
}

EventAttributes attributes(const char* message) {
    EventAttributes event{};
    event.version = 3;
    event.bytes = sizeof event;
    event.messageKind = MessageKind::Narrow;
    event.message = message;
    return event;
}

int pushA(const char* message) {
    return core.as<int, const char*>(CoreCall::RangePushA)(message);
}
int pop() {
    return core.as<int>(CoreCall::RangePop)();
}
int pushEx(std::uintptr_t domain, const EventAttributes* event) {
    return core2.as<int, std::uintptr_t, const EventAttributes*>(Core2Call::DomainRangePushEx)(domain, event);
}
int domainPop(std::uintptr_t domain) {
    return core2.as<int, std::uintptr_t>(Core2Call::DomainRangePop)(domain);
}
std::uint64_t startA(const char* message) {
    return core.as<std::uint64_t, const char*>(CoreCall::RangeStartA)(message);
}
void end(std::uint64_t number) {
    core.as<void, std::uint64_t>(CoreCall::RangeEnd)(number);
}
std::uintptr_t domain(const char* name) {
    return core2.as<std::uintptr_t, const char*>(Core2Call::DomainCreateA)(name);
}

} // namespace

class tst_probe_nvtx : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        page_.emplace(folder_.path().toStdString(), 4 << 20, 64 << 20);
        ring::setSources(page_->control(), ring::kAllSources);
        QCOMPARE(probeProcess().join(folder_.path().toStdString()), std::string());
        QVERIFY(!attach(&exportedNothing) && !attach(&exportedShort) && !attach(&exportedEmpty));
        QCOMPARE(core.filled(), std::ptrdiff_t{0});
        QVERIFY(attach(&exported));
        QCOMPARE(core.filled(), std::ptrdiff_t{15});
        QCOMPARE(core2.filled(), std::ptrdiff_t{11});
        QCOMPARE(cudaRuntime.filled(), std::ptrdiff_t{2});
    }
    void init() {
        page_->control().heartbeatNs = ring::monotonicNs();
        ring::setSources(page_->control(), ring::kAllSources);
        read();
    }

    void pushAndPopNest() {
        QCOMPARE(pushA("outer"), 0);
        QCOMPARE(pushA("inner"), 1);
        QCOMPARE(pop(), 1);
        QCOMPARE(pop(), 0);
        QCOMPARE(pop(), kNothingToPop);
        QCOMPARE(read(), QStringList({"outer", "inner", "-inner", "-outer"}));
    }

    void domainsNestByThemselves() {
        const std::uintptr_t other = domain("other");
        QCOMPARE(domain("other"), other);
        const EventAttributes event = attributes("theirs");
        QCOMPARE(pushA("ours"), 0);
        QCOMPARE(pushEx(other, &event), 0);
        QCOMPARE(pop(), 0);
        QCOMPARE(pop(), kNothingToPop);
        QCOMPARE(domainPop(other), 0);
        QCOMPARE(read(), QStringList({"ours", "theirs@other", "-ours", "-theirs@other"}));
    }

    void attributesAreKept() {
        EventAttributes event = attributes("all of them");
        event.category = 4711;
        event.colorKind = kArgb;
        event.color = 0xFF123456;
        event.payloadKind = static_cast<std::int32_t>(ring::PayloadKind::Signed64);
        event.payload = static_cast<std::uint64_t>(-5);
        core.as<void, std::uint32_t, const char*>(CoreCall::NameCategoryA)(4711, "before");
        core.as<void, std::uint32_t, const char*>(CoreCall::NameCategoryA)(4711, "loading");
        pushEx(0, &event);
        pop();
        QCOMPARE(read(), QStringList({"all of them (loading)", "-all of them (loading)"}));
        QCOMPARE(last_.category, 4711U);
        QCOMPARE(last_.color, 0xFF123456U);
        QVERIFY((last_.header.flags & ring::kHasColor) != 0);
        QCOMPARE(last_.payloadKind, ring::PayloadKind::Signed64);
        QCOMPARE(static_cast<std::int64_t>(last_.payload), std::int64_t{-5});
    }

    void anOlderNvtxSaysLess() {
        EventAttributes event = attributes("not told");
        event.bytes = offsetof(EventAttributes, payload);
        event.category = 5;
        event.payloadKind = 1;
        event.payload = 99;
        pushEx(0, &event);
        pop();
        QCOMPARE(read().first(), QStringLiteral("(no message)"));
        QCOMPARE(last_.category, 5U);
        QCOMPARE(last_.payload, std::uint64_t{0});
    }

    void payloadsOfUnknownKindsAreLeftOut() {
        EventAttributes event = attributes("extended");
        event.payloadKind = 0xDFBD0009;
        event.payload = 99;
        pushEx(0, &event);
        pop();
        read();
        QCOMPARE(last_.payloadKind, ring::PayloadKind::None);
    }

    void streamsAreNamedWithoutHarmWhereNoDeviceIsRecorded() {
        const auto nameA = cudaRuntime.as<void, void*, const char*>(CudaRuntimeCall::NameStreamA);
        const auto nameW = cudaRuntime.as<void, void*, const wchar_t*>(CudaRuntimeCall::NameStreamW);
        nameA(nullptr, "the default one");
        nameA(&page_, nullptr);
        nameW(&page_, L"none of CUDA's");
        QCOMPARE(read(), QStringList());
    }

    void textsOfAllKinds() {
        EventAttributes event = attributes(nullptr);
        core.as<int, const wchar_t*>(CoreCall::RangePushW)(L"wide \u00e9\u20ac\U0001F600");
        const wchar_t broken[] = {L'a', static_cast<wchar_t>(0xD800), static_cast<wchar_t>(0x7FFFFFFF), 0};
        core.as<int, const wchar_t*>(CoreCall::RangePushW)(broken);
        pushEx(0, &event);
        event.messageKind = MessageKind::Registered;
        event.message =
            reinterpret_cast<const void*>(core2.as<std::uintptr_t, std::uintptr_t, const wchar_t*>(
                Core2Call::DomainRegisterStringW)(0, L"registered"));
        pushEx(0, &event);
        event.message = reinterpret_cast<const void*>(std::uintptr_t{0xDEADBEEF});
        pushEx(0, &event);
        const std::string huge(3 << 20, 'x');
        pushA(huge.c_str());
        const std::wstring wide(3 << 20, L'\u20ac');
        core.as<int, const wchar_t*>(CoreCall::RangePushW)(wide.c_str());
        const QStringList texts = read();
        QCOMPARE(texts.mid(0, 5),
                 QStringList({QStringLiteral("wide \u00e9\u20ac\U0001F600"), QStringLiteral("a\uFFFD\uFFFD"),
                              "(no message)", "registered", "(no message)"}));
        QCOMPARE(texts[5].size(), 1024);
        QCOMPARE(texts[6], QString(QChar(0x20ac)).repeated(341)); // 1,023 bytes: none is cut in two
        for (int i = 0; i < 7; ++i) {
            pop();
        }
    }

    void handlesThatNobodyWasGivenNameNothing() {
        const EventAttributes event = attributes("of no domain");
        QCOMPARE(pushEx(0xDEADBEEF, &event), kNotTracked);
        QCOMPARE(domainPop(0xDEADBEEF), kNotTracked);
        QCOMPARE(pushEx(0, nullptr), 0);
        QCOMPARE(pop(), 0);
        QCOMPARE(read(), QStringList({"(no message)", "-(no message)"}));
    }

    void deepNestingIsKeptInStep() {
        constexpr int kLevels = 100'000;
        for (int i = 0; i < kLevels; ++i) {
            QCOMPARE(pushA("deep"), i);
        }
        for (int i = kLevels; i-- > 0;) {
            QCOMPARE(pop(), i);
        }
        QCOMPARE(pop(), kNothingToPop);
        const QStringList seen = read();
        QCOMPARE(seen.count("deep"), static_cast<qsizetype>(OpenRanges::kDeepest));
        QCOMPARE(seen.count("-deep"), static_cast<qsizetype>(OpenRanges::kDeepest));
    }

    void startedRangesEndOnAnyThreadOnce() {
        const std::uint64_t first = startA("first");
        const std::uint64_t second = startA("second");
        std::thread([&] { end(first); }).join();
        end(first);
        end(second);
        end(4711 + (std::uint64_t{1} << 40));
        end(0);
        const QStringList seen = read();
        QCOMPARE(seen,
                 QStringList({"~first", "~second", "-~second", "-~first"})); // by ring: this thread's first
    }

    void startedRangesAreBounded() {
        auto ranges = std::make_unique<StartedRanges>();
        std::vector<std::uint64_t> open;
        while (const std::uint64_t number = ranges->start()) {
            open.push_back(number);
        }
        QVERIFY(open.size() > StartedRanges::kMost * 9 / 10 && open.size() <= StartedRanges::kMost);
        QVERIFY(ranges->end(open[100]) && !ranges->end(open[100]));
        ranges->forget();
        QVERIFY(!ranges->end(open[200]));
        const std::uint64_t fresh = ranges->start();
        QVERIFY(fresh != 0 && ranges->end(fresh));
    }

    void domainsAreBounded() {
        auto names = std::make_unique<NvtxNames>();
        QCOMPARE(names->domain("first"), 1U);
        for (unsigned i = 2; i < NvtxNames::kMostDomains; ++i) {
            QCOMPARE(names->domain("domain " + std::to_string(i)), i);
        }
        QCOMPARE(names->domain("one too many"), NvtxNames::kNoDomain);
        QCOMPARE(names->known(NvtxNames::kNoDomain), NvtxNames::kNoDomain);
        QCOMPARE(names->domain("first"), 1U);
    }

    void textsAreBounded() {
        auto names = std::make_unique<NvtxNames>();
        for (std::size_t i = 0; i < NvtxNames::kMostTexts; ++i) {
            QCOMPARE(names->registerString("text " + std::to_string(i)), i + 1);
        }
        QCOMPARE(names->registerString("one too many"), std::uint64_t{0});
        QCOMPARE(names->registerString("text 5"), std::uint64_t{6});
        QCOMPARE(names->string(6), std::string_view("text 5"));
        QVERIFY(!names->nameCategory(0, 1, "one too many") && names->categoryName(0, 1).empty());
        QVERIFY(names->nameCategory(3, 1, "text 7") && names->categoryName(0, 1).empty());
        QCOMPARE(names->categoryName(3, 1), std::string_view("text 7"));
    }

    void whatIsNotWantedIsKeptInStep() {
        pushA("wanted");
        ring::setSources(page_->control(), ring::kOperators);
        QCOMPARE(pushA("not wanted"), 1);
        QCOMPARE(startA("not wanted"), std::uint64_t{0});
        core.as<void, const char*>(CoreCall::MarkA)("not wanted");
        QCOMPARE(pop(), 1);
        QCOMPARE(pop(), 0);
        QCOMPARE(read(), QStringList({"wanted", "-wanted"}));
        std::thread([] { QCOMPARE(pushA("of a thread that has recorded nothing"), kNotTracked); }).join();
        QCOMPARE(read(), QStringList());
    }

    void marksAreMarks() {
        core.as<void, const char*>(CoreCall::MarkA)("here");
        core.as<void, const wchar_t*>(CoreCall::MarkW)(L"and here");
        const EventAttributes event = attributes("and there");
        core2.as<void, std::uintptr_t, const EventAttributes*>(Core2Call::DomainMarkEx)(domain("other"),
                                                                                        &event);
        QCOMPARE(read(), QStringList({"!here", "!and here", "!and there@other"}));
    }

    void afterTheEndNothingIsRecorded() {
        pushA("before");
        stopAll("the test is over");
        QCOMPARE(pushA("after"), 1);
        std::thread([] { QCOMPARE(pushA("elsewhere"), kNotTracked); }).join();
        QCOMPARE(pop(), 1);
        QCOMPARE(pop(), 0);
        QCOMPARE(read(), QStringList({"before", "-before"}));
    }

private:
    // What all rings hold: ranges by name, "@domain", " (category)"; "~" started, "!" marks, "-" their ends.
    QStringList read() {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path().toStdString())) {
            const auto name = ring::parseFileName(entry.path().filename().string());
            if (name && name->kind == ring::FileName::Kind::Ring && !rings_.contains(name->index)) {
                rings_.emplace(name->index, Reading{*ring::RingReader::open(entry.path().string()), {}});
            }
        }
        QStringList found;
        for (auto& [index, reading] : rings_) {
            reading.reader.drain([&](const ring::RecordView& record) { take(record, reading, found); });
        }
        return found;
    }

    struct Reading {
        ring::RingReader reader;
        std::map<std::uint32_t, QString> names;
    };

    void take(const ring::RecordView& record, Reading& reading, QStringList& found) {
        using ring::RecordType;
        if (record.type() == RecordType::DefineName) {
            const auto text = record.text<ring::DefineName>(0, record.as<ring::DefineName>()->nameBytes);
            reading.names[record.header().key] =
                QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        } else if (record.type() == RecordType::RangeBegin || record.type() == RecordType::Mark) {
            last_ = *record.as<ring::RangeBegin>();
            QString text = reading.names[last_.name];
            text += last_.domain != 0 ? "@" + reading.names[last_.domain] : QString();
            text += last_.categoryName != 0 ? " (" + reading.names[last_.categoryName] + ")" : QString();
            const bool started = (last_.header.flags & ring::kStartedRange) != 0;
            text = (record.type() == RecordType::Mark ? "!" : started ? "~" : "") + text;
            open_[{started, last_.header.key}] = text;
            found << text;
        } else if (record.type() == RecordType::OpEnd) {
            const auto& end = *record.as<ring::OpEnd>();
            found << "-" + open_[{end.header.flags == ring::kEndOfStarted, end.header.key}];
        }
    }

    QTemporaryDir folder_{QStringLiteral("/dev/shm/tst_probe_nvtx-XXXXXX")};
    std::optional<test::SessionPage> page_;
    std::map<std::uint32_t, Reading> rings_;
    std::map<std::pair<bool, std::uint32_t>, QString> open_;
    ring::RangeBegin last_{};
};

int run_tst_probe_nvtx(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_nvtx>(argc, argv);
}
#include "tst_probe_nvtx.moc"
