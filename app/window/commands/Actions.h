// Everything the window can be told to do, as one table: text, icon, keys, menu; what a view does has its text and keys from
// the table of views (ViewCommand). Menus, the command palette and the key sheet are made from it.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

class QMenu;
class QMenuBar;

namespace lanes {

Q_NAMESPACE

class Appearance;
class Settings;

// Their names are those of changed keys in the settings.
enum class ActionId : std::uint8_t {
    Open,
    OpenAsOne,
    CompareWith,
    Reload,
    SaveAs,
    Export,
    ExportRange,
    Print,
    KeepBeside,
    ClosePage,
    Sessions,
    OpenChosen,
    RenameSession,
    RevealSession,
    TrashSession,
    ForgetSession,
    SavePicture,
    ExportSvg,
    Quit,
    Undo,
    Redo,
    CopyText,
    CopyPicture,
    CopyReference,
    Search,
    Shortcuts,
    Settings,
    ZoomIn,
    ZoomOut,
    FitStep,
    FocusSelection,
    ShowAll,
    ZoomToBrush,
    ClearSelection,
    FitName,
    ColorCategory,
    ColorName,
    ColorModule,
    ColorDuration,
    Flows,
    CriticalPath,
    SameName,
    Ruler,
    GraphReplays,
    SteadySteps,
    ToggleDetails,
    ToggleBottom,
    ResetLayout,
    FullScreen,
    ThemeDesktop,
    ThemeLight,
    ThemeDark,
    Back,
    Forward,
    NextEvent,
    PreviousEvent,
    FollowForward,
    FollowBack,
    RangeFromSelection,
    ParentEvent,
    FirstChild,
    Mark,
    MarkRange,
    NameMark,
    RemoveMark,
    NextMark,
    PreviousMark,
    GoToTime,
    GoToStep,
    FindRow,
    OpenRow,
    PinRow,
    HideRow,
    ShowRows,
    RowUp,
    RowDown,
    RowTaller,
    RowLower,
    RowHeight,
    NextMatch,
    PreviousMatch,
    FollowEnd,
    NextPage,
    PreviousPage,
    NextPane,
    PreviousPane,
    Capture,
    Attach,
    PauseRecording,
    MarkRecording,
    SaveRecording,
    Detach,
    StopProgram,
    KillProgram,
    CopyRecordCommand,
    Palette,
    Doctor,
    LocateSources,
    Example,
    Keys,
    About,
    Count
};
Q_ENUM_NS(ActionId)
inline constexpr std::size_t kActionCount = static_cast<std::size_t>(ActionId::Count);

struct ActionSpec {
    ActionId id;
    const char* menu; // untranslated title of the menu it stands in
    const char* text;
    const char* icon; // name of an icon, or empty
    const char* keys; // "Ctrl+O", several apart by blanks; empty: none
    bool gapAbove;    // a separator before it in its menu
    // Name of the command of the current view that it stands for; the view takes the keys itself, they are only shown.
    // Null: the window does it.
    const char* viewCommand;
    const char* context = "lanes::Actions"; // of translations of the text
};

[[nodiscard]] std::span<const ActionSpec> actionSpecs();

// The actions of one window, owned by it.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(Appearance& appearance, QWidget* window);

    [[nodiscard]] QAction* operator[](ActionId id) const { return actions_[static_cast<std::size_t>(id)]; }
    // Makes the menus; `recent` gets its place in the first, `running` in that of captures.
    void fill(QMenuBar& bar, QMenu& recent, QMenu& running);
    // The theme's actions set it and show what is set.
    void bindThemes(Settings& settings);
    [[nodiscard]] QMenu* viewMenu() const { return viewMenu_; } // after fill()
    [[nodiscard]] static QString menuTitle(const ActionSpec& spec);
    // Without the key that follows a tab and the mnemonic's mark.
    [[nodiscard]] QString plainText(ActionId id) const;

    // Keys that do it now: the user's own or those of the table.
    [[nodiscard]] const QList<QKeySequence>& keys(ActionId id) const;
    // "Ctrl+Shift+P" of an action, for people; empty if it has none.
    [[nodiscard]] QString keysText(ActionId id) const;
    // Who has this key already, in words; empty: it is free for `id`.
    [[nodiscard]] QString ownerOf(const QKeySequence& key, ActionId id) const;
    // The user's own keys, from the settings and into them.
    void bindKeys(Settings& settings);
    void setKeys(ActionId id, const QList<QKeySequence>& keys);
    void setDefaultKeys(ActionId id);
    [[nodiscard]] bool hasOwnKeys(ActionId id) const;
    // A view's commands get the keys that the user chose for them.
    void giveKeysTo(const QWidget& view) const;

Q_SIGNALS:
    void keysChanged();

private:
    void tint();
    void takeKeys(const ActionSpec& spec, const QList<QKeySequence>& keys, bool own);

    Appearance& appearance_;
    Settings* settings_ = nullptr; // once keys are bound
    std::array<QAction*, kActionCount> actions_{};
    std::array<QList<QKeySequence>, kActionCount> keys_;
    std::array<bool, kActionCount> own_{};
    QMenu* viewMenu_ = nullptr;
};

} // namespace lanes
