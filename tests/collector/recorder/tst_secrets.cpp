#include "collector/recorder/host/Secrets.h"
#include "tests/support/RunTest.h"

#include <QTest>

using lanes::recorder::withoutSecrets;

class tst_secrets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void secretsAreMasked_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("masked");
        const auto row = [](const char* line, const char* masked) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(masked);
        };
        row("train.py --token abc --epochs 3", "train.py --token *** --epochs 3");
        row("train.py --hf_token=abc=d", "train.py --hf_token=***");
        row("env WANDB_API_KEY=abc python train.py", "env WANDB_API_KEY=*** python train.py");
        row("train.py --api-key abc --secret-key x", "train.py --api-key *** --secret-key ***");
        row("train.py -password abc", "train.py -password ***");
        row("train.py --data s3://me:abc@host/data", "train.py --data s3://me:***@host/data");
        row("AWS_SECRET_ACCESS_KEY=abc x", "AWS_SECRET_ACCESS_KEY=*** x");
        // What looks like one and is none.
        row("train.py --max_tokens 512 --tokenizer gpt2", "train.py --max_tokens 512 --tokenizer gpt2");
        row("train.py --pad-token <pad> --num-token 3", "train.py --pad-token <pad> --num-token 3");
        row("train.py --key time --keys a", "train.py --key time --keys a");
        row("train.py --token --epochs 3", "train.py --token --epochs 3");
        row("get https://host/a:b@c", "get https://host/a:b@c");
        row("train.py  --two spaces", "train.py  --two spaces");
        row("", "");
    }
    void secretsAreMasked() {
        QFETCH(QString, line);
        QFETCH(QString, masked);
        QCOMPARE(QString::fromStdString(withoutSecrets(line.toStdString())), masked);
    }
};

int run_tst_secrets(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_secrets>(argc, argv);
}
#include "tst_secrets.moc"
