// The line at the bottom: what is to be known about the session's data quality, the selection, and which keys help.
#pragma once

#include "views/shared/session/ViewState.h"

#include <QFontMetricsF>
#include <QPointer>
#include <QStatusBar>

namespace lanes {

class Actions;
class Appearance;
struct ViewSpec;

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    // `actions` outlive it: it tells their keys.
    StatusLine(Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);
    void setState(ViewState* state);
    // A passing word ("Copied"), shown in place of the selection for some seconds.
    void say(const QString& text);
    // Whose keys it tells; null: none's.
    void setView(const ViewSpec* view);
    [[nodiscard]] QString qualityText() const; // the verdict, or before it is there the first note
    [[nodiscard]] QString hintText() const;
    [[nodiscard]] QString deviceText() const;    // the model of the first device, or what the trace calls it
    [[nodiscard]] QString selectionText() const; // what was said last, or the selected event

Q_SIGNALS:
    void qualityRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void describe();
    [[nodiscard]] QString searchText() const;
    [[nodiscard]] QString fittedSelection(const QFontMetricsF& metrics, qreal room) const;

    Appearance& appearance_;
    const Actions& actions_;
    QPointer<ViewState> state_;
    const ViewSpec* view_ = nullptr;
    QString said_;
    QString device_; // deviceText(), which costs too much for each paint
    qreal qualityEnd_ = 0;
};

} // namespace lanes
