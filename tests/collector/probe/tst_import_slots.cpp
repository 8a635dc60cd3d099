// Functions of others are turned to ours and back, whatever libraries come and go meanwhile.
#include "collector/probe/ImportSlots.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

using lanes::probe::ImportSlots;

namespace {

constexpr pid_t kNobody = 77'777;
constexpr const char* kLibrary = "libresolv.so.2"; // asks for variables

pid_t ownGetppid() {
    return kNobody;
}

int asked = 0;
char* (*getenvOfLibc)(const char*) = nullptr;
char* ownGetenv(const char* name) {
    ++asked;
    return getenvOfLibc(name);
}

// Through the slot, at each call.
__attribute__((noinline)) pid_t caller() {
    return getppid();
}

void* original(const char* symbol) {
    return dlsym(RTLD_NEXT, symbol);
}

// Loads a library that nobody else has, and lets it go again.
bool comesAndGoes() {
    void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    const bool was = library != nullptr;
    return was && dlclose(library) == 0 && dlopen(kLibrary, RTLD_NOW | RTLD_NOLOAD) == nullptr;
}

} // namespace

class tst_import_slots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasTurnedIsTurnedBack() {
        const pid_t real = caller();
        ImportSlots imports;
        imports.add("getppid", original("getppid"), reinterpret_cast<void*>(&ownGetppid));
        QVERIFY(imports.fill() > 0);
        QCOMPARE(caller(), kNobody);
        imports.restore();
        QCOMPARE(caller(), real);
        QVERIFY(imports.fill() > 0); // again, as a later recording does
        QCOMPARE(caller(), kNobody);
        imports.restore();
        QCOMPARE(caller(), real);
    }

    void alsoAfterALibraryHasComeAndGone() {
        const pid_t real = caller();
        ImportSlots imports;
        imports.add("getppid", original("getppid"), reinterpret_cast<void*>(&ownGetppid));
        QVERIFY(imports.fill() > 0);
        if (!comesAndGoes()) {
            QSKIP("libresolv.so.2 is not here, or somebody else has it");
        }
        imports.restore();
        QCOMPARE(caller(), real);
    }

    // Its imports are no memory any more.
    void aLibraryThatHasGoneIsLeftAlone() {
        getenvOfLibc = reinterpret_cast<char* (*)(const char*)>(original("getenv"));
        for (const bool looked : {false, true}) {
            ImportSlots imports;
            imports.add("getenv", reinterpret_cast<void*>(getenvOfLibc), reinterpret_cast<void*>(&ownGetenv));
            void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
            if (library == nullptr) {
                QSKIP("libresolv.so.2 is not here");
            }
            QVERIFY(imports.fill() > 0);
            dlclose(library);
            if (looked) {
                imports.fillLate(); // has seen that it is gone
            }
            const int before = asked;
            QVERIFY(qEnvironmentVariableIsSet("PATH"));
            QVERIFY(asked > before);
            imports.restore();
            const int after = asked;
            QVERIFY(qEnvironmentVariableIsSet("PATH"));
            QCOMPARE(asked, after);
        }
    }

    void whatOthersHavePutInFrontStays() {
        const pid_t real = caller();
        ImportSlots first;
        ImportSlots second;
        constexpr auto kOther = +[]() -> pid_t { return 88'888; };
        first.add("getppid", original("getppid"), reinterpret_cast<void*>(&ownGetppid));
        QVERIFY(first.fill() > 0);
        second.add("getppid", reinterpret_cast<void*>(&ownGetppid), reinterpret_cast<void*>(kOther));
        QVERIFY(second.fill() > 0);
        first.restore();
        QCOMPARE(caller(), 88'888);
        second.restore();
        QCOMPARE(caller(), kNobody);
        ImportSlots third; // a later recording
        third.add("getppid", original("getppid"), reinterpret_cast<void*>(&ownGetppid));
        QVERIFY(third.fill() > 0);
        third.restore();
        QCOMPARE(caller(), real);
    }
};

int run_tst_import_slots(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_import_slots>(argc, argv);
}
#include "tst_import_slots.moc"
