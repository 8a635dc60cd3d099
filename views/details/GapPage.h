// The page of a gap: its causes, its cause chain step by step, and the other gaps of its row.
#pragma once

#include "model/analysis/time/SpotContent.h"

#include <QCoreApplication>

namespace lanes {

class PageRows;

// UI thread.
class GapPage {
    Q_DECLARE_TR_FUNCTIONS(GapPage)

public:
    // `rows` outlive this object.
    explicit GapPage(const PageRows& rows)
        : rows_(rows) {}

    void add(const GapContent& gap);

private:
    void addCauses(const GapContent& gap);
    void addChain(const GapContent& gap);
    void addCause(const GapCause& cause, TimeNs gap);
    void addLargest(const GapContent& gap);

    const PageRows& rows_;
};

} // namespace lanes
