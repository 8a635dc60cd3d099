#include "views/shared/look/Appearance.h"

#include "views/shared/look/DesktopScheme.h"
#include "views/shared/look/Style.h"

#include <QApplication>
#include <QScreen>

#include <utility>

namespace lanes {

namespace {

double scaleOfDesktop() {
    const QScreen* screen = QGuiApplication::primaryScreen();
    return screen != nullptr ? Fonts::desktopScale(QGuiApplication::font(), screen->logicalDotsPerInchY())
                             : 1;
}

} // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent)
    , fonts_(scaleOfDesktop())
    , desktop_(new DesktopScheme(this)) {
    connect(desktop_, &DesktopScheme::changed, this, &Appearance::refresh);
    refresh();
}

Appearance::Appearance(Mode mode, double fontScale, QObject* parent)
    : QObject(parent)
    , mode_(mode)
    , fonts_(fontScale) {
    refresh();
}

Appearance::~Appearance() = default;

void Appearance::setMode(Mode mode) {
    if (mode != mode_) {
        mode_ = mode;
        refresh();
    }
}

bool Appearance::reducedMotion() const {
    return still_.value_or(desktop_ != nullptr && desktop_->reducesMotion());
}

void Appearance::setFontScale(double scale) {
    if (scale != fonts_.scale()) {
        fonts_ = Fonts(scale);
        Q_EMIT changed();
    }
}

void Appearance::setOwnClasses(std::shared_ptr<const OwnClasses> own) {
    own_ = std::move(own);
    refresh();
}

void Appearance::refresh() {
    const bool light =
        mode_ == Mode::Light || (mode_ == Mode::System && desktop_ != nullptr && !desktop_->prefersDark());
    theme_ = light ? Theme::lightTheme() : Theme::darkTheme();
    if (own_ != nullptr) {
        theme_.paintOwn(*own_);
    }
    Q_EMIT changed();
}

void Appearance::applyTo(QApplication& application) {
    const auto apply = [this, &application] {
        QApplication::setStyle(new Style(theme_, fonts_)); // the application owns and replaces it
        QApplication::setPalette(theme_.palette());
        QApplication::setFont(fonts_.sans());
        Q_UNUSED(application);
    };
    apply();
    connect(this, &Appearance::changed, &application, apply);
}

} // namespace lanes
