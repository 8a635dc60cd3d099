// The bar above a live session: that it is being recorded, for how long, how much; and how to stop.
#pragma once

#include "app/capture/CaptureRun.h"
#include "app/document/Document.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QPushButton;

namespace lanes {

class Appearance;

class CaptureBar : public QWidget {
    Q_OBJECT

public:
    CaptureBar(Appearance& appearance, Document& document, QWidget* parent = nullptr);
    // The program was started here, so it can be stopped from here: in this way the next time.
    void setStoppable(CaptureRun::Stop next);

Q_SIGNALS:
    void stopRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void place();

    Appearance& appearance_;
    Document& document_;
    QPushButton* follow_;
    QPushButton* stop_;
    QTimer tick_;
    QElapsedTimer since_;
    std::uint32_t seen_ = 0;
    double perSecond_ = 0;
};

} // namespace lanes
