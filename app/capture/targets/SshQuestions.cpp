#include "app/capture/targets/SshQuestions.h"

namespace lanes {

void letSshAsk(QProcessEnvironment& environment, const QString& program) {
    const QString own = QStringLiteral("SSH_ASKPASS");
    if (environment.value(own).isEmpty()) {
        environment.insert(own, program);
        environment.insert(QString::fromLatin1(kAskPassVariable), QStringLiteral("1"));
    }
    environment.insert(QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("force"));
}

} // namespace lanes
