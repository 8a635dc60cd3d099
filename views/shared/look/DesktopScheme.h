// Whether the desktop prefers dark or light, and whether things may move, live. Qt 6.4 does not say it, the desktop portal
// does.
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QString>

namespace lanes {

// UI thread. Without a portal the palette that the desktop gave the application decides, once.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);
    [[nodiscard]] bool prefersDark() const { return dark_; }
    // Whether the desktop's user wants nothing to move by itself.
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
