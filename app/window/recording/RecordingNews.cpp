#include "app/window/recording/RecordingNews.h"

#include "app/window/parts/Banner.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/Steering.h"

#include <utility>

namespace lanes {

RecordingNews::RecordingNews(CaptureDesk& captures, Steering& steering, Banner& banner, StatusLine& status,
                             std::function<void(const QString& path)> open, QObject* parent)
    : QObject(parent)
    , banner_(banner)
    , open_(std::move(open)) {
    connect(&captures, &CaptureDesk::failed, this, &RecordingNews::warn);
    connect(&captures, &CaptureDesk::started, this, [this] {
        if (banner_.text() == warned_) {
            banner_.hide(); // of the one before: it would seem to be of this one
        }
    });
    connect(&steering, &Steering::failed, this, &RecordingNews::warn);
    connect(&steering, &Steering::said, &status, &StatusLine::say);
    connect(&steering, &Steering::killWanted, this, &RecordingNews::askToKill);
    connect(&steering, &Steering::saved, this, &RecordingNews::offer);
}

void RecordingNews::warn(const QString& sentence) {
    warned_ = sentence;
    banner_.say(Banner::Tone::Warning, sentence);
}

void RecordingNews::askToKill(const QString& question, const std::function<void()>& kill) {
    banner_.say(Banner::Tone::Warning, question, tr("Kill"), [this, kill] {
        banner_.hide();
        kill();
    });
}

void RecordingNews::offer(const QString& saved) {
    banner_.say(Banner::Tone::Info, tr("Saved %1").arg(saved), tr("Open"), [this, saved] {
        banner_.hide();
        open_(saved);
    });
}

} // namespace lanes
