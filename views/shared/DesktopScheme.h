// Whether the desktop prefers dark or light, live. Qt 6.4 does not say it, the desktop portal does.
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

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(const QVariant& value);

    bool dark_ = true;
};

} // namespace lanes
