// The data quality of a session: verdict, key figures, and everything lost, repaired, left unmatched or unknown, with its
// effect on the figures.
#pragma once

#include "views/shared/table/TableView.h"
#include "views/trust/TrustTable.h"

namespace lanes {

class TrustPanel;
class TrustVerdict;

// A click on an entry selects its first event, Enter shows it in the timeline.
class TrustView : public TableView {
    Q_OBJECT

public:
    explicit TrustView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] const TrustVerdict& verdict() const { return *verdict_; }

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;

private:
    void showRows(std::shared_ptr<const TrustTable> rows);
    void goToAsked();
    void goToFirst(const LedgerEntry& entry);
    void readBytes(const std::string& file, std::int64_t offset);

    TrustVerdict* verdict_;
    TrustPanel* trustPanel_;
    std::shared_ptr<const TrustTable> rows_;
};

} // namespace lanes
