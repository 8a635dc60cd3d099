// What a frame of the timeline costs: a scripted journey (zoom from everything to a microsecond and back, pans at six
// scales) through the real widget, at 1080p and 4K.
//
//   frame_journey SLICES|NAME=FILE...    over generated sessions of so many slices, and traces
#include "model/io/OpenTrace.h"
#include "resources/Fonts.h"
#include "tests/bench/Report.h"
#include "tests/bench/Session.h"
#include "tests/support/ThreadClock.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/painting/TimelinePrepare.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

using namespace lanes;

namespace {

constexpr double kFrameMs = 1000. / 60;

// Adds up the time that the UI thread spends in events, by frame: up to and with each paint of the canvas.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        const bool outermost = depth_++ == 0;
        const qint64 before = outermost ? test::threadNs() : 0;
        painted_ = painted_ || (receiver == canvas_ && event->type() == QEvent::Paint);
        const bool result = QApplication::notify(receiver, event);
        --depth_;
        if (outermost) {
            busyNs_ += test::threadNs() - before;
            if (std::exchange(painted_, false)) {
                frames_.push_back(double(std::exchange(busyNs_, 0)) / 1e6);
                latency_.push_back(double(input_.nsecsElapsed()) / 1e6);
            }
        }
        return result;
    }

    void watch(const QObject* canvas) { canvas_ = canvas; }
    // Does what an input does; what follows is counted from here on.
    template<class Input>
    void act(Input&& input) {
        busyNs_ = 0;
        latency_.clear();
        input_.start();
        const qint64 before = test::threadNs();
        input();
        busyNs_ += test::threadNs() - before;
    }
    [[nodiscard]] std::vector<double> takeFrames() { return std::exchange(frames_, {}); } // ms each
    // From the last input to each paint that followed, in ms.
    [[nodiscard]] const std::vector<double>& latency() const { return latency_; }

private:
    const QObject* canvas_ = nullptr;
    int depth_ = 0;
    bool painted_ = false;
    qint64 busyNs_ = 0;
    QElapsedTimer input_;
    std::vector<double> frames_;
    std::vector<double> latency_;
};

double percentile(const std::vector<double>& values, double share) {
    if (values.empty()) {
        return 0;
    }
    const auto at = std::min(values.size() - 1, static_cast<std::size_t>(share * double(values.size())));
    std::vector<double> upTo(at + 1);
    std::ranges::partial_sort_copy(values, upTo);
    return upTo[at];
}

// What no frame does without: a ready picture of its size is drawn. The 99th percentile, as that of the frames.
double drawPictureMs(QSize size) {
    constexpr int kRounds = 1000;
    QImage screen(size, QImage::Format_RGB32);
    QImage ready(size, QImage::Format_RGB32);
    ready.fill(Qt::darkGray);
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const qint64 before = test::threadNs();
        QPainter(&screen).drawImage(0, 0, ready);
        times.push_back(double(test::threadNs() - before) / 1e6);
    }
    return percentile(times, .99);
}

std::vector<TimeRange> journey(TimeRange span) {
    std::vector<TimeRange> steps;
    const TimeNs target = span.begin + span.length() * 61 / 100 + 12'345;
    const double shortest = 1000;
    constexpr int kZoom = 240;
    const double factor = std::pow(shortest / double(span.length()), 1. / kZoom);
    TimeRange range = span;
    for (int i = 0; i < kZoom; ++i) {
        range = inside(zoomed(range, target, factor, 64), span);
        steps.push_back(range);
    }
    for (int i = 0; i < kZoom; ++i) {
        range = inside(zoomed(range, target, 1 / factor, 64), span);
        steps.push_back(range);
    }
    for (int scale = 0; scale < 6; ++scale) {
        const double share = std::pow(10., -scale);
        const auto length = std::max<TimeNs>(1000, static_cast<TimeNs>(double(span.length()) * share));
        const TimeNs begin = span.begin + (span.length() - length) / 3;
        for (int i = 0; i < 80; ++i) {
            const TimeNs by = length / 80 * i;
            steps.push_back(inside({begin + by, begin + by + length}, span));
        }
    }
    return steps;
}

struct Figures {
    std::vector<double> ui;      // ms per frame on the UI thread
    std::vector<double> picture; // ms from an input to a picture of the new range, stretched or exact
    std::vector<double> exact;   // and to the exact one
};

Figures travel(TimedApplication& app, ViewState& state, TimelineView& view,
               const std::vector<TimeRange>& steps) {
    Figures figures;
    app.watch(&view.canvas());
    (void)app.takeFrames();
    for (const TimeRange& step : steps) {
        if (step == state.visible()) {
            continue;
        }
        app.act([&] { state.setVisible(step); });
        while (!view.canvas().isUpToDate()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        QCoreApplication::processEvents(); // the paint that the list asked for
        if (!app.latency().empty()) {
            figures.picture.push_back(app.latency().front());
            figures.exact.push_back(app.latency().back());
        }
    }
    figures.ui = app.takeFrames();
    app.watch(nullptr);
    return figures;
}

std::vector<double> prepareTimes(const std::vector<TimeRange>& steps, const TimelineCanvas& canvas) {
    TimelinePrepare prepare;
    std::vector<double> times;
    for (const TimeRange& step : steps) {
        DrawRequest request = canvas.list()->request;
        request.range = step;
        QElapsedTimer clock;
        clock.start();
        const auto list = prepare.prepare(std::move(request));
        times.push_back(double(clock.nsecsElapsed()) / 1e6);
    }
    return times;
}

struct Size {
    const char* name;
    QSize pixels;
    double pictures; // a frame may take as long as drawing so many ready ones
};
constexpr std::array<Size, 2> kSizes{{{"1080p", {1920, 1080}, 2}, {"4K", {3840, 2160}, 1.5}}};

// Opens a file as the window does, every snapshot on the timeline at once. Says when the first picture stood, when all
// of it did, and what it takes in memory.
std::shared_ptr<const Trace> openInView(const std::string& name, const std::string& path) {
    const std::size_t before = bench::residentBytes();
    Appearance appearance(Appearance::Mode::Dark);
    ViewState state;
    TimelineView view(state, appearance);
    view.resize(kSizes.front().pixels);
    view.show();
    QCoreApplication::processEvents();
    std::shared_ptr<const Trace> whole;
    QElapsedTimer clock;
    clock.start();
    const std::jthread reader([&] {
        OpenOptions options;
        const auto post = [&](const std::function<void()>& call) {
            QMetaObject::invokeMethod(&view, call, Qt::QueuedConnection);
        };
        options.publish = [&](const std::shared_ptr<const Trace>& trace) {
            post([&state, trace] { state.setTrace(trace); });
        };
        const auto result = openTrace(path, options);
        if (!result) {
            bench::fail(result.error().message);
        }
        post([&whole, trace = result.value()] { whole = trace; });
    });
    double first = 0;
    while (!whole || !state.lod() || state.lod()->trace() != whole || !view.canvas().isUpToDate()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const auto& list = view.canvas().list();
        if (first == 0 && list && !list->rows.empty()) {
            QCoreApplication::processEvents(); // the paint that the list asked for
            first = double(clock.nsecsElapsed()) / 1e6;
        }
    }
    bench::row(name + ": first picture", first, "ms", 150);
    bench::row(name + ": all of it in the picture", double(clock.nsecsElapsed()) / 1e9, "s");
    const double grown = double(bench::residentBytes() - before) / whole->sliceCount();
    bench::row(name + ": memory, window included", grown, "B/slice");
    bench::row(name + ": most memory on the way", double(bench::peakBytes()) / 1e9, "GB", 6);
    return whole;
}

using Reference = std::map<std::string, double>; // size -> p99 of the smallest session

// Returns the 99th percentile of the UI thread's time, in milliseconds.
double reportFrames(const std::string& at, const Size& size, const Figures& figures) {
    const double p99 = percentile(figures.ui, .99);
    bench::row(at + ": UI thread per frame p50", percentile(figures.ui, .5), "ms");
    bench::rowAgainst(at + ": UI thread per frame p99, against drawing a ready picture", p99, "ms",
                      drawPictureMs(size.pixels), size.pictures);
    bench::row(at + ": input to a picture p99", percentile(figures.picture, .99) / kFrameMs, "frames", 2);
    bench::row(at + ": input to the exact picture p99", percentile(figures.exact, .99), "ms", 150);
    return p99;
}

void measure(TimedApplication& app, const std::string& name, const std::shared_ptr<const Trace>& trace,
             Reference& reference) {
    QElapsedTimer clock;
    clock.start();
    const auto lod = LodIndex::build(trace);
    bench::row(name + ", level of detail built", double(clock.nsecsElapsed()) / 1e6, "ms");
    bench::row(name + ", pyramid", double(lod->pyramidBytes()) / trace->sliceCount(), "B/slice", 3);
    bench::row(name + ", pyramid and row index",
               double(lod->pyramidBytes() + lod->indexBytes()) / trace->sliceCount(), "B/slice", 7);
    const std::vector<TimeRange> steps = journey(trace->span());
    for (const Size& size : kSizes) {
        for (const auto mode : {Appearance::Mode::Dark, Appearance::Mode::Light}) {
            const bool dark = mode == Appearance::Mode::Dark;
            Appearance appearance(mode);
            ViewState state;
            TimelineView view(state, appearance);
            view.resize(size.pixels);
            view.show();
            state.setTrace(trace);
            while (!view.canvas().isUpToDate()) {
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            }
            const std::string at = name + ", " + size.name + (dark ? ", dark" : ", light");
            const double p99 = reportFrames(at, size, travel(app, state, view, steps));
            if (!dark) {
                continue;
            }
            const auto prepare = prepareTimes(steps, view.canvas());
            bench::row(at + ": prepare p50", percentile(prepare, .5), "ms");
            bench::row(at + ": prepare p99", percentile(prepare, .99), "ms");
            if (const auto known = reference.find(size.name); known != reference.end()) {
                bench::rowAgainst(at + ": UI p99 against the smallest session", p99, "ms", known->second,
                                  1.2);
            } else if (name.ends_with("slices")) {
                reference.emplace(size.name, p99);
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    TimedApplication app(argc, argv);
    addBakedFonts();
    Reference reference;
    for (int i = 1; i < argc; ++i) {
        const std::string what = argv[i];
        if (std::ranges::all_of(what, [](unsigned char c) { return std::isdigit(c) != 0; })) {
            const std::uint64_t slices = std::strtoull(what.c_str(), nullptr, 10);
            const std::string name = std::to_string(slices / 1'000'000) + " M slices";
            measure(app, name, openInView(name, bench::sessionOf(slices)), reference);
            continue;
        }
        const std::size_t equals = what.find('=');
        const std::string file = equals == std::string::npos ? what : what.substr(equals + 1);
        const auto opened = openTrace(file);
        if (!opened) {
            bench::fail(opened.error().message);
        }
        measure(app, what.substr(0, equals), opened.value(), reference);
    }
    return 0;
}
