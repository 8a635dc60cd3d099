// What the program remembers between two runs, as values. Owned by main(), handed to those who need it.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace lanes {

enum class ThemeChoice { Desktop, Light, Dark };

// A file that was open before.
struct RecentSession {
    QString path; // absolute
    QDateTime opened;
};

// What a window's layout does not hold of its panels, by the keys of their views.
struct KeptPanels {
    QStringList hidden; // together, to come back together
    QStringList front;  // of their tabs
};

// UI thread only. Values are written through at once; what stands in the file is never trusted further than
// its type.
class Settings : public QObject {
    Q_OBJECT

public:
    // Empty path: the user's own settings file.
    explicit Settings(const QString& path = {}, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    // BCP 47 name ("en", "zh_CN"), or empty for the desktop's language.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);

    // Command that opens a source line, with {file} and {line}; empty: $VISUAL, $EDITOR or the desktop's choice.
    [[nodiscard]] QString editor() const;
    void setEditor(const QString& command);

    // Where source files are that were recorded elsewhere: the folder as recorded and the folder here, at most kMaxMappings.
    static constexpr int kMaxMappings = 64;
    [[nodiscard]] QList<std::pair<QString, QString>> sourceMappings() const;
    void setSourceMappings(const QList<std::pair<QString, QString>>& mappings);
    // Folders whose sources the user wants to see.
    [[nodiscard]] QStringList sourceRoots() const;
    void addSourceRoot(const QString& folder);

    // Machines that the user wants source files fetched from, as "ssh:gpu1".
    [[nodiscard]] QStringList sourceTargets() const;
    void addSourceTarget(const QString& target);

    // Whether the mouse wheel zooms in the timeline, and Ctrl with it scrolls the rows.
    [[nodiscard]] bool wheelZooms() const;
    void setWheelZooms(bool zooms);

    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QByteArray layout() const;
    [[nodiscard]] KeptPanels panels() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout, const KeptPanels& panels);

    // Newest first, at most kMaxRecent, each path once.
    static constexpr int kMaxRecent = 60;
    static constexpr int kRecentInMenus = 12;
    [[nodiscard]] QList<RecentSession> recentSessions() const;
    void addRecentSession(RecentSession session);
    void renameRecentSession(const QString& path, const QString& now);
    void removeRecentSession(const QString& path);
    void clearRecentSessions();

    // What the capture dialog was filled with last time, by field.
    [[nodiscard]] QString captureField(const QString& name) const;
    void setCaptureField(const QString& name, const QString& value);

    // What the user changed about a table's columns, by the view's id; see arrangementText().
    [[nodiscard]] QString tableColumns(const QString& view) const;
    void setTableColumns(const QString& view, const QString& columns);

    // Keys that the user chose for a command ("Ctrl+O Ctrl+P", or empty for none); nothing: the command's own.
    [[nodiscard]] std::optional<QString> shortcut(const QString& command) const;
    void setShortcut(const QString& command, const QString& keys);
    void removeShortcut(const QString& command);

Q_SIGNALS:
    void themeChanged();
    void wheelChanged();
    void sourcesChanged();
    void recentSessionsChanged();

private:
    void writeRecent(const QList<RecentSession>& sessions);

    QSettings store_;
};

} // namespace lanes
