#include "resources/Fonts.h"

#include <QDir>
#include <QFontDatabase>

namespace lanes {

bool addBakedFonts() {
    static const bool added = [] {
        const QFileInfoList files = QDir(QStringLiteral(":/fonts")).entryInfoList(QDir::Files);
        bool all = !files.isEmpty();
        for (const QFileInfo& file : files) {
            all = QFontDatabase::addApplicationFont(file.filePath()) >= 0 && all;
        }
        return all;
    }();
    return added;
}

} // namespace lanes
