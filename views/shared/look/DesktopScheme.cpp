#include "views/shared/look/DesktopScheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QPalette>

namespace lanes {

namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");
const QString kMotionGroup = QStringLiteral("org.gnome.desktop.interface");
const QString kMotionKey = QStringLiteral("enable-animations");

// Portals answer Read with a variant inside a variant, once or twice.
QVariant unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>()) {
        value = value.value<QDBusVariant>().variant();
    }
    return value;
}

} // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent) {
    const QString platform = QGuiApplication::platformName();
    if (platform == QLatin1String("offscreen") || platform == QLatin1String("minimal")) {
        return; // nobody's desktop: stay dark rather than ask the bus of the user who runs the tests
    }
    const QPalette palette = QGuiApplication::palette();
    dark_ = palette.color(QPalette::WindowText).lightnessF() > palette.color(QPalette::Window).lightnessF();
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService, kPath, kSettings, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    ask(kGroup, kKey, &DesktopScheme::take);
    ask(kMotionGroup, kMotionKey, &DesktopScheme::takeAnimations);
}

void DesktopScheme::ask(const QString& group, const QString& key,
                        void (DesktopScheme::*use)(const QVariant&)) {
    QDBusMessage read = QDBusMessage::createMethodCall(kService, kPath, kSettings, QStringLiteral("Read"));
    read << group << key;
    auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(read, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, use](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<QVariant> reply = *done;
        if (reply.isValid()) {
            (this->*use)(reply.value());
        }
        done->deleteLater();
    });
}

void DesktopScheme::takeAnimations(const QVariant& value) {
    still_ = !unwrapped(value).toBool();
}

void DesktopScheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == kGroup && key == kKey) {
        take(value.variant());
    } else if (group == kMotionGroup && key == kMotionKey) {
        takeAnimations(value.variant());
    }
}

void DesktopScheme::take(const QVariant& value) {
    const uint scheme = unwrapped(value).toUInt(); // 0 no preference, 1 dark, 2 light
    const bool dark = scheme == 1;
    if ((scheme == 1 || scheme == 2) && dark != dark_) {
        dark_ = dark;
        Q_EMIT changed();
    }
}

} // namespace lanes
