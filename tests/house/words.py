"""How documents and messages are worded: no sentence begins as a riddle, none is long, and no phrase of old comes back."""
import re
import xml.etree.ElementTree as ElementTree

import docs

# A sentence that begins so hides its subject. Questions may, and headings, which are no sentences.
OPENERS = re.compile(r"(Of|Whether|Whoever|Which|What)\b")
# Phrases that had to be decoded, or second names of one thing; what is said now stands behind.
RIDDLES = (
    ("NaN of Inf counts", "A NaN computed from Inf is reported"),
    ("the frame tells by its address", "The address of a frame identifies its nn.Module"),
    ("A time that cannot be", "An impossible timestamp"),
    ("of which the newest answer is", "End time of the snapshot behind the shown result"),
    ("Says what another one says", "Copies the message of a closing banner"),
    ("for what was on its way just then", "except those in flight"),
    ("keys tell the same", "use fewer keys"),
    ("thing is wrong", "1 issue"),
    ("things are wrong", "issues"),
    ("Sound:", "OK"),
    ("was read as it was meant", "repaired"),
    ("share a correlation", "Duplicate correlation IDs"),
    ("nobody is recorded", "Frees of blocks allocated before recording"),
    ("Data were loaded", "Waiting for DataLoader"),
    ("by a busy host", "Launch delayed: CPU busy"),
    ("launches later than", "Launch-bound"),
    ("stood still", "idle"),
    ("How it came", "Cause chain"),
    ("What shows it", "Evidence"),
    ("other numbers of steps", "different numbers of steps"),
    ("tell a change from chance", "not significant"),
    ("has not been shown before", "Reading is not allowed yet"),
    ("Where the program profiles", "If the program uses torch.profiler"),
    ("What stands at the peak", "Memory at peak"),
    ("that nothing hid", "exposed"),
)
SECOND_NAMES = re.compile(r"\b(Trust|Ledger|trust page)\b")  # of Data quality


def messages(root):
    """What the window says, in English: the texts that its translation lists."""
    tree = ElementTree.parse(root / "resources" / "translations" / "lanescope_zh_CN.ts")
    for context in tree.getroot():
        for message in context.findall("message"):
            yield context.findtext("name"), (message.findtext("source") or "").replace("\n", " ")


def message_sentences(text):
    return [sentence for sentence in re.split(r"(?<=[.!?;:])\s+", text) if sentence]


def is_hidden(sentence):
    return bool(OPENERS.match(sentence)) and len(sentence.split()) > 3 and not sentence.endswith("?")


def message_complaints(place, text):
    for sentence in message_sentences(text):
        if is_hidden(sentence):
            yield f"{place}: hides its subject: {sentence}"
        if len(docs.words(sentence)) > docs.LONGEST_SENTENCE:
            yield f"{place}: {len(docs.words(sentence))} words: {sentence}"
    yield from riddle_complaints(place, text)


def page_complaints(place, text):
    for sentence in docs.sentences(text):
        if is_hidden(sentence):
            yield f"{place}: hides its subject: {sentence}"
    yield from riddle_complaints(place, text)


def riddle_complaints(place, text):
    for riddle, plain in RIDDLES:
        if riddle in text:
            yield f"{place}: says '{riddle}'; say '{plain}'"
    if name := SECOND_NAMES.search(re.sub(r"`[^`]*`", "", text)):  # code has its own names
        yield f"{place}: says '{name[0]}'; say 'Data quality'"
