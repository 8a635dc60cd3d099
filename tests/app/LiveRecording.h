// A recording of one thread that a test writes by hand, and that is followed meanwhile.
#pragma once

#include "model/session/writing/SessionWriter.h"
#include "tests/support/SessionOutput.h"

#include <QString>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanes::test {

class LiveRecording {
public:
    static constexpr TimeNs kSecond = 1'000'000'000;
    static constexpr TimeNs kQuiet = 2 * kSecond; // one slice alone
    static constexpr TimeNs kApart = 10'000;      // slices behind it

    explicit LiveRecording(const QString& path)
        : writer_(std::move(session::SessionWriter::create(test::outputAt(path.toStdString()))).value())
        , track_(writer_.addTrack({.process = writer_.addProcess({.key = "1"}), .key = "1"}))
        , layout_(writer_.layout({.phase = 'X', .category = writer_.string("cpu_op"), .columns = {}})) {}

    // It did one thing for long and then very many, of a few names. False: they could not be written.
    bool writeLongOne() { return write({{0, kQuiet, writer_.string("aten::long"), layout_, 0}}); }
    bool writeMany(std::uint32_t count) {
        constexpr std::uint32_t kAtOnce = 40'000;
        constexpr std::uint32_t kNames = 12;
        std::vector<StringId> names;
        for (std::uint32_t i = 0; i < kNames; ++i) {
            names.push_back(writer_.string("aten::short_" + std::to_string(i)));
        }
        std::vector<SliceRecord> slices;
        for (std::uint32_t i = 0; i < count; ++i, now_ += kApart) {
            slices.push_back({now_, kApart / 2, names[i % kNames], layout_, 0});
            if (slices.size() == kAtOnce && !write(std::exchange(slices, {}))) {
                return false;
            }
        }
        return write(slices);
    }
    bool end() { return writer_.finish().ok(); }

private:
    struct NoCells : session::CellSource {
        void cells(LayoutId, std::uint32_t, std::span<std::int64_t>) const override {}
    };

    bool write(const std::vector<SliceRecord>& slices) {
        return writer_.writeSlices(track_, slices, {}, NoCells()).ok() && writer_.flush().ok();
    }

    session::SessionWriter writer_;
    TrackId track_;
    LayoutId layout_;
    TimeNs now_ = kQuiet;
};

} // namespace lanes::test
