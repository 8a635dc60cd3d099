// The panel beside the ledger: the meaning of an entry or of a group, the figures that it affects, and where it was first
// found.
#pragma once

#include "views/trust/TrustTable.h"

#include <QObject>

#include <cstdint>
#include <string>
#include <utility>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. From the data shown it keeps only the bytes.
class TrustPanel : public QObject {
    Q_OBJECT

public:
    // Bytes of the imported file, at the place of an entry.
    struct Bytes {
        std::string file;
        std::int64_t offset = -1;
        std::string text; // empty: they cannot be read
    };

    // `panel` outlives this object.
    TrustPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // Shows a row that `rows` contain.
    void show(const TrustTable& rows, std::uint32_t row);
    // Sets the bytes requested by bytesWanted(), for the next show().
    void setBytes(Bytes bytes) { bytes_ = std::move(bytes); }

Q_SIGNALS:
    void entryChosen(const lanes::LedgerEntry& entry); // go to its first place
    void bytesWanted(const std::string& file, std::int64_t offset);

private:
    void listCoverage(const Ledger::Coverage& coverage);
    void listTouched(const LedgerEntry& entry);
    void listPlace(const TrustTable& rows, const LedgerEntry& entry);
    void listBytes(const std::string& file, const LedgerEntry& entry);
    void listCommand(const std::string& source);

    Appearance& appearance_;
    SidePanel& panel_;
    Bytes bytes_; // the newest ones
};

} // namespace lanes
