// The tabs of open sessions, in the row of the menus. The current tab stands out. A dot marks a session being recorded, a ring
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
    void setPaused(int index, bool paused); // of a session being recorded
    [[nodiscard]] bool isPaused(int index) const;
    // The name shown on a tab, cut to its room; the part that differs from the other names is kept first.
    [[nodiscard]] QString shownName(int index) const;
    // True: the current tab's page is shown. False: no tab stands out.
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
