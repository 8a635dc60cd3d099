// One open session in the window: its views, or the progress of reading it, or the reason why it cannot be shown.
#pragma once

#include "app/document/Document.h"
#include "views/shared/session/ViewContext.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>

class QStackedWidget;

namespace lanes {

class Appearance;
class Banner;
class CaptureBar;
class MessagePage;
class SessionView;
struct ViewSpec;

class DocumentPage : public QWidget {
    Q_OBJECT

public:
    // `sessions` outlives the page; the page adds the session of its document.
    DocumentPage(Appearance& appearance, std::unique_ptr<Document> document, OpenSessions& sessions,
                 QWidget* parent = nullptr);
    ~DocumentPage() override;

    [[nodiscard]] Document& document() { return *document_; }
    [[nodiscard]] const Document& document() const { return *document_; }
    // A view is made when it is first shown.
    void showView(const ViewSpec& view);
    [[nodiscard]] const ViewSpec& currentView() const { return *current_; }
    [[nodiscard]] bool showsTimeline() const;
    [[nodiscard]] SessionView& view(); // the current one
    // The context for views of this document.
    [[nodiscard]] ViewContext context() const { return {&document_->view(), &sessions_}; }
    // The page shown while there is only a message to show.
    [[nodiscard]] const MessagePage& message() const { return *message_; }
    [[nodiscard]] bool showsViews() const;
    [[nodiscard]] Banner& banner() { return *banner_; }
    // The banner with the part of the session that the view's figures cover, if they do not cover all of it.
    [[nodiscard]] const Banner& stretchBanner() const { return *stretch_; }
    [[nodiscard]] CaptureBar& captureBar() { return *captureBar_; }

Q_SIGNALS:
    void closeRequested();
    void openRequested();
    void viewMade(QWidget* view, const QString& key);
    void viewPreferred(); // another one is current, which nobody chose

private:
    void refresh();
    void sayStretch();
    void preferFlame();
    void showReading();
    void showFailed();
    void showCancelled();
    [[nodiscard]] QString progressText() const;

    Appearance& appearance_;
    OpenSessions& sessions_;
    std::unique_ptr<Document> document_;
    CaptureBar* captureBar_;
    Banner* banner_;
    Banner* stretch_;
    QString saidOfStretch_;
    QStackedWidget* stack_;
    MessagePage* message_;
    std::map<const ViewSpec*, SessionView*> views_; // the views shown so far
    const ViewSpec* current_;
    bool seen_ = false;                                   // a trace has been shown
    Document::State shownState_ = Document::State::Ready; // state for which the buttons were made
};

} // namespace lanes
