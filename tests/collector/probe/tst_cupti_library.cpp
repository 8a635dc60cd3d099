// Where libcupti is looked for: the folders of everybody who installs it, and which of several is taken.
#include "collector/probe/cupti/CuptiLibrary.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

using namespace lanes::probe::cupti;

namespace {

std::size_t placeOf(const std::vector<std::string>& all, const std::string& one) {
    return static_cast<std::size_t>(std::ranges::find(all, one) - all.begin());
}

} // namespace

class tst_cupti_library : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string at(const char* path) const { return folder_.filePath(QLatin1String(path)).toStdString(); }

private Q_SLOTS:
    void cleanup() {
        for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX"}) {
            unsetenv(variable);
        }
        setPythonFolders({});
    }

    void everybodysFolderIsLookedAt_data() {
        QTest::addColumn<QString>("around"); // a file that is mapped, the program, or a variable
        QTest::addColumn<QString>("folder");
        const auto row = [](const char* name, const char* around, const char* folder) {
            QTest::newRow(name) << QString::fromLatin1(around) << QString::fromLatin1(folder);
        };
        row("pip, CUDA 12", "map /p/nvidia/cuda_runtime/lib/libcudart.so.12",
            "/p/nvidia/cuda_runtime/lib/../../cuda_cupti/lib");
        row("pip, CUDA 13", "map /p/nvidia/cu13/lib/libnvrtc.so.13", "/p/nvidia/cu13/lib");
        row("a toolkit in use", "map /opt/t/lib64/libcudart.so.12", "/opt/t/lib64/../extras/CUPTI/lib64");
        row("a toolkit's folder of a processor", "map /opt/t/targets/x86_64-linux/lib/libcublas.so.12",
            "/opt/t/targets/x86_64-linux/lib/../../../extras/CUPTI/lib64");
        row("conda's Python", "exe /home/u/conda/envs/a/bin/python3.12", "/home/u/conda/envs/a/lib");
        row("conda's variable", "CONDA_PREFIX /home/u/conda", "/home/u/conda/lib");
        row("CUDA_HOME", "CUDA_HOME /home/u/cuda", "/home/u/cuda/extras/CUPTI/lib64");
        row("CUDA_PATH of conda", "CUDA_PATH /home/u/c", "/home/u/c/lib");
        row("the driver's folder", "map /run/nvidia/libcuda.so.580.1", "/run/nvidia");
        row("where the loader looks", "", "");
        row("the toolkit", "", "/usr/local/cuda/extras/CUPTI/lib64");
    }
    void everybodysFolderIsLookedAt() {
        QFETCH(QString, around);
        QFETCH(QString, folder);
        const std::string word = around.section(QLatin1Char(' '), 0, 0).toStdString();
        const std::string value = around.section(QLatin1Char(' '), 1).toStdString();
        CudaSurroundings surroundings;
        if (word == "map") {
            surroundings.mapped = {"/lib/libc.so.6", value};
        } else if (word == "exe") {
            surroundings.program = value;
        } else if (!word.empty()) {
            setenv(word.c_str(), value.c_str(), 1);
        }
        const CuptiFolders found = cuptiFolders(surroundings);
        QVERIFY2(std::ranges::count(found.besideCuda, folder.toStdString()) +
                         std::ranges::count(found.others, folder.toStdString()) ==
                     1,
                 qPrintable(folder));
    }

    void packagesAreFoundBySaidFoldersAndByWhatWasImported() {
        for (const char* made : {"site-packages/nvidia/cuda_cupti/lib", "site-packages/nvidia/cu13/lib",
                                 "site-packages/nvidia/cudnn/lib", "site-packages/nvidia/curand/lib"}) {
            QVERIFY(QDir().mkpath(folder_.filePath(QLatin1String(made))));
        }
        CudaSurroundings around;
        around.mapped = {at("site-packages/cupy/_core/core.so")};
        std::vector<std::string> others = cuptiFolders(around).others;
        QCOMPARE(others.at(0), at("site-packages/nvidia/cu13/lib"));
        QCOMPARE(others.at(1), at("site-packages/nvidia/cuda_cupti/lib"));
        QCOMPARE(std::ranges::count(others, at("site-packages/nvidia/curand/lib")), 0);
        setPythonFolders("/a/nvidia/cu13/lib:/b/nvidia/cuda_cupti/lib");
        around = cudaSurroundings();
        others = cuptiFolders(around).others;
        QCOMPARE(others.at(0), std::string("/a/nvidia/cu13/lib"));
        QCOMPARE(others.at(1), std::string("/b/nvidia/cuda_cupti/lib"));
    }

    void theVersionIsTheDriversOrOlder() {
        const CuptiFolders folders{{"/run"}, {"/a", "", "/b"}};
        const std::vector<std::string> tried = cuptiCandidates(folders, 12);
        QCOMPARE(tried.front(), std::string("/run/libcupti.so.12"));
        QCOMPARE(std::ranges::count(tried, std::string("/a/libcupti.so.13")), 0);
        QVERIFY(placeOf(tried, "/run/libcupti.so.11.8") < placeOf(tried, "/a/libcupti.so.12"));
        QVERIFY(placeOf(tried, "/a/libcupti.so.12") < placeOf(tried, "libcupti.so.12"));
        QVERIFY(placeOf(tried, "/b/libcupti.so.12") < placeOf(tried, "/a/libcupti.so.11.8"));
        QVERIFY(placeOf(tried, "/a/libcupti.so.11.8") < tried.size());
        QCOMPARE(cuptiCandidates(folders, 14).front(), std::string("/run/libcupti.so.14"));
        QVERIFY(placeOf(cuptiCandidates(folders, 0), "/b/libcupti.so.13") < tried.size() * 2);
    }

    void whoFindsNoneNamesThePlaces() {
        if (findLoadedLibrary() != nullptr) {
            QSKIP("a libcupti is in this process");
        }
        setenv("CUDA_HOME", at("nothing").c_str(), 1);
        std::string looked;
        if (loadLibrary(looked) != nullptr) {
            QSKIP("this machine has a libcupti");
        }
        for (const std::string& place :
             {at("nothing/extras/CUPTI/lib64"), std::string("where the loader looks"),
              std::string("/usr/local/cuda/extras/CUPTI/lib64")}) {
            QVERIFY2(looked.find(place) != std::string::npos, looked.c_str());
        }
        QVERIFY(looked.size() < 1400);
    }
};

int run_tst_cupti_library(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_cupti_library>(argc, argv);
}
#include "tst_cupti_library.moc"
