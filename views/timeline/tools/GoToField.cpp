#include "views/timeline/tools/GoToField.h"

#include "model/base/Moment.h"
#include "views/shared/look/Shapes.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace lanes {

namespace {

constexpr int kWidth = 320;
constexpr int kTop = 36; // below the ruler

std::optional<Destination> stepNamed(const QString& text, const std::vector<Step>& steps) {
    if (!text.startsWith(QLatin1String("step"), Qt::CaseInsensitive)) {
        return {};
    }
    bool whole = false;
    const qlonglong wanted = text.mid(4).remove(QLatin1Char('#')).trimmed().toLongLong(&whole);
    const auto step = std::ranges::find(steps, wanted, &Step::number);
    return whole && step != steps.end() ? std::optional(Destination{step->range}) : std::nullopt;
}

// A number alone is milliseconds.
std::optional<TimeNs> momentOf(QString text) {
    if (!text.isEmpty() && (text.back().isDigit() || text.back() == QLatin1Char('.'))) {
        text += QStringLiteral("ms");
    }
    return parseMoment(text.toStdString());
}

} // namespace

std::optional<Destination> destinationOf(const QString& text, TimeNs origin, const std::vector<Step>& steps) {
    QString compact = text.trimmed();
    if (const auto step = stepNamed(compact, steps)) {
        return step;
    }
    compact.remove(QLatin1Char(' ')).remove(QChar(0x2009)).replace(QLatin1Char(','), QLatin1Char('.'));
    compact.replace(QChar(0x00b5), QLatin1Char('u')).replace(QChar(0x03bc), QLatin1Char('u'));
    const qsizetype dots = compact.indexOf(QLatin1String(".."));
    const auto begin = momentOf(dots < 0 ? compact : compact.left(dots));
    const auto end = dots < 0 ? begin : momentOf(compact.mid(dots + 2));
    const bool forward = begin && end && (dots < 0 || *begin < *end);
    return forward ? std::optional(Destination{{origin + *begin, origin + *end}}) : std::nullopt;
}

GoToField::GoToField(Appearance& appearance, QWidget* parent)
    : QFrame(parent)
    , appearance_(appearance)
    , line_(new QLineEdit(this))
    , hint_(new QLabel(this)) {
    setObjectName(QStringLiteral("goTo"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 8);
    layout->setSpacing(6);
    layout->addWidget(line_);
    layout->addWidget(hint_);
    line_->setAccessibleName(tr("Time or step to go to"));
    line_->setPlaceholderText(tr("29.4 ms, 1 s..1.2 s, step 6"));
    line_->installEventFilter(this);
    connect(line_, &QLineEdit::textEdited, this, [this] { hint_->setText(complaint()); });
    hide();
}

void GoToField::ask(const QString& text, TimeNs origin, std::vector<Step> steps) {
    origin_ = origin;
    steps_ = std::move(steps);
    const Fonts& fonts = appearance_.fonts();
    line_->setFont(fonts.sans());
    hint_->setFont(fonts.sans(Fonts::kSmall));
    QPalette quiet = appearance_.theme().palette();
    quiet.setColor(QPalette::WindowText, appearance_.theme().text3);
    hint_->setPalette(quiet);
    hint_->setText(
        steps_.empty()
            ? tr("Enter goes there")
            : tr("Enter goes there; steps %1 to %2").arg(steps_.front().number).arg(steps_.back().number));
    line_->setText(text);
    setFixedWidth(std::min(fonts.scaled(kWidth), parentWidget()->width()));
    adjustSize();
    move((parentWidget()->width() - width()) / 2, fonts.scaled(kTop));
    show();
    raise();
    line_->setFocus(Qt::ShortcutFocusReason);
    if (text.isEmpty()) {
        return;
    }
    line_->end(false);
}

QString GoToField::complaint() const {
    if (destinationOf(line_->text(), origin_, steps_)) {
        return tr("Enter goes there");
    }
    return line_->text().trimmed().startsWith(QLatin1String("step"), Qt::CaseInsensitive)
               ? tr("There is no such step")
               : tr("Not a time: 29.4 ms, 1.2 s, 300 us");
}

void GoToField::go() {
    if (const auto to = destinationOf(line_->text(), origin_, steps_)) {
        finish();
        Q_EMIT chosen(*to);
    } else {
        hint_->setText(complaint());
    }
}

void GoToField::finish() {
    Q_EMIT closed(); // first: hiding what has the focus moves it on as Tab does
    hide();
}

bool GoToField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // letters are letters here
        return true;
    }
    if (event->type() == QEvent::FocusOut && isVisible()) {
        hide();
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            go();
            return true;
        }
        if (key == Qt::Key_Escape) {
            finish();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void GoToField::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillRounded(painter, rect(), 8, theme.overlay);
    strokeRounded(painter, rect(), 8, theme.line2);
}

} // namespace lanes
