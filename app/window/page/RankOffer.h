// Offers to open files as one session if they were opened together and belong together. They are ranks of one job, or captures
// of graphs and their replays.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include <memory>
#include <vector>

namespace lanes {

class Document;
class DocumentPage;
class Trace;

class RankOffer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // Watches pages whose files were opened together. Once all are read, offered() follows if they are ranks of one job, and
    // capturesOffered() if one of them replays graphs that the others captured.
    void watch(const QList<DocumentPage*>& pages);
    // Returns those of `pages` that are ranks of one job. If `front` is a rank of a job with others, it is that job. Empty:
    // fewer than two.
    [[nodiscard]] static QList<DocumentPage*> ranksAmong(const QList<DocumentPage*>& pages,
                                                         DocumentPage* front = nullptr);
    // Returns a session of all the parts that is not loaded yet; loading reads their files again. `parts` must not be empty.
    [[nodiscard]] static std::unique_ptr<Document> asOne(const QList<DocumentPage*>& parts);

Q_SIGNALS:
    void offered(const QList<lanes::DocumentPage*>& pages);
    void capturesOffered(const QList<lanes::DocumentPage*>& pages);

private:
    void look();

    QList<QPointer<DocumentPage>> watched_;
};

} // namespace lanes
