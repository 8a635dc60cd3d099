// One open session in the window: its views, or that it is being read, or why it cannot be shown.
#pragma once

#include "app/document/Document.h"

#include <QWidget>

#include <memory>
#include <vector>

class QStackedWidget;

namespace lanes {

class Appearance;
class Banner;
class CaptureBar;
class MessagePage;

class DocumentPage : public QWidget {
    Q_OBJECT

public:
    DocumentPage(Appearance& appearance, std::unique_ptr<Document> document, QWidget* parent = nullptr);
    ~DocumentPage() override;

    [[nodiscard]] Document& document() { return *document_; }
    [[nodiscard]] const Document& document() const { return *document_; }
    // Index into viewSpecs(); a view is made when it is first shown.
    void showView(int index);
    [[nodiscard]] int currentView() const { return current_; }
    [[nodiscard]] QWidget& view(); // the current one
    // What is shown when there is nothing to show but words.
    [[nodiscard]] const MessagePage& message() const { return *message_; }
    [[nodiscard]] bool showsViews() const;
    [[nodiscard]] Banner& banner() { return *banner_; }
    [[nodiscard]] CaptureBar& captureBar() { return *captureBar_; }

Q_SIGNALS:
    void closeRequested();
    void openRequested();
    void viewMade(QWidget* view, const QString& id);

private:
    void refresh();
    void showReading();
    void showFailed();
    void showCancelled();
    [[nodiscard]] QString progressText() const;

    Appearance& appearance_;
    std::unique_ptr<Document> document_;
    CaptureBar* captureBar_;
    Banner* banner_;
    QStackedWidget* stack_;
    MessagePage* message_;
    std::vector<QWidget*> views_; // null: not shown yet
    int current_ = 0;
    Document::State shownState_ = Document::State::Ready; // buttons stand for this state
};

} // namespace lanes
