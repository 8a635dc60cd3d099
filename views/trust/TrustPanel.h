// The panel beside the ledger: what an entry or a group of them means, which figures it touches and where it was first found.
#pragma once

#include "views/trust/TrustTable.h"

#include <QObject>

#include <cstdint>
#include <string>
#include <utility>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Of what it shows it keeps nothing but the bytes.
class TrustPanel : public QObject {
    Q_OBJECT

public:
    // Of the file that was imported, at the place of an entry.
    struct Bytes {
        std::string file;
        std::int64_t offset = -1;
        std::string text; // empty: they cannot be read
    };

    // `panel` outlives this.
    TrustPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // A row that `rows` have.
    void show(const TrustTable& rows, std::uint32_t row);
    // What bytesWanted() asked for, for the show() that follows.
    void setBytes(Bytes bytes) { bytes_ = std::move(bytes); }

Q_SIGNALS:
    void entryChosen(const lanes::LedgerEntry& entry); // its first place
    void bytesWanted(const std::string& file, std::int64_t offset);

private:
    void listCoverage(const Ledger::Coverage& coverage);
    void listTouched(const LedgerEntry& entry);
    void listPlace(const TrustTable& rows, const LedgerEntry& entry);
    void listBytes(const std::string& file, const LedgerEntry& entry);
    void listCommand(const std::string& source);

    Appearance& appearance_;
    SidePanel& panel_;
    Bytes bytes_; // the last ones
};

} // namespace lanes
