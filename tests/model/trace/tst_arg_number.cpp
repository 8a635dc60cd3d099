// Numbers of arguments in every spelling that writers of traces use, and keys of early torch.
#include "model/trace/args/ArgNumber.h"
#include "model/trace/args/IdReader.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lanes;

namespace {

ArgValue text() {
    return ArgValue::ofText(StringId(0));
}

ArgValue decimal(std::int64_t mantissa, std::uint8_t digits) {
    return {ArgValue::Type::Decimal, mantissa, digits, 0};
}

} // namespace

class tst_arg_number : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsAreNumbersAsAWhole() {
        QCOMPARE(numberOf(text(), "1.75"), std::optional(1.75));
        QCOMPARE(numberOf(text(), "1e-05"), std::optional(1e-05));
        QCOMPARE(numberOf(text(), "1.5E+16"), std::optional(1.5e16));
        QCOMPARE(numberOf(text(), "0.30000000000000004"), std::optional(0.30000000000000004));
        QCOMPARE(numberOf(text(), "123456789012345678901"), std::optional(123456789012345678901.0));
        QCOMPARE(numberOf(text(), " +3 "), std::optional(3.0));
        for (const char* none : {"", " ", "soon", "3 kB", "nan", "inf", "1e999", "0x10", "--1", "1.2.3"}) {
            QVERIFY2(!numberOf(text(), none), none);
        }
        QVERIFY(!numberOf(ArgValue::ofStack(StackId(1)), {}));
    }

    void decimalsAreRoundedOnce() {
        QCOMPARE(numberOf(decimal(1, 1), {}), std::optional(0.1));
        QCOMPARE(numberOf(decimal(30000000000000004, 17), {}), std::optional(0.30000000000000004));
        QCOMPARE(numberOf(decimal(-5, 31), {}), std::optional(-5e-31));
        QCOMPARE(numberOf(ArgValue::ofInteger(-7), {}), std::optional(-7.0));
    }

    void wholeNumbersHaveNoFraction() {
        QCOMPARE(wholeNumberOf(ArgValue::ofInteger(5), {}), std::optional<std::int64_t>(5));
        QCOMPARE(wholeNumberOf(decimal(30, 1), {}), std::optional<std::int64_t>(3));
        QCOMPARE(wholeNumberOf(text(), "1.048576e6"), std::optional<std::int64_t>(1048576));
        QCOMPARE(wholeNumberOf(text(), "9007199254740993"),
                 std::optional<std::int64_t>(9007199254740993)); // 2^53 + 1
        QCOMPARE(wholeNumberOf(text(), "-9223372036854775808"),
                 std::optional(std::numeric_limits<std::int64_t>::min()));
        QVERIFY(!wholeNumberOf(decimal(35, 1), {}));
        QVERIFY(!wholeNumberOf(text(), "1e30"));
        QVERIFY(!wholeNumberOf(text(), "9223372036854775808"));
    }

    void keysOfEarlyTorchAreFound() {
        TraceBuilder builder;
        ArgLayout layout;
        layout.columns = {{builder.strings().intern("external id"), ArgColumn::Form::Number, false, {}}};
        const LayoutId old = builder.addLayout(layout);
        layout.columns = {{builder.strings().intern("External id"), ArgColumn::Form::Number, false, {}}};
        const LayoutId now = builder.addLayout(layout);
        const std::uint32_t row = builder.addArgs(old, {ArgValue::ofInteger(5).encode()});
        std::ignore = builder.addArgs(now, {ArgValue::ofInteger(6).encode()});
        const TrackId track = builder.addTrack({.process = builder.addProcess({.key = "1"}), .key = "1"});
        for (const LayoutId layout : {old, now}) {
            SliceRecord slice;
            slice.start = layout.value;
            slice.duration = 1;
            slice.layout = layout;
            slice.row = row;
            builder.addSlice(track, slice);
        }
        const auto trace = builder.publish();
        IdReader reader(*trace, "External id");
        QCOMPARE(reader.of(SliceId(0))->number(), std::int64_t(5));
        QCOMPARE(reader.of(SliceId(1))->number(), std::int64_t(6));
        QCOMPARE(IdReader::ofOne(*trace, SliceId(0), "External id", ProcessId(0)), FileId(ProcessId(0), 5));
        IdReader other(*trace, "correlation");
        QVERIFY(!other.of(SliceId(0)));
    }
};

int run_tst_arg_number(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_arg_number>(argc, argv);
}
#include "tst_arg_number.moc"
