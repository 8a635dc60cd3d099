// The recent sessions as a menu.
#pragma once

#include <QMenu>

namespace lanes {

class Settings;

class RecentMenu : public QMenu {
    Q_OBJECT

public:
    explicit RecentMenu(Settings& settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested(const QString& path);

private:
    void fill();

    Settings& settings_;
};

} // namespace lanes
