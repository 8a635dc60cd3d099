// The desktop's preferences: dark or light, and reduced motion. They follow changes while the program runs. The source is the
// desktop portal, because Qt 6.4 does not report them.
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QString>

namespace lanes {

// UI thread. Without a portal, the palette that the desktop gave the application decides once, at the start.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);
    [[nodiscard]] bool prefersDark() const { return dark_; }
    // True: the desktop's user wants nothing to move by itself.
    [[nodiscard]] bool reducesMotion() const { return still_; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask(const QString& group, const QString& key, void (DesktopScheme::*use)(const QVariant&));
    void take(const QVariant& value);
    void takeAnimations(const QVariant& value);

    bool dark_ = true;
    bool still_ = false;
};

} // namespace lanes
