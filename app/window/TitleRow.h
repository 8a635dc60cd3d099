// The first row of the window: logo, menus, and the tabs of open sessions.
#pragma once

#include <QWidget>

class QMenuBar;
class QToolButton;

namespace lanes {

class Appearance;
class DocumentTabs;

class TitleRow : public QWidget {
    Q_OBJECT

public:
    explicit TitleRow(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] QMenuBar& menus() { return *menus_; }
    [[nodiscard]] DocumentTabs& tabs() { return *tabs_; }
    // True: shows the "+" behind the tabs.
    void setTabsShown(bool shown);

Q_SIGNALS:
    void openRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    QMenuBar* menus_;
    DocumentTabs* tabs_;
    QToolButton* plus_;
};

} // namespace lanes
