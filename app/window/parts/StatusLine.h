// The line at the bottom: the session's data quality, the selection, and useful keys.
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
    // `actions` outlive the line: it names their keys.
    StatusLine(Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);
    void setState(ViewState* state);
    // Shows a short message ("Copied") in place of the selection for some seconds.
    void say(const QString& text);
    // Sets the view whose keys are shown; null: none.
    void setView(const ViewSpec* view);
    [[nodiscard]] QString qualityText() const; // the verdict; until it is known the first note
    [[nodiscard]] QString hintText() const;
    [[nodiscard]] QString deviceText() const;    // the model of the first device, else its name in the trace
    [[nodiscard]] QString selectionText() const; // the last message, or the selected event

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
    QString device_; // deviceText(), which is too slow for each paint
    qreal qualityEnd_ = 0;
};

} // namespace lanes
