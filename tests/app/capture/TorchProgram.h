// Programs of Debian's torch that a test records, and what their sessions hold.
#pragma once

#include "model/trace/RecordingKey.h"
#include "model/trace/Trace.h"
#include "tests/support/Patience.h"

#include <QFile>
#include <QProcess>
#include <QString>

#include <string_view>
#include <vector>

namespace lanes::test {

inline constexpr const char* kPython = "/usr/bin/python3";

// Whether that Python has torch.
inline bool hasTorch() {
    QProcess probe;
    probe.start(kPython, {"-c", "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"});
    return probe.waitForFinished(kPatience) && probe.exitCode() == 0;
}

// Multiplies for ever, a matrix each hundredth of a second, and prints how many it has; ends at Ctrl+C.
inline constexpr const char* kEndless = "import time\n"
                                        "import torch\n"
                                        "a = torch.ones(64, 64)\n"
                                        "print('ready', flush=True)\n"
                                        "step = 0\n"
                                        "try:\n"
                                        "    while True:\n"
                                        "        torch.mm(a, a)\n"
                                        "        time.sleep(0.01)\n"
                                        "        step += 1\n"
                                        "        if step % 20 == 0:\n"
                                        "            print('step', step, flush=True)\n"
                                        "except KeyboardInterrupt:\n"
                                        "    print('stopped', flush=True)\n";

inline bool writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

// The slices of a name, by start in each lane.
inline std::vector<Trace::Slice> slicesNamed(const Trace& trace, std::string_view name) {
    std::vector<Trace::Slice> found;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const Trace::Slice slice = trace.slice(SliceId{i});
        if (trace.text(slice.name) == name) {
            found.push_back(slice);
        }
    }
    return found;
}

// Times of the recording's own marks of that text.
inline std::vector<TimeNs> marksNamed(const Trace& trace, std::string_view text) {
    std::vector<TimeNs> found;
    const PointTable& points = trace.points();
    for (std::uint32_t i = 0; i < points.time.size(); ++i) {
        const Track& track = trace.tracks()[points.track[i].value];
        if (track.key == kRecordingKey && trace.text(points.name[i]) == text) {
            found.push_back(points.time[i]);
        }
    }
    return found;
}

} // namespace lanes::test
