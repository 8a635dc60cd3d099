#include "views/shared/session/SidecarWriter.h"

#include <chrono>
#include <utility>

namespace lanes {
namespace {

constexpr std::chrono::milliseconds kPause{300}; // a row that is dragged changes with every move of the mouse

} // namespace

SidecarWriter::SidecarWriter(QObject* parent)
    : QObject(parent) {
    pool_.setMaxThreadCount(1);
    timer_.setSingleShot(true);
    timer_.setInterval(kPause);
    connect(&timer_, &QTimer::timeout, this, &SidecarWriter::start);
}

SidecarWriter::~SidecarWriter() {
    finish();
}

void SidecarWriter::write(const QString& path, Sidecar sidecar) {
    due_ = Due{path, std::move(sidecar)};
    if (!timer_.isActive()) {
        timer_.start();
    }
}

void SidecarWriter::start() {
    timer_.stop();
    if (due_) {
        pool_.start([due = *std::exchange(due_, std::nullopt)] {
            [[maybe_unused]] const auto written = writeSidecar(due.path, due.sidecar);
        });
    }
}

void SidecarWriter::finish() {
    start();
    pool_.waitForDone();
}

} // namespace lanes
