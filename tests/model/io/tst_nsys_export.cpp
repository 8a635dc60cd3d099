// Exports of Nsight Systems, written here by NVIDIA's column names: what each table becomes, and what a damaged, old or
// hostile one does.
#include "model/io/OpenTrace.h"
#include "model/io/nsys/NsysRanges.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

using namespace lanes;
using namespace lanes::test;

namespace {

// Process 7 with its main thread and thread 8: (7 << 24 | tid).
constexpr const char* kPlaces = R"(
create table StringIds (id integer primary key, value text);
insert into StringIds values (1, 'cudaLaunchKernel_v7000'), (2, 'void gemm<float>(float*)'), (3, 'gemm'), (4, 'MainThread'),
    (5, 'cuLaunchKernel'), (6, 'ncclAllReduce'), (7, 'read'), (8, 'MPI_Allreduce');
create table PROCESSES (globalPid integer, pid integer, name text);
insert into PROCESSES values (117440512, 7, 'python3');
create table ThreadNames (nameId integer, globalTid integer);
insert into ThreadNames values (4, 117440519);
create table META_DATA_EXPORT (name text, value text);
insert into META_DATA_EXPORT values ('EXPORT_PRODUCT_VERSION', '2026.1'), ('EXPORT_SCHEMA_VERSION', '3.25.0');
)";

constexpr const char* kCalls = R"(
create table CUPTI_ACTIVITY_KIND_RUNTIME (start integer, end integer, globalTid integer, correlationId integer, nameId integer,
    returnValue integer);
insert into CUPTI_ACTIVITY_KIND_RUNTIME values (1000, 1100, 117440519, 41, 1, 0), (1200, 1250, 117440520, 42, 5, 2);
)";

constexpr const char* kKernels = R"(
create table CUPTI_ACTIVITY_KIND_KERNEL (start integer, end integer, deviceId integer, contextId integer, streamId integer,
    correlationId integer, globalPid integer, demangledName integer, shortName integer, registersPerThread integer,
    gridX integer, gridY integer, gridZ integer, blockX integer, blockY integer, blockZ integer, staticSharedMemory integer,
    dynamicSharedMemory integer, graphNodeId integer);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (1050, 1400, 0, 1, 7, 41, 117440512, 2, 3, 64, 8, 2, 1, 128, 1, 1, 16, 32, null),
    (1400, 1500, 1, 2, 7, 42, 117440512, 3, 3, 32, 1, 1, 1, 32, 1, 1, 0, 0, null);
)";

class Export {
public:
    explicit Export(const std::string& sql) {
        sqlite3* file = nullptr;
        sqlite3_open(path().c_str(), &file);
        char* fault = nullptr;
        fault_ = sqlite3_exec(file, sql.c_str(), nullptr, nullptr, &fault) == SQLITE_OK ? "" : fault;
        sqlite3_free(fault);
        sqlite3_close(file);
    }
    [[nodiscard]] std::string path() const { return folder_.filePath("export.sqlite").toStdString(); }
    [[nodiscard]] QByteArray bytes() const {
        QFile file(QString::fromStdString(path()));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] Result<std::shared_ptr<const Trace>> open(const OpenOptions& options = {}) const {
        return fault_.empty() ? openTrace(path(), options) : Error{fault_};
    }
    [[nodiscard]] QString dumped() const {
        const auto trace = open();
        return QString::fromStdString(trace ? dumpOf(*trace.value()) : trace.error().message);
    }

private:
    QTemporaryDir folder_;
    std::string fault_;
};

} // namespace

class tst_nsys_export : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsFollowTheirLaunches() {
        QCOMPARE(Export(std::string(kPlaces) + kCalls + kKernels).dumped(),
                 QString("thread 7/7 | python3 | MainThread\n"
                         "  0 1000+100 cudaLaunchKernel [X cuda_runtime] correlation=41\n"
                         "thread 7/8 | python3\n"
                         "  0 1200+50 cuLaunchKernel [X cuda_driver] correlation=42 result=2\n"
                         "stream GPU 0/7 | GPU 0 | stream 7\n"
                         "  0 1050+350 void gemm<float>(float*) [X kernel] device=0 context=1 stream=7 "
                         "correlation=41 registers per thread=64 shared memory=48 grid=[8, 2, 1] block=[128, "
                         "1, 1] short name=\"gemm\"\n"
                         "stream GPU 1/7 | GPU 1 | stream 7\n"
                         "  0 1400+100 gemm [X kernel] device=1 context=2 stream=7 correlation=42 registers "
                         "per thread=32 shared memory=0 grid=[1, 1, 1] block=[32, 1, 1]\n"
                         "launch: cudaLaunchKernel@1000 -> void gemm<float>(float*)@1050\n"
                         "launch: cuLaunchKernel@1200 -> gemm@1400\n"
                         "property nsys schema: \"3.25.0\"\n"));
    }

    void correlationsMeanSomethingInOneProcessOnly() {
        const std::string other =
            "insert into CUPTI_ACTIVITY_KIND_RUNTIME values (900, 950, 134217736, 41, 1, 0);"
            "insert into CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, correlationId, "
            "globalPid, "
            "demangledName) values (2000, 2100, 0, 7, 41, 134217728, 3);";
        const QString text = Export(std::string(kPlaces) + kCalls + kKernels + other).dumped();
        QVERIFY2(text.contains("launch: cudaLaunchKernel@900 -> gemm@2000"), qPrintable(text));
        QVERIFY2(text.contains("launch: cudaLaunchKernel@1000 -> void gemm<float>(float*)@1050"),
                 qPrintable(text));
        QVERIFY2(text.contains("stream GPU 0/7 of process 8"), qPrintable(text));
    }

    void aReplayWithoutItsKernelsKeepsTheDeviceBusyAndSaysSo() {
        const QString text = Export(std::string(kPlaces) + kCalls + R"(
create table CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start integer, end integer, deviceId integer, streamId integer,
    correlationId integer, globalPid integer, graphId integer, graphExecId integer);
insert into CUPTI_ACTIVITY_KIND_GRAPH_TRACE values (1300, 1900, 0, 7, 41, 117440512, 3, 9);)")
                                 .dumped();
        QCOMPARE(text, QString("thread 7/7 | python3 | MainThread\n"
                               "  0 1000+100 cudaLaunchKernel [X cuda_runtime] correlation=41\n"
                               "thread 7/8 | python3\n"
                               "  0 1200+50 cuLaunchKernel [X cuda_driver] correlation=42 result=2\n"
                               "stream GPU 0/7 | GPU 0 | stream 7\n"
                               "  0 1300+600 CUDA graph 3 (whole replay, exec 9) [X kernel] device=0 "
                               "stream=7 correlation=41 graph id=3 graph exec id=9\n"
                               "launch: cudaLaunchKernel@1000 -> CUDA graph 3 (whole replay, exec 9)@1300\n"
                               "property nsys schema: \"3.25.0\"\n"
                               "whole-replays 1\n"));
    }

    void torchsRangesAreOperators_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>(
            "parts"); // name | sequence | operator id | sizes | whether it is an operator
        QTest::newRow("all") << "aten::mm, seq = 5, op_id = 9, sizes = [[4, 5], [5, 6]]"
                             << "aten::mm|5|9|[[4, 5], [5, 6]]|operator";
        QTest::newRow("inputs of inputs") << "aten::add, op_id = 3, sizes = [[2], []], input_op_ids = [(1,0)]"
                                          << "aten::add|-|3|[[2], []]|operator";
        QTest::newRow("backward") << "MmBackward0, seq = 5, op_id = 12"
                                  << "MmBackward0|5|12||operator";
        QTest::newRow("plain") << "aten::relu"
                               << "aten::relu|-|-||operator";
        QTest::newRow("a step") << "ProfilerStep#3, op_id = 77"
                                << "ProfilerStep#3|-|77||range";
        QTest::newRow("somebody's") << "load, then train"
                                    << "load, then train|-|-||range";
        QTest::newRow("lists that do not close") << "aten::mm, sizes = [[4, 5"
                                                 << "aten::mm|-|-||operator";
        QTest::newRow("lists that are no JSON") << "aten::mm, sizes = [[s0]]"
                                                << "aten::mm|-|-||operator";
        QTest::newRow("nothing") << ""
                                 << "|-|-||range";
    }
    void torchsRangesAreOperators() {
        QFETCH(QString, text);
        QFETCH(QString, parts);
        const std::string plain = text.toStdString();
        const nsys::TorchRange range = nsys::torchRange(plain);
        const auto number = [](std::optional<std::int64_t> n) {
            return n ? QString::number(*n) : QString("-");
        };
        QCOMPARE(QStringList({QString::fromUtf8(range.name.data(), static_cast<int>(range.name.size())),
                              number(range.sequence), number(range.operatorId),
                              QString::fromUtf8(range.sizes.data(), static_cast<int>(range.sizes.size())),
                              range.isOperator ? "operator" : "range"})
                     .join('|'),
                 parts);
    }

    void rangesMarksAndDomains() {
        QCOMPARE(
            Export(std::string(kPlaces) + R"(
create table NVTX_EVENTS (start integer, end integer, eventType integer, text text, globalTid integer, endGlobalTid integer,
    textId integer, domainId integer, jsonText text);
insert into NVTX_EVENTS values (0, null, 75, 'NCCL', 117440519, null, null, 3, null),
    (100, 900, 59, 'aten::mm, seq = 5, op_id = 9, sizes = [[4, 5], [5, 6]]', 117440519, null, null, 0, null),
    (200, 400, 59, null, 117440519, null, 6, 3, '{"bytes": 64}'),
    (300, 500, 60, 'prefetch', 117440519, 117440520, null, 0, null),
    (350, null, 34, 'here', 117440519, null, null, 0, null),
    (700, null, 59, 'open', 117440520, null, null, 0, null),
    (950, 990, 59, 'autograd::engine::evaluate_function: MmBackward0, seq = 5, op_id = 12', 117440520, null, null, 0, null);)")
                .dumped(),
            QString("thread 7/7 | python3 | MainThread\n"
                    "  0 100+800 aten::mm [X cpu_op] Sequence number=5 op_id=9 Input Dims=[[4, 5], [5, 6]]\n"
                    "  1 200+200 ncclAllReduce [X user_annotation] domain=\"NCCL\" payload=\"{\\\"bytes\\\": "
                    "64}\"\n"
                    "async 7/NVTX start/end ranges | python3 | NVTX start/end ranges\n"
                    "  0 300+200 prefetch [X user_annotation]\n"
                    "thread 7/8 | python3\n"
                    "  0 700+290 open open [X user_annotation]\n"
                    "  1 950+40 autograd::engine::evaluate_function: MmBackward0 [X cpu_op] Sequence "
                    "number=5 op_id=12\n"
                    "point 350 7/7 here [i user_annotation]\n"
                    "forward-backward: aten::mm@100 -> autograd::engine::evaluate_function: MmBackward0@950\n"
                    "property nsys schema: \"3.25.0\"\n"
                    "missing-end 1\n"));
    }

    void callsOfTheSystemMpiAndOverhead() {
        QCOMPARE(Export(std::string(kPlaces) + R"(
create table OSRT_API (start integer, end integer, globalTid integer, nameId integer, returnValue integer);
insert into OSRT_API values (10, 20, 117440519, 7, -1);
create table MPI_COLLECTIVES_EVENTS (start integer, end integer, globalTid integer, textId integer, size integer);
insert into MPI_COLLECTIVES_EVENTS values (30, 40, 117440519, 8, 4096);
create table MPI_RANKS (globalTid integer, rank integer);
insert into MPI_RANKS values (117440519, 3);
create table PROFILER_OVERHEAD (start integer, end integer, globalTid integer, nameId integer, overheadType integer);
insert into PROFILER_OVERHEAD values (50, 60, 117440519, 99, 1);
create table DIAGNOSTIC_EVENT (severity integer, text text);
insert into DIAGNOSTIC_EVENT values (1, 'fine'), (3, 'events were lost');)")
                     .dumped(),
                 QString("thread 7/7 | python3 | MainThread\n"
                         "  0 10+10 read [X os_runtime] result=-1\n"
                         "  0 30+10 MPI_Allreduce [X mpi] bytes=4096\n"
                         "  0 50+10 Profiler overhead [X overhead]\n"
                         "property nsys schema: \"3.25.0\"\n"
                         "nsys-1 1\n"));
    }

    void ranksOfMpiAreRanks() {
        const auto trace = Export(std::string(kPlaces) + kCalls + R"(
create table MPI_RANKS (globalTid integer, rank integer);
insert into MPI_RANKS values (117440519, 3);)")
                               .open();
        QVERIFY(trace);
        QCOMPARE(trace.value()->processes().front().rank, std::int64_t{3});
    }

    void curvesMemoryAndStates() {
        QCOMPARE(
            Export(std::string(kPlaces) + R"(
create table TARGET_INFO_GPU (id integer, name text, uuid text, smCount integer);
insert into TARGET_INFO_GPU values (0, 'H100 "PCIe"', 'GPU-1', 114);
create table TARGET_INFO_GPU_METRICS (typeId integer, typeName text, metricId integer, metricName text);
insert into TARGET_INFO_GPU_METRICS values (100, 'GPU 0', 1, 'SM Active');
create table GPU_METRICS (timestamp integer, typeId integer, metricId integer, value integer);
insert into GPU_METRICS values (20, 100, 1, 50), (10, 100, 1, 40), (30, 100, 2, 9);
create table CUDA_GPU_MEMORY_USAGE_EVENTS (start integer, globalPid integer, deviceId integer, address integer, bytes integer,
    memKind integer, memoryOperationType integer);
insert into CUDA_GPU_MEMORY_USAGE_EVENTS values (5, 117440512, 0, 4096, 512, 2, 0), (15, 117440512, 0, 4096, 512, 2, 1),
    (16, 117440512, 0, 8192, 64, 1, 0);
create table SCHED_EVENTS (start integer, cpu integer, isSchedIn integer, globalTid integer);
insert into SCHED_EVENTS values (40, 1, 0, 117440520), (1, 2, 1, 117440520), (60, 1, 1, 117440519);
create table COMPOSITE_EVENTS (id integer, start integer, globalTid integer);
insert into COMPOSITE_EVENTS values (1, 100, 117440519), (2, 110, 117440519), (3, 120, 117440519);
create table SAMPLING_CALLCHAINS (id integer, symbol integer, module integer, stackDepth integer);
insert into SAMPLING_CALLCHAINS values (1, 4, 3, 1), (1, 7, 3, 0), (2, 4, 3, 1), (2, 8, 3, 0), (3, 4, 3, 0);)")
                .dumped(),
            QString(
                "counter GPU 0/metrics | H100 \"PCIe\" | GPU 0 | GPU metrics\n"
                "thread 7/7 | python3 | MainThread\n"
                "thread 7/8 | python3\n"
                "other 7/8 state | python3\n"
                "  0 1+39 Running [X thread_state] cpu=2\n"
                "other 7/7 python | python3\n"
                "  0 100+30 MainThread [X native_function] module=\"gemm\" samples=3\n"
                "  1 100+10 read [X native_function] module=\"gemm\" samples=1\n"
                "  1 110+10 MPI_Allreduce [X native_function] module=\"gemm\" samples=1\n"
                "memory 5 512 at 4096 device 1/0 total -1/-1\n"
                "memory 15 -512 at 4096 device 1/0 total -1/-1\n"
                "memory 16 64 at 8192 device 0/-1 total -1/-1\n"
                "counter SM Active.: 10=40 20=50\n"
                "property nsys schema: \"3.25.0\"\n"
                "property deviceProperties: [{\"id\": 0, \"name\": \"H100 \\\"PCIe\\\"\", \"numSms\": 114}]\n"
                "unnamed-metric 1\n"));
    }

    void olderSchemasLackColumnsAndTables() {
        const QString text = Export(R"(
create table StringIds (id integer primary key, value text);
insert into StringIds values (1, 'gemm');
create table CUPTI_ACTIVITY_KIND_KERNEL (start int, end int, deviceId int, streamId int, globalPid int, shortName int);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (1, 5, 0, 7, 117440512, 1);)")
                                 .dumped();
        QVERIFY2(text.contains("0 1+4 gemm [X kernel] device=0 stream=7\n"), qPrintable(text));
    }

    void aPackedExportIsUnpackedIntoMemory() {
        const Export whole(std::string(kPlaces) + kCalls + kKernels + "pragma journal_mode = wal;");
        const auto plain = whole.open();
        QVERIFY(plain);
        QTemporaryDir folder;
        const QString packed = folder.filePath("export.sqlite.gz");
        QCOMPARE(QProcess::execute("sh", {"-c", "gzip -c '" + QString::fromStdString(whole.path()) + "' > '" +
                                                    packed + "'"}),
                 0);
        const auto unpacked = openTrace(packed.toStdString());
        QVERIFY2(unpacked.ok(), unpacked ? "" : unpacked.error().message.c_str());
        QCOMPARE(QString::fromStdString(dumpOf(*unpacked.value())),
                 QString::fromStdString(dumpOf(*plain.value())));
    }

    void valuesOfAnotherTypeAreNoTimes() {
        const QString text = Export(std::string(kPlaces) + kCalls + R"(
insert into CUPTI_ACTIVITY_KIND_RUNTIME values ('soon', 5, 117440519, 41, 1, 0), (2000, 1900, 117440519, 43, 1, 0),
    (9223372036854775807, 9223372036854775807, 117440519, 44, 1, 0);)")
                                 .dumped();
        QVERIFY2(text.contains("missing-time 1"), qPrintable(text));
        QVERIFY2(text.contains("negative-duration 1"), qPrintable(text));
        QVERIFY2(text.contains("absurd-time 1"), qPrintable(text));
    }

    void anEndRightBeforeItsBeginIsNoOpenSlice() {
        const QString text = Export(std::string(kPlaces) + kCalls +
                                    "insert into CUPTI_ACTIVITY_KIND_RUNTIME values "
                                    "(1000, 999, 117440519, 43, 1, 0), "
                                    "(-9223372036854775807, 9223372036854775807, 117440519, 44, 1, 0);")
                                 .dumped();
        QVERIFY2(text.contains("1000+0 cudaLaunchKernel"), qPrintable(text));
        QVERIFY2(!text.contains("open cudaLaunchKernel"), qPrintable(text));
    }

    void aFolderForTemporaryFilesMayBeMissing() {
        const QByteArray folder = qgetenv("TMPDIR");
        const auto restore =
            qScopeGuard([&] { folder.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", folder); });
        QTemporaryDir own;
        QFile report(own.filePath("run.nsys-rep"));
        QVERIFY(report.open(QFile::WriteOnly) && report.write("a report") > 0);
        report.close();
        qputenv("TMPDIR", "/nonexistent");
        QVERIFY(!openTrace(report.fileName().toStdString()).ok());
    }

    void nothingOfTheSchemaRuns() {
        const QString text = Export(std::string(kPlaces) + kCalls + R"(
create view NVTX_EVENTS as select 1 as start, 2 as end, 59 as eventType, load_extension('x') as text, 117440519 as globalTid;
create table OSRT_API (start integer, end integer, globalTid integer, nameId integer,
    returnValue integer generated always as (length(printf('%.*c', 50000000, 'x'))));
insert into OSRT_API values (10, 20, 117440519, 7);)")
                                 .dumped();
        QVERIFY2(text.contains("0 10+10 read [X os_runtime]\n"), qPrintable(text));
        QVERIFY2(!text.contains("NVTX"), qPrintable(text));
    }

    void aDamagedFileKeepsWhatIsGood() {
        std::string many = std::string(kPlaces) +
                           "begin; create table CUPTI_ACTIVITY_KIND_RUNTIME (start integer, end integer, "
                           "globalTid integer, correlationId integer, nameId integer);";
        for (int i = 0; i < 4000; ++i) {
            const std::string n = std::to_string(i * 10);
            many += "insert into CUPTI_ACTIVITY_KIND_RUNTIME values (" + n + ", " + n + " + 5, 117440519, " +
                    n + ", 1);";
        }
        const Export whole(many + "commit;");
        QByteArray bytes = whole.bytes();
        const int page = 4096;
        QVERIFY(bytes.size() > 20 * page);
        bytes.replace(12 * page, 2 * page, QByteArray(2 * page, '\xa5'));
        QTemporaryDir folder;
        QFile file(folder.filePath("damaged.sqlite"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        const auto trace = openTrace(file.fileName().toStdString());
        QVERIFY2(trace.ok(), trace ? "" : trace.error().message.c_str());
        QVERIFY(trace.value()->sliceCount() > 100 && trace.value()->sliceCount() < 4000);
        QVERIFY(!trace.value()->info().complete);
        QVERIFY(QString::fromStdString(diagnosticsOf(*trace.value())).contains("damaged-table"));
        bytes.truncate(page / 2);
        QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate) && file.write(bytes) == bytes.size());
        file.close();
        const auto cut = openTrace(file.fileName().toStdString());
        QVERIFY(!cut.ok());
        QVERIFY2(cut.error().message.find("cannot be read as an SQLite database") != std::string::npos,
                 cut.error().message.c_str());
    }

    void aReportIsExportedByNsys() {
        const Export whole(std::string(kPlaces) + kCalls + kKernels);
        QTemporaryDir folder;
        const QString report = folder.filePath("run.nsys-rep");
        QVERIFY(QFile::copy(QString::fromStdString(whole.path()), folder.filePath("kept.sqlite")));
        QFile file(report);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("a report") > 0);
        file.close();
        const QByteArray path = qgetenv("PATH");
        const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
        qputenv("PATH", folder.path().toUtf8());
        const auto missing = openTrace(report.toStdString());
        QVERIFY(!missing.ok());
        QVERIFY2(missing.error().message.find(
                     "nsys is not installed here; export it with: nsys export --type sqlite") !=
                     std::string::npos,
                 missing.error().message.c_str());
        // A stand-in for NVIDIA's program with its arguments: export --type sqlite --force-overwrite=true --output TARGET REPORT.
        QFile nsys(folder.filePath("nsys"));
        QVERIFY(nsys.open(QFile::WriteOnly));
        nsys.write("#!/bin/sh\n[ \"$1 $2 $3 $5\" = 'export --type sqlite --output' ] && [ -f \"$7\" ] && "
                   "exec /bin/cp '" +
                   folder.filePath("kept.sqlite").toUtf8() + "' \"$6\"\nexit 1\n");
        nsys.close();
        QVERIFY(nsys.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const auto trace = openTrace(report.toStdString());
        QVERIFY2(trace.ok(), trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace.value()->sliceCount(), 4u);
        QCOMPARE(QDir(QDir::tempPath()).entryList({"lanescope-nsys-*"}), QStringList());
    }

    void anotherDatabaseIsNoTrace() {
        const auto trace = Export("create table bookmarks (url text);").open();
        QVERIFY(!trace.ok());
        QVERIFY(
            QString::fromStdString(trace.error().message).contains("no profiler known to Lanescope wrote"));
    }

    void readingCanBeStoppedAndBounded() {
        const Export file(std::string(kPlaces) + kCalls + kKernels);
        std::stop_source stop;
        stop.request_stop();
        OpenOptions options;
        options.stop = stop.get_token();
        const auto stopped = file.open(options);
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().message, std::string(kCancelled));
        OpenOptions small;
        small.memoryLimit = 200;
        const auto cut = file.open(small);
        QVERIFY(cut.ok());
        QVERIFY(!cut.value()->info().complete);
        QVERIFY(QString::fromStdString(diagnosticsOf(*cut.value())).contains("memory-limit"));
    }
};

int run_tst_nsys_export(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_nsys_export>(argc, argv);
}
#include "tst_nsys_export.moc"
