// The values that the program keeps between two runs. main() owns the object and passes it on.
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

// A file that was opened before.
struct RecentSession {
    QString path; // absolute
    QDateTime opened;
};

// The state of a window's panels that its saved layout lacks, by the keys of their views.
struct KeptPanels {
    QStringList hidden; // panels hidden together, to be shown together again
    QStringList front;  // panels in front of their tabs
};

// UI thread only. Values are written at once. Only the types of values in the file are trusted.
class Settings : public QObject {
    Q_OBJECT

public:
    // An empty path means the user's own settings file.
    explicit Settings(const QString& path = {}, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    // BCP 47 name ("en", "zh_CN"); empty: the desktop's language.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);

    // Command that opens a source line, with {file} and {line}. Empty: $VISUAL, $EDITOR or the desktop's choice.
    [[nodiscard]] QString editor() const;
    void setEditor(const QString& command);

    // Places of source files that were recorded elsewhere: the recorded folder and the folder here, at most kMaxMappings.
    static constexpr int kMaxMappings = 64;
    [[nodiscard]] QList<std::pair<QString, QString>> sourceMappings() const;
    void setSourceMappings(const QList<std::pair<QString, QString>>& mappings);
    // Folders whose sources the user wants to see.
    [[nodiscard]] QStringList sourceRoots() const;
    void addSourceRoot(const QString& folder);

    // Machines from which the user allows to fetch source files, such as "ssh:gpu1".
    [[nodiscard]] QStringList sourceTargets() const;
    void addSourceTarget(const QString& target);

    // True: the mouse wheel zooms in the timeline, and Ctrl with the wheel scrolls the rows.
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

    // Last input in a field of the capture dialog.
    [[nodiscard]] QString captureField(const QString& name) const;
    void setCaptureField(const QString& name, const QString& value);

    // The user's changes to a table's columns, by the id of the view; see arrangementText().
    [[nodiscard]] QString tableColumns(const QString& view) const;
    void setTableColumns(const QString& view, const QString& columns);
    // Queries of the view Query, the newest first, at most kMaxQueries. Longer ones than kLongestQuery are not kept.
    static constexpr int kMaxQueries = 50;
    static constexpr int kLongestQuery = 20'000;
    [[nodiscard]] QStringList queries() const;
    void setQueries(const QStringList& queries);

    // The user's keys for a command ("Ctrl+O Ctrl+P", or empty for none); nothing: the default keys.
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
