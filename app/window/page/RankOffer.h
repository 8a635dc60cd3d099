// Files that were opened together may be the ranks of one job: then they can be one session.
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

    // Pages of files that were opened together; offered() follows once all have been read and are ranks of one job.
    void watch(const QList<DocumentPage*>& pages);
    // Those of `pages` that are ranks of one job, of that of `front` where it is one of several; empty: there are fewer than two.
    [[nodiscard]] static QList<DocumentPage*> ranksAmong(const QList<DocumentPage*>& pages,
                                                         DocumentPage* front = nullptr);
    // A session of them all, yet to be loaded: it reads their files again. `ranks` is not empty.
    [[nodiscard]] static std::unique_ptr<Document> asOne(const QList<DocumentPage*>& ranks);

Q_SIGNALS:
    void offered(const QList<lanes::DocumentPage*>& pages);

private:
    void look();

    QList<QPointer<DocumentPage>> watched_;
};

} // namespace lanes
