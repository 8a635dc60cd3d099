// The program's window and the language that it speaks. Words stand in hundreds of places, many of them made of several or
// painted; so another language makes the window anew around what it has open, and no place can keep the words of before.
#pragma once

#include "app/document/Document.h"

#include <QObject>
#include <QString>

#include <memory>

namespace lanes {

class Appearance;
class Language;
class MainWindow;
class Settings;

// UI thread. Follows Settings::languageChanged(): documents, their ViewStates, running captures and the layout stay, and the
// settings, where the language was chosen, are open again. It waits while a file is being written, or while something else is
// open that asks for an answer.
class SpokenWindow : public QObject {
    Q_OBJECT

public:
    // `language` for this time, or empty: the settings'. The others outlive it. The window is not shown yet.
    SpokenWindow(Appearance& appearance, Settings& settings, const QString& language,
                 TraceLoader loader = openTrace);
    ~SpokenWindow() override;

    // Until madeAnew().
    [[nodiscard]] MainWindow& window() const { return *window_; }

Q_SIGNALS:
    void madeAnew();

private:
    void make();
    void makeAnew();
    void goOn();

    Appearance& appearance_;
    Settings& settings_;
    TraceLoader loader_;
    std::unique_ptr<Language> language_;
    std::unique_ptr<MainWindow> window_;
    bool waits_ = false; // another language, for the window to be free
};

} // namespace lanes
