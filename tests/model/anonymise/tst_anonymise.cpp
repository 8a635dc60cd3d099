// A trace with a secret in every text that a session can hold: no file of the anonymous trace holds one of them.
#include "model/anonymise/AnonymousTrace.h"
#include "model/anonymise/KeyedHash.h"
#include "model/anonymise/Pseudonyms.h"
#include "model/base/WholeFile.h"
#include "model/io/export/ChromeExporter.h"
#include "model/io/pftrace/PerfettoExporter.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <zstd.h>

#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace lanes;

namespace {

constexpr std::string_view kSecret = "zzquux";
constexpr std::string_view kAddress = "10.20.30.40";

// Every field of type bytes in session.proto: the secret that this test puts there, or what else it holds. A new field fails the
// test until AnonymousTrace decides about it.
const std::map<std::string, std::string> kFields{{"Session.Property.key", "zzquuxPropertyKey"},
                                                 {"Session.Property.value", "zzquuxPropertyValue"},
                                                 {"Session.producer", "zzquuxProducer"},
                                                 {"Session.host", "zzquuxHost"},
                                                 {"Session.command", "zzquuxCommand"},
                                                 {"Session.source", "left empty by writers"},
                                                 {"Session.needs", "words of the format"},
                                                 {"Strings.text", "zzquuxText"},
                                                 {"Process.key", "zzquuxProcessKey"},
                                                 {"Process.name", "zzquuxProcessName"},
                                                 {"Process.label", "zzquuxProcessLabel"},
                                                 {"Process.host", "zzquuxProcessHost"},
                                                 {"Process.device_uuid", "zzquuxUuid"},
                                                 {"Track.key", "zzquuxTrackKey"},
                                                 {"Track.name", "zzquuxTrackName"},
                                                 {"Diagnostics.Entry.kind", "zzquux-kind"},
                                                 {"Diagnostics.Entry.message", "zzquuxMessage"},
                                                 {"Clock.method", "zzquuxMethod"}};

const std::set<std::string> kColumns{"Strings.lengths",
                                     "Strings.ids",
                                     "Stacks.parent",
                                     "Stacks.function_plus1",
                                     "Stacks.file_plus1",
                                     "Stacks.line",
                                     "Stacks.module_plus1",
                                     "Stacks.ids",
                                     "Rows.columns",
                                     "Rows.types",
                                     "Slices.start",
                                     "Slices.duration",
                                     "Slices.name_plus1",
                                     "Slices.layout_plus1",
                                     "Slices.kind",
                                     "Slices.hue",
                                     "Points.Group.time",
                                     "Points.Group.name_plus1",
                                     "Points.Group.track_plus1",
                                     "Points.group",
                                     "Memory.time",
                                     "Memory.address",
                                     "Memory.bytes",
                                     "Memory.total_allocated",
                                     "Memory.total_reserved",
                                     "Memory.device_type",
                                     "Memory.device_index",
                                     "Memory.track_plus1",
                                     "Memory.stack_plus1",
                                     "Counter.time",
                                     "Counter.value",
                                     "Links.kind",
                                     "Links.from_track",
                                     "Links.from",
                                     "Links.to_track",
                                     "Links.to",
                                     "Overview.Lane.hues",
                                     "Overview.Lane.time",
                                     "Overview.Lane.busy",
                                     "Clock.clock",
                                     "Clock.session",
                                     "Clock.sample_error",
                                     "Watermarks.track",
                                     "Watermarks.time",
                                     "Footer.type",
                                     "Footer.offset",
                                     "Footer.stored",
                                     "Footer.track_plus1"};

// Shapes of names that are public without the secret.
const std::vector<std::string> kShapes{"zzquux",
                                       "aten::zzquux",
                                       "zzquux::op",
                                       "zzquuxBackward0",
                                       "autograd::engine::evaluate_function: zzquuxBackward",
                                       "void at::native::zzquux<float, 4>(int)",
                                       "void (anonymous namespace)::zzquux(int)",
                                       "sm90_zzquux_gemm",
                                       "nvjet_zzquux",
                                       "_ZN2at6native6zzquuxEv",
                                       "triton_poi_fused_zzquux_0",
                                       "zzquux_gemm_kernel",
                                       "Optimizer.step#zzquux.step",
                                       "nn.Module: zzquux_0",
                                       "zzquux.py(12): main",
                                       "/home/zzquux/train.py(12): <module>",
                                       "train.py(12): zzquux",
                                       "/usr/lib/python3/dist-packages/torch/../zzquux.py(1): f",
                                       "/opt/site-packages/zzquux/a.py(1): forward",
                                       "<frozen zzquux>(1): f",
                                       "<string>(1): zzquux",
                                       "enumerate(DataLoader)#zzquux",
                                       "nccl:zzquux",
                                       "gloo:zzquux",
                                       "cudazzquux",
                                       "Memcpy zzquux",
                                       "ProfilerStep#zzquux",
                                       "<built-in method zzquux of zzquux object>",
                                       "<built-in function zzquux>",
                                       "Graph break at /home/zzquux/a.py:3: zzquux",
                                       "Torch-Compiled Region: zzquux",
                                       "zzquux step 12",
                                       "step 12 zzquux",
                                       "execute_zzquux",
                                       "connect 10.20.30.40",
                                       "Waiting for zzquux",
                                       "zzquux (dynamo_timed)",
                                       "## Call CompiledFxGraph zzquux ##",
                                       "\xe6\x95\xb0zzquux\n\t\"quoted\"",
                                       "Zzquux",
                                       "AtenZZQUUX"};

// Values of arguments, as the inside of quotes.
const std::vector<std::string> kValues{"zzquux",
                                       "/home/zzquux/x.py",
                                       "/home/zzquux/x.py(3): zzquux;b.py(4): zzquux",
                                       "zzquux: 3, zzquux=0x7f",
                                       "tcp://10.20.30.40:29500",
                                       "a\\n b zzquux",
                                       "pipe:[zzquux]",
                                       "/dev/nvidia-zzquux",
                                       "{\\\"zzquux\\\": 1}",
                                       "user@zzquux",
                                       "GPU-zzquux"};

StringId text(TraceBuilder& builder, std::string_view text) {
    return builder.strings().intern(text);
}

// A layout of a category with one argument of each form.
LayoutId layoutOf(TraceBuilder& builder, char phase, std::string_view category, std::string_view key) {
    ArgLayout layout;
    layout.phase = phase;
    layout.category = text(builder, category);
    layout.columns = {{.key = text(builder, key), .form = ArgColumn::Form::String},
                      {.key = text(builder, std::string(key) + " list"), .form = ArgColumn::Form::Raw},
                      {.key = text(builder, "Input type"), .form = ArgColumn::Form::Raw},
                      {.key = text(builder, "Call stack"), .form = ArgColumn::Form::Number},
                      {.key = text(builder, key),
                       .form = ArgColumn::Form::Constant,
                       .constant = text(builder, "\"zzquuxConstant\"")}};
    return builder.addLayout(layout);
}

std::vector<std::string> publicKeys() {
    std::vector<std::string> keys{"zzquuxKey"};
    const std::string names = wholeFile(LANESCOPE_SOURCE_DIR "/model/anonymise/public_names.txt");
    for (const QString& line : QString::fromStdString(names).split(QLatin1Char('\n'))) {
        const QRegularExpressionMatch match =
            QRegularExpression(QStringLiteral("^key \\w+ (.*)$")).match(line);
        if (match.hasMatch()) {
            keys.push_back(match.captured(1).toStdString());
        }
    }
    return keys;
}

void addSession(TraceBuilder& builder) {
    SessionInfo& info = builder.info();
    info.producer = kFields.at("Session.producer");
    info.host = kFields.at("Session.host");
    info.source = "/home/zzquux/source.json";
    info.command = {"python3", "/home/zzquux/zzquuxCommand.py", "--password=zzquux"};
    info.properties = {{kFields.at("Session.Property.key"), "1"},
                       {"process.7.arguments", "python3 /home/zzquux/train.py zzquuxPropertyValue"},
                       {"process.7.name", "zzquux"},
                       {"process.7.reason", "zzquux"},
                       {"process.zzquux.torch", "2.1"},
                       {"streams", "zzquux"},
                       {"where", "zzquux"},
                       {"host_name", "\"zzquux\""},
                       {"distributedInfo", "{\"backend\": \"zzquux\", \"zzquux\": [1, true]}"},
                       {"deviceProperties.rank0", "[{\"id\": 0, \"name\": \"zzquux\"}]"}};
    builder.diagnostics().add(kFields.at("Diagnostics.Entry.kind"), Severity::Note,
                              kFields.at("Diagnostics.Entry.message"));
    builder.diagnostics().add("ring-overflow", Severity::Loss, "Lost for zzquux", 3, 5);
}

void addPlaces(TraceBuilder& builder) {
    builder.addProcess({.key = kFields.at("Process.key"),
                        .name = kFields.at("Process.name"),
                        .label = kFields.at("Process.label"),
                        .host = kFields.at("Process.host"),
                        .deviceUuid = kFields.at("Process.device_uuid")});
    builder.addTrack(
        {.process = ProcessId(0), .key = kFields.at("Track.key"), .name = kFields.at("Track.name")});
    builder.addTrack({.process = ProcessId(0),
                      .key = "zzquux python",
                      .name = "zzquux (late)",
                      .kind = Track::Kind::Other});
    builder.addTrack({.process = ProcessId(0), .key = "Flight recorder zzquux", .kind = Track::Kind::Async});
}

StackId addStack(TraceBuilder& builder) {
    const StackId outer = builder.stacks().intern({}, {.function = text(builder, "zzquux"),
                                                       .file = text(builder, "/home/zzquux/train.py"),
                                                       .line = 3,
                                                       .module = text(builder, "zzquux_0")});
    return builder.stacks().intern(
        outer, {.function = text(builder, "Linear.forward"),
                .file = text(builder, "/usr/lib/python3/dist-packages/torch/nn/modules/linear.py"),
                .line = 9,
                .module = text(builder, "Linear_3")});
}

void addEvents(TraceBuilder& builder, StackId stack) {
    static constexpr std::array<std::string_view, 14> kCategories{
        "cpu_op",     "user_annotation", "python_function", "cuda_runtime",        "kernel",
        "gpu_memcpy", "gpu_memset",      "cuda_sync",       "gpu_user_annotation", "overhead",
        "python gc",  "thread_state",    "compilation",     "zzquux category"};
    TimeNs at = 0;
    for (const std::string_view category : kCategories) {
        const LayoutId layout = layoutOf(builder, 'X', category, "Device");
        for (const std::string& shape : kShapes) {
            const std::int64_t value = ArgValue::ofText(text(builder, shape)).encode();
            const std::int64_t list = ArgValue::ofText(text(builder, "[\"zzquux\", 3, zzquux]")).encode();
            const std::uint32_t row =
                builder.addArgs(layout, {value, list, list, ArgValue::ofStack(stack).encode(), 0});
            builder.addSlice(
                TrackId(0),
                {.start = at, .duration = 5, .name = text(builder, shape), .layout = layout, .row = row});
            at += 10;
        }
    }
    for (const std::string& key : publicKeys()) {
        const LayoutId layout = layoutOf(builder, 'i', "user_annotation", key);
        for (const std::string& value : kValues) {
            const std::int64_t cell = ArgValue::ofText(text(builder, value)).encode();
            const std::int64_t list =
                ArgValue::ofText(text(builder, "{\"" + value + "\": [\"" + value + "\", 2.5, null]}"))
                    .encode();
            builder.points().time.push_back(at++);
            builder.points().name.push_back(text(builder, "zzquuxPoint"));
            builder.points().track.push_back(TrackId(0));
            builder.points().layout.push_back(layout);
            builder.points().row.push_back(
                builder.addArgs(layout, {cell, list, list, ArgValue::ofInteger(1).encode(), 0}));
        }
    }
    CounterSeries series{
        .track = TrackId(0), .name = text(builder, "zzquuxCounter"), .key = text(builder, "zzquuxUnit")};
    series.time.push_back(3);
    series.value.push_back(1.5);
    builder.counters().push_back(series);
}

std::shared_ptr<const Trace> secretTrace() {
    TraceBuilder builder;
    addSession(builder);
    addPlaces(builder);
    (void)text(builder, kFields.at("Strings.text"));
    addEvents(builder, addStack(builder));
    TraceData data = builder.publish()->data();
    data.clocks.push_back({.process = ProcessId(0), .method = kFields.at("Clock.method")});
    return std::make_shared<const Trace>(std::move(data));
}

std::uint32_t numberAt(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

// The messages of all chunks of a session, unpacked.
std::string messagesOf(const std::string& file) {
    std::string all;
    for (std::size_t at = 16; at + 32 <= file.size() && numberAt(file, at) == 0x436e4cf5;) {
        const std::uint32_t packing = numberAt(file, at + 4) >> 16;
        const std::uint32_t stored = numberAt(file, at + 8);
        std::string raw(numberAt(file, at + 12), '\0');
        if (packing == 1) {
            const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), file.data() + at + 32, stored);
            raw.resize(ZSTD_isError(size) != 0 ? 0 : size);
        } else {
            raw = file.substr(at + 32, stored);
        }
        all += raw;
        at += 32 + stored;
    }
    return all;
}

QString placeOf(const std::string& bytes, std::string_view secret) {
    const QByteArray lower = QByteArray::fromStdString(bytes).toLower();
    const auto at = lower.indexOf(QByteArray(secret.data(), static_cast<qsizetype>(secret.size())));
    return at < 0 ? QString() : QString::fromLatin1(lower.mid(std::max<qsizetype>(0, at - 60), 140));
}

} // namespace

class tst_anonymise : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string file(const char* name) const {
        return folder_.filePath(QString::fromLatin1(name)).toStdString();
    }

private Q_SLOTS:
    // session.proto has no field that this test does not know.
    void everyTextOfTheFormatIsDecided() {
        const QString proto =
            QString::fromStdString(wholeFile(LANESCOPE_SOURCE_DIR "/model/session/session.proto"));
        std::set<std::string> found;
        QStringList messages;
        static const QRegularExpression kLine(QStringLiteral(
            "^\\s*(?:(message|enum) (\\w+) \\{|(\\})|(?:repeated |optional )?(bytes|string) (\\w+) = )"));
        for (const QString& line : proto.split(QLatin1Char('\n'))) {
            const QRegularExpressionMatch match = kLine.match(line);
            if (!match.captured(2).isEmpty()) {
                messages.push_back(match.captured(2));
            } else if (!match.captured(3).isEmpty()) {
                messages.pop_back();
            } else if (!match.captured(5).isEmpty()) {
                found.insert(
                    (messages.join(QLatin1Char('.')) + QLatin1Char('.') + match.captured(5)).toStdString());
            }
        }
        std::set<std::string> known = kColumns;
        for (const auto& [field, secret] : kFields) {
            known.insert(field);
        }
        QVERIFY(found.size() > 60);
        QCOMPARE(found, known);
    }

    void noFileHoldsASecret() {
        const auto secret = secretTrace();
        QVERIFY(session::writeTrace(*secret, file("before.lanes")).ok());
        const std::string before = messagesOf(wholeFile(file("before.lanes")));
        for (const auto& [field, text] : kFields) {
            if (field != "Strings.text" && text.starts_with(kSecret)) { // else this test would check nothing
                QVERIFY2(before.find(text) != std::string::npos, field.c_str());
            }
        }
        for (const char* key : {"", "0123456789abcdef"}) {
            const auto anonymous = anonymousTrace(*secret, key);
            QVERIFY(session::writeTrace(*anonymous, file("after.lanes")).ok());
            QVERIFY(exportChromeTrace(*anonymous, file("after.json")).ok());
            QVERIFY(exportPerfettoTrace(*anonymous, file("after.pftrace")).ok());
            for (const std::string& bytes :
                 {messagesOf(wholeFile(file("after.lanes"))), wholeFile(file("after.json")),
                  wholeFile(file("after.pftrace"))}) {
                QVERIFY(bytes.size() > 10'000);
                QCOMPARE(placeOf(bytes, kSecret), QString());
                QCOMPARE(placeOf(bytes, kAddress), QString());
            }
        }
    }

    void figuresAndPublicNamesStay() {
        const auto secret = secretTrace();
        const auto anonymous = anonymousTrace(*secret, {});
        QCOMPARE(anonymous->sliceCount(), secret->sliceCount());
        for (std::uint32_t i = 0; i < secret->sliceCount(); ++i) {
            const Trace::Slice a = secret->slice(SliceId(i));
            const Trace::Slice b = anonymous->slice(SliceId(i));
            QVERIFY(a.start == b.start && a.duration == b.duration && a.kind == b.kind && a.hue == b.hue);
            QCOMPARE(static_cast<int>(hueOf(b.kind, anonymous->text(b.name))), static_cast<int>(b.hue));
        }
        QCOMPARE(anonymous->diagnostics().count("ring-overflow"), std::uint64_t(5));
        const std::vector<Frame> frames = anonymous->stacks().frames(StackId(1));
        QCOMPARE(anonymous->text(frames[0].file), std::string_view("torch/nn/modules/linear.py"));
        QCOMPARE(anonymous->text(frames[0].function), std::string_view("Linear.forward"));
        QCOMPARE(anonymous->text(frames[0].module), std::string_view("Linear_3"));
        QCOMPARE(frames[0].line, 9);
        QCOMPARE(anonymous->text(frames[1].file), std::string_view("module_1/file_1.py"));
        QCOMPARE(anonymous->text(frames[1].function), std::string_view("function_1"));
        QCOMPARE(anonymous->info().command, (std::vector<std::string>{"python3", "program_1.py"}));
    }

    void namesThatAreKept_data() {
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("made");
        const auto row = [](const char* category, const char* name, const char* made = nullptr) {
            QTest::newRow(name) << QString::fromLatin1(category) << QString::fromLatin1(name)
                                << QString::fromLatin1(made != nullptr ? made : name);
        };
        row("cpu_op", "aten::addmm");
        row("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0");
        row("cpu_op", "AcmeFn", "operator_1");
        row("cpu_op", "autograd::engine::evaluate_function: AcmeFnBackward",
            "autograd::engine::evaluate_function: operator_1Backward");
        row("cpu_op", "acme::rope", "operator_1");
        row("cuda_runtime", "cudaLaunchKernel");
        row("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)");
        row("kernel", "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<int>, "
                      "std::array<char*, 1ul> >(int)");
        row("kernel", "ampere_sgemm_128x64_nn");
        row("kernel", "triton_poi_fused_add_native_layer_norm_3");
        row("kernel", "acme_rope_kernel", "kernel_1");
        row("kernel", "acme_sgemm_kernel", "kernel_1_gemm");
        row("kernel", "softmax_kernel", "kernel_1_softmax");
        row("user_annotation", "ProfilerStep#12");
        row("user_annotation", "Optimizer.step#AdamW.step");
        row("user_annotation", "Optimizer.step#AcmeOpt.step", "Optimizer.step#class_1.step");
        row("user_annotation", "nccl:all_reduce");
        row("user_annotation", "acme batch 32", "range_1 32");
        row("python_function", "nn.Module: Linear_0");
        row("python_function", "nn.Module: AcmeBlock_3", "nn.Module: layer_1_3");
        row("python_function", "torch/nn/modules/linear.py(125): forward");
        row("python_function", "acme/train.py(12): AcmeData.__getitem__",
            "module_1/file_1.py(12): class_1.__getitem__");
        row("python_function", "/usr/lib/python3.11/threading.py(973): Thread.run",
            "threading.py(973): Thread.run");
        row("python_function", "/usr/lib/python3.11/acme.py(9): run", "module_1/file_1.py(9): function_1");
        row("python_function", "/srv/acme/python3/email/acme.py(9): run",
            "module_1/file_1.py(9): function_1");
    }
    void namesThatAreKept() {
        QFETCH(QString, category);
        QFETCH(QString, name);
        QFETCH(QString, made);
        TraceBuilder builder;
        builder.addProcess({.key = "7"});
        builder.addTrack({.process = ProcessId(0), .key = "7"});
        const LayoutId layout =
            builder.addLayout({.phase = 'X', .category = text(builder, category.toStdString())});
        builder.addSlice(TrackId(0), {.start = 0,
                                      .duration = 5,
                                      .name = text(builder, name.toStdString()),
                                      .layout = layout,
                                      .row = builder.addArgs(layout, {})});
        const auto anonymous = anonymousTrace(*builder.publish(), {});
        const std::string_view now = anonymous->text(anonymous->slice(SliceId(0)).name);
        QCOMPARE(QString::fromUtf8(now.data(), static_cast<qsizetype>(now.size())), made);
    }

    void theKeyDecidesTheReplacement() {
        Pseudonyms numbered{{}};
        QCOMPARE(numbered.of("kernel", "a"), std::string("kernel_1"));
        QCOMPARE(numbered.of("kernel", "b"), std::string("kernel_2"));
        QCOMPARE(numbered.of("kernel", "a"), std::string("kernel_1"));
        Pseudonyms one("0123456789abcdef");
        Pseudonyms same("0123456789abcdef");
        Pseudonyms other("0123456789abcdeg");
        (void)same.of("kernel", "first");
        QCOMPARE(one.of("kernel", "a"), same.of("kernel", "a"));
        QVERIFY(one.of("kernel", "a") != other.of("kernel", "a"));
        QVERIFY(one.of("kernel", "a") != one.of("kernel", "b"));
        // RFC 4231, test case 2.
        QCOMPARE(hmacSha256("Jefe", "what do ya want for nothing?"),
                 std::string("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
    }

    void itStopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(anonymousTrace(*secretTrace(), {}, stop.get_token()) == nullptr);
    }
};

int run_tst_anonymise(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_anonymise>(argc, argv);
}
#include "tst_anonymise.moc"
