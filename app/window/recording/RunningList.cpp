#include "app/window/recording/RunningList.h"

#include "app/capture/running/Recordings.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanes {

namespace {

constexpr int kRowHeight = 44;
constexpr int kRunGap = 8;
constexpr int kRunPadding = 18;
constexpr double kRunRadius = 6;

} // namespace

class RunningRow : public QWidget {
public:
    RunningRow(Appearance& appearance, RunningList* list)
        : QWidget(list)
        , appearance_(appearance)
        , watch_(new QPushButton(RunningList::tr("Watch"), this)) {
        auto* line = new QHBoxLayout(this);
        line->setContentsMargins(0, 0, kRunGap, 0);
        line->addStretch(1);
        line->addWidget(watch_);
        setFixedHeight(appearance_.fonts().scaled(kRowHeight));
        QObject::connect(watch_, &QPushButton::clicked, list,
                         [this, list] { Q_EMIT list->watchRequested(session_); });
        QObject::connect(&appearance_, &Appearance::changed, this, [this] { tint(); });
        tint();
    }

    void say(const RecordingLink& link) {
        session_ = link.session();
        paused_ = link.status()->paused;
        program_ = paused_ ? RunningList::tr("%1: recording is paused").arg(link.program())
                           : RunningList::tr("%1 is being recorded").arg(link.program());
        const auto events = link.status()->events;
        const auto lost = link.status()->lost;
        facts_ = RunningList::tr("%1, %2 events, %3", nullptr, pluralOf(events))
                     .arg(durationText(link.status()->time, 3), countText(events),
                          lost == 0 ? RunningList::tr("none lost")
                                    : RunningList::tr("%1 lost").arg(countText(lost)));
        watch_->setAccessibleName(RunningList::tr("Watch %1").arg(link.program()));
        setToolTip(session_);
        update();
    }
    [[nodiscard]] QString text() const { return program_ + QLatin1Char(' ') + facts_; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& theme = appearance_.theme();
        const Fonts& fonts = appearance_.fonts();
        fillRounded(painter, rect(), kRunRadius, theme.panel);
        strokeRounded(painter, rect(), kRunRadius, theme.line);
        const qreal middle = height() / 2.0;
        if (paused_) {
            const int size = fonts.scaled(16);
            appearance_.icons().paint(painter, {qreal(fonts.scaled(kRunPadding - 4)), middle - size / 2.0},
                                      QStringLiteral("pause"), size, theme.warn);
        } else {
            const qreal dot = fonts.scaled(8);
            fillRounded(painter, {qreal(fonts.scaled(kRunPadding)), middle - dot / 2, dot, dot}, dot / 2,
                        theme.bad);
        }
        qreal x = fonts.scaled(kRunPadding + 20);
        const qreal end = watch_->x() - fonts.scaled(kRunGap);
        x += drawTextLine(painter, {x, 0, end - x, qreal(height())}, program_, fonts.sans(Fonts::kBody, 600),
                          theme.text) +
             fonts.scaled(12);
        if (x < end) {
            drawTextLine(painter, {x, 0, end - x, qreal(height())}, facts_, fonts.sans(), theme.text2);
        }
    }

private:
    void tint() {
        const Theme& theme = appearance_.theme();
        watch_->setIcon(appearance_.icons().icon(QStringLiteral("play"), theme.text2, theme.text3));
        update();
    }

    Appearance& appearance_;
    QPushButton* watch_;
    QString session_;
    QString program_;
    QString facts_;
    bool paused_ = false;
};

RunningList::RunningList(Appearance& appearance, Recordings& recordings, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , recordings_(recordings) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kRunGap);
    connect(&recordings_, &Recordings::changed, this, &RunningList::refresh);
    refresh();
}

void RunningList::refresh() {
    const QList<RecordingLink*> running = recordings_.all();
    while (rows_.size() > running.size()) {
        rows_.takeLast()->deleteLater();
    }
    while (rows_.size() < running.size()) {
        rows_ << new RunningRow(appearance_, this);
        layout()->addWidget(rows_.last());
    }
    for (qsizetype i = 0; i < running.size(); ++i) {
        rows_[i]->say(*running[i]);
    }
    setVisible(!running.isEmpty());
}

QStringList RunningList::texts() const {
    QStringList all;
    for (const RunningRow* row : rows_) {
        all << row->text();
    }
    return all;
}

} // namespace lanes
