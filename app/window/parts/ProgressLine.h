// A thin bar that shows the progress of some work, or only that it goes on.
#pragma once

#include <QWidget>

namespace lanes {

class Appearance;

class ProgressLine : public QWidget {
    Q_OBJECT

public:
    ProgressLine(Appearance& appearance, QWidget* parent = nullptr);
    // 0 to 1; above 1: unknown, drawn half filled and quiet.
    void setShare(double share);
    [[nodiscard]] double share() const { return share_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    double share_ = 0;
};

} // namespace lanes
