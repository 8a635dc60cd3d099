// How everything looks right now: theme, fonts and icons, shared by all views of a window. Follows the
// desktop's light or dark choice unless the user has chosen.
#pragma once

#include "views/shared/look/Fonts.h"
#include "views/shared/look/Icons.h"
#include "views/shared/look/Theme.h"

#include <QObject>

#include <memory>
#include <optional>

class QApplication;

namespace lanes {

class DesktopScheme;

// UI thread. Views keep a pointer and repaint on changed().
class Appearance : public QObject {
    Q_OBJECT

public:
    enum class Mode { System, Light, Dark };

    // Follows the desktop; without a desktop (offscreen) this is the dark theme.
    explicit Appearance(QObject* parent = nullptr);
    // Fixed, for rendering and tests: nothing of the desktop is asked.
    explicit Appearance(Mode mode, double fontScale = 1, QObject* parent = nullptr);
    ~Appearance() override;

    [[nodiscard]] Mode mode() const { return mode_; }
    void setMode(Mode mode);
    // Whether nothing may move by itself: what the desktop's user chose, unless it is set here.
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool reduced) { still_ = reduced; }
    // Whether the mouse wheel zooms and Ctrl with it scrolls, as some profilers have it; else the other way round.
    [[nodiscard]] bool wheelZooms() const { return wheelZooms_; }
    void setWheelZooms(bool zooms) { wheelZooms_ = zooms; }
    // Categories of the user, whose colours the theme has; null: none.
    void setOwnClasses(std::shared_ptr<const OwnClasses> own);
    [[nodiscard]] const std::shared_ptr<const OwnClasses>& ownClasses() const { return own_; }
    // 1 is 100 %.
    void setFontScale(double scale);

    [[nodiscard]] const Theme& theme() const { return theme_; }
    [[nodiscard]] const Fonts& fonts() const { return fonts_; }
    [[nodiscard]] Icons& icons() { return icons_; }
    // Gives the application this palette, font and style, now and whenever they change.
    void applyTo(QApplication& application);

Q_SIGNALS:
    void changed();

private:
    void refresh();

    Mode mode_ = Mode::System;
    Theme theme_ = Theme::darkTheme();
    Fonts fonts_;
    Icons icons_;
    std::shared_ptr<const OwnClasses> own_;
    std::optional<bool> still_;
    bool wheelZooms_ = false;
    DesktopScheme* desktop_ = nullptr; // child; null where fixed
};

} // namespace lanes
