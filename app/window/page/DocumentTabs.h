// The open sessions, in the row of the menus: the current one stands out, a dot marks one that is being recorded, a ring
// one whose recording is paused.
#pragma once

#include <QTabBar>

namespace lanes {

class Appearance;

class DocumentTabs : public QTabBar {
    Q_OBJECT

public:
    explicit DocumentTabs(Appearance& appearance, QWidget* parent = nullptr);

    void setRecording(int index, bool recording);
    [[nodiscard]] bool isRecording(int index) const;
    void setPaused(int index, bool paused); // of one that is being recorded
    [[nodiscard]] bool isPaused(int index) const;
    // What its room leaves of the name of a tab: what tells it from the others first.
    [[nodiscard]] QString shownName(int index) const;
    // Whether what is shown is the current tab's; else none stands out.
    void setCurrentShown(bool shown);

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Mark { None, Recording, Paused };
    [[nodiscard]] Mark markOf(int index) const;
    void setMark(int index, Mark mark);
    [[nodiscard]] QRectF nameRect(int index) const;
    [[nodiscard]] QRect closeRect(int index) const;
    void paintTab(QPainter& painter, int index) const;

    Appearance& appearance_;
    bool currentShown_ = true;
    int hovered_ = -1;
    int pressedClose_ = -1;
};

} // namespace lanes
