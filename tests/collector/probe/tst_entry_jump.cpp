// A jump at a function's beginning leads its callers elsewhere, and is taken back without a trace.
#include "collector/probe/EntryJump.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <sys/mman.h>

#include <cstring>

using lanes::probe::EntryJump;

namespace {

__attribute__((noipa)) int own(int number) {
    return number * 3 + 1;
}

__attribute__((noipa)) int other(int number) {
    return -number;
}

// Whoever has the address has it from before.
int (*volatile known)(int) = &own;

} // namespace

class tst_entry_jump : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callersReachTheOtherUntilItIsTakenBack() {
        EntryJump jump;
        for (int round = 0; round < 3; ++round) {
            QCOMPARE(known(7), 22);
            QVERIFY(jump.set(reinterpret_cast<void*>(known), reinterpret_cast<const void*>(&other)));
            QVERIFY(!jump.set(reinterpret_cast<void*>(known), reinterpret_cast<const void*>(&other)));
            QCOMPARE(known(7), -7);
            jump.takeBack();
            jump.takeBack(); // nothing
        }
        QCOMPARE(known(7), 22);
    }

#if defined(__x86_64__)
    void aFunctionMayBeginAnywhere() {
        constexpr unsigned char kCode[] = {0x8d, 0x44, 0x7f, 0x01, 0xc3, 0xcc}; // 3 * number + 1
        void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        QVERIFY(page != MAP_FAILED);
        auto* function = static_cast<unsigned char*>(page) + 6;
        std::memcpy(function, kCode, sizeof kCode);
        QCOMPARE(mprotect(page, 4096, PROT_READ | PROT_EXEC), 0);
        auto* const call = reinterpret_cast<int (*)(int)>(function);
        EntryJump jump;
        QVERIFY(jump.set(function, reinterpret_cast<const void*>(&other)));
        QCOMPARE(call(7), -7);
        jump.takeBack();
        QCOMPARE(call(7), 22);
        QCOMPARE(std::memcmp(function, kCode, sizeof kCode), 0);
        munmap(page, 4096);
    }
#endif
};

int run_tst_entry_jump(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_entry_jump>(argc, argv);
}
#include "tst_entry_jump.moc"
