#include "app/settings/Settings.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr QLatin1String kTheme("window/theme");
constexpr QLatin1String kLanguage("window/language");
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kLayout("window/layout");
constexpr QLatin1String kHiddenPanels("window/hiddenPanels");
constexpr QLatin1String kFrontPanels("window/frontPanels");
constexpr QLatin1String kEditor("source/editor");
constexpr QLatin1String kMappings("source/mappings");
constexpr QLatin1String kRecorded("recorded");
constexpr QLatin1String kHere("here");
constexpr QLatin1String kRoots("source/roots");
constexpr QLatin1String kTargets("source/targets");
constexpr QLatin1String kWheelZooms("timeline/wheelZooms");
constexpr QLatin1String kRecent("recent");
constexpr QLatin1String kPath("path");
constexpr QLatin1String kOpened("opened");

QString captureKey(const QString& name) {
    return QStringLiteral("capture/") + name;
}

QString shortcutKey(const QString& command) {
    return QStringLiteral("shortcuts/") + command;
}

QString pathOf(const QString& path) {
    return path.isEmpty() ? QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("lanescope"),
                                      QStringLiteral("lanescope"))
                                .fileName()
                          : path;
}

} // namespace

Settings::Settings(const QString& path, QObject* parent)
    : QObject(parent)
    , store_(pathOf(path), QSettings::IniFormat) {}

ThemeChoice Settings::theme() const {
    const QString text = store_.value(kTheme).toString();
    return text == QLatin1String("light")  ? ThemeChoice::Light
           : text == QLatin1String("dark") ? ThemeChoice::Dark
                                           : ThemeChoice::Desktop;
}

void Settings::setTheme(ThemeChoice theme) {
    const char* text = theme == ThemeChoice::Light  ? "light"
                       : theme == ThemeChoice::Dark ? "dark"
                                                    : "desktop";
    store_.setValue(kTheme, QString::fromLatin1(text));
    Q_EMIT themeChanged();
}

QString Settings::language() const {
    return store_.value(kLanguage).toString();
}

void Settings::setLanguage(const QString& language) {
    store_.setValue(kLanguage, language);
}

QString Settings::editor() const {
    return store_.value(kEditor).toString();
}

void Settings::setEditor(const QString& command) {
    store_.setValue(kEditor, command);
}

QList<std::pair<QString, QString>> Settings::sourceMappings() const {
    QList<std::pair<QString, QString>> mappings;
    QSettings store(store_.fileName(), QSettings::IniFormat);
    const int size = std::min(store.beginReadArray(kMappings), kMaxMappings);
    for (int i = 0; i < size; ++i) {
        store.setArrayIndex(i);
        const QString recorded = store.value(kRecorded).toString();
        const QString here = store.value(kHere).toString();
        if (!recorded.isEmpty() && !here.isEmpty()) {
            mappings << std::pair(recorded, here);
        }
    }
    return mappings;
}

void Settings::setSourceMappings(const QList<std::pair<QString, QString>>& mappings) {
    store_.remove(kMappings);
    store_.beginWriteArray(kMappings);
    for (int i = 0; i < std::min<int>(static_cast<int>(mappings.size()), kMaxMappings); ++i) {
        store_.setArrayIndex(i);
        store_.setValue(kRecorded, mappings[i].first);
        store_.setValue(kHere, mappings[i].second);
    }
    store_.endArray();
    store_.sync();
    Q_EMIT sourcesChanged();
}

QStringList Settings::sourceRoots() const {
    return store_.value(kRoots).toStringList();
}

void Settings::addSourceRoot(const QString& folder) {
    QStringList roots = sourceRoots();
    if (!folder.isEmpty() && !roots.contains(folder)) {
        store_.setValue(kRoots, roots << folder);
        Q_EMIT sourcesChanged();
    }
}

QStringList Settings::sourceTargets() const {
    return store_.value(kTargets).toStringList();
}

void Settings::addSourceTarget(const QString& target) {
    QStringList targets = sourceTargets();
    if (!target.isEmpty() && !targets.contains(target)) {
        store_.setValue(kTargets, targets << target);
    }
}

bool Settings::wheelZooms() const {
    return store_.value(kWheelZooms).toBool();
}

void Settings::setWheelZooms(bool zooms) {
    store_.setValue(kWheelZooms, zooms);
    Q_EMIT wheelChanged();
}

QByteArray Settings::geometry() const {
    return store_.value(kGeometry).toByteArray();
}

QByteArray Settings::layout() const {
    return store_.value(kLayout).toByteArray();
}

KeptPanels Settings::panels() const {
    return {store_.value(kHiddenPanels).toStringList(), store_.value(kFrontPanels).toStringList()};
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout, const KeptPanels& panels) {
    store_.setValue(kGeometry, geometry);
    store_.setValue(kLayout, layout);
    store_.setValue(kHiddenPanels, panels.hidden);
    store_.setValue(kFrontPanels, panels.front);
}

QList<RecentSession> Settings::recentSessions() const {
    QList<RecentSession> sessions;
    QSettings store(store_.fileName(), QSettings::IniFormat);
    const int size = std::min(store.beginReadArray(kRecent), kMaxRecent);
    for (int i = 0; i < size; ++i) {
        store.setArrayIndex(i);
        RecentSession session;
        session.path = store.value(kPath).toString();
        session.opened = QDateTime::fromString(store.value(kOpened).toString(), Qt::ISODateWithMs);
        if (!session.path.isEmpty()) {
            sessions << session;
        }
    }
    return sessions;
}

void Settings::writeRecent(const QList<RecentSession>& sessions) {
    store_.remove(kRecent);
    store_.beginWriteArray(kRecent, static_cast<int>(sessions.size()));
    for (int i = 0; i < sessions.size(); ++i) {
        store_.setArrayIndex(i);
        store_.setValue(kPath, sessions[i].path);
        store_.setValue(kOpened, sessions[i].opened.toString(Qt::ISODateWithMs));
    }
    store_.endArray();
    store_.sync();
    Q_EMIT recentSessionsChanged();
}

void Settings::addRecentSession(RecentSession session) {
    session.path = QFileInfo(session.path).absoluteFilePath();
    QList<RecentSession> sessions = recentSessions();
    sessions.removeIf([&](const RecentSession& other) { return other.path == session.path; });
    sessions.prepend(std::move(session));
    writeRecent(sessions.mid(0, kMaxRecent));
}

void Settings::renameRecentSession(const QString& path, const QString& now) {
    QList<RecentSession> sessions = recentSessions();
    const auto it = std::ranges::find(sessions, path, &RecentSession::path);
    if (it != sessions.end()) {
        it->path = now;
        writeRecent(sessions);
    }
}

void Settings::removeRecentSession(const QString& path) {
    QList<RecentSession> sessions = recentSessions();
    sessions.removeIf([&](const RecentSession& session) { return session.path == path; });
    writeRecent(sessions);
}

void Settings::clearRecentSessions() {
    writeRecent({});
}

QString Settings::captureField(const QString& name) const {
    return store_.value(captureKey(name)).toString();
}

void Settings::setCaptureField(const QString& name, const QString& value) {
    store_.setValue(captureKey(name), value);
}

QString Settings::tableColumns(const QString& view) const {
    return store_.value(QStringLiteral("tables/") + view).toString();
}

void Settings::setTableColumns(const QString& view, const QString& columns) {
    store_.setValue(QStringLiteral("tables/") + view, columns);
}

QStringList Settings::queries() const {
    return store_.value(QStringLiteral("queries")).toStringList().mid(0, kMaxQueries);
}

void Settings::setQueries(const QStringList& queries) {
    QStringList kept;
    for (const QString& query : queries) {
        if (query.size() <= kLongestQuery && kept.size() < kMaxQueries) {
            kept << query;
        }
    }
    store_.setValue(QStringLiteral("queries"), kept);
}

std::optional<QString> Settings::shortcut(const QString& command) const {
    const QVariant keys = store_.value(shortcutKey(command));
    return keys.isValid() ? std::optional(keys.toString()) : std::nullopt;
}

void Settings::setShortcut(const QString& command, const QString& keys) {
    store_.setValue(shortcutKey(command), keys);
}

void Settings::removeShortcut(const QString& command) {
    store_.remove(shortcutKey(command));
}

} // namespace lanes
