"""How documents and messages are worded: no sentence begins as a riddle, none is long, and no phrase of old comes back.

usage: words.py [SEED]              prints 100 sentences of README, docs and messages, drawn by SEED, to be read by a person
       words.py headers FOLDER...   prints what breaks the rules in the comments of headers
"""
import ast
import random
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import docs

SAMPLE = 100  # sentences
LEAST_WORDS = 5  # of a text in the source that is a message, and not a name
LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|R"\w*\(.*?\)\w*"|"((?:[^"\\\n]|\\.)*)"', re.S)
BETWEEN_LITERALS = re.compile(r"\s*(\+[^;{}]*\+\s*)?\Z")  # of one text: nothing, or an expression

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
    ("in no number", "not counted"),
    ("in no sum", "not counted"),
    ("and then %2 in the mean", "Mean steady step: %1 in A, %2 in B"),
    ("had nothing to do", "was idle"),
    ("nobody had told of", "unknown"),
    ("were let go", "were dropped"),
    ("stood across the border", "reached beyond"),
    ("of what was finite", "turned finite values into NaN or Inf"),
    ("for all who ask", "shares it"),
)
SECOND_NAMES = re.compile(r"\b(Trust|Ledger|trust page)\b")  # of Data quality


def messages(root):
    """What the window says, in English: the texts that its translation lists."""
    tree = ElementTree.parse(root / "resources" / "translations" / "lanescope_zh_CN.ts")
    for context in tree.getroot():
        for message in context.findall("message"):
            yield context.findtext("name"), (message.findtext("source") or "").replace("\n", " ")


def cpp_texts(source):
    """Line and text of each message in C++; an expression within it counts as one word."""
    begin, text, end = 0, None, 0
    for found in LITERAL.finditer(source):
        if found[1] is None:
            continue
        piece = re.sub(r"\\(.)", lambda code: " " if code[1] == "n" else code[1], found[1])
        between = BETWEEN_LITERALS.match(source[end:found.start()])
        if text is not None and between:
            text += ("X" if between[1] else "") + piece
        else:
            if text is not None:
                yield begin, text
            begin, text = source.count("\n", 0, found.start()) + 1, piece
        end = found.end()
    if text is not None:
        yield begin, text


def python_texts(source):
    """The same in Python, without what documents the code."""
    nodes = list(ast.walk(ast.parse(source)))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for part in ast.walk(node)}
            yield node.lineno, "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.lineno, node.value


def program_messages(root):
    """What the recorder, the commands and the recorded program say: texts in the source of at least five words."""
    readers = {".cpp": cpp_texts, ".h": cpp_texts, ".py": python_texts}
    for layer in ("model", "collector", "views", "app"):
        for path in sorted(path for path in (root / layer).rglob("*") if path.suffix in readers):
            for line, text in readers[path.suffix](path.read_text(encoding="utf-8")):
                if len(docs.words(text)) >= LEAST_WORDS and re.match(r"[ ;,]*[A-Za-z%{]", text):
                    yield f"{path.relative_to(root)}:{line}", text


def header_comments(source):
    """Line and text of each comment in C++: lines that follow each other are one, a line of a list (three blanks before it) is
    one of its own."""
    begin, last, text = 0, -1, ""
    for number, line in enumerate(source.splitlines(), 1):
        found = re.search(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*)//( *)(.*)$', line)
        if found is None:
            continue
        goes_on = number == last + 1 and not found[1].strip() and len(found[2]) < 3
        if text and not goes_on:
            yield begin, text
            text = ""
        begin, last = (begin if text else number), number
        text += (" " if text else "") + found[3]
    if text:
        yield begin, text


def comment_complaints(place, text):
    for sentence in re.split(r"(?<=[.!?;:])\s+", re.sub(r"`[^`]*`", "code", text)):
        if is_hidden(sentence):
            yield f"{place}: hides its subject: {sentence}"
        if len(docs.words(sentence)) > docs.LONGEST_SENTENCE:
            yield f"{place}: {len(docs.words(sentence))} words: {sentence}"


def of_headers(root, folders=("model", "collector", "views", "app")):
    for folder in folders:
        for path in sorted((root / folder).rglob("*.h")):
            for line, text in header_comments(path.read_text(encoding="utf-8")):
                yield from comment_complaints(f"{path.relative_to(root)}:{line}", text)


def documents(root):
    return [*docs.pages(root), root / "ARCHITECTURE.md", root / "CONTRIBUTING.md"]


def message_sentences(text):
    """Sentences, and cells of what stands in columns."""
    return [sentence for sentence in re.split(r"(?<=[.!?;:])\s+|\s{3,}", text) if sentence]


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


def sample(root, seed):
    """Sentences of each kind, as many of each as it has its share of all."""
    said = [(page.relative_to(root), sentence) for page in documents(root)
            for sentence in docs.sentences(page.read_text(encoding="utf-8"))]
    said += [(place, sentence) for place, text in [*messages(root), *program_messages(root)]
             for sentence in message_sentences(text) if len(docs.words(sentence)) >= LEAST_WORDS]
    return random.Random(seed).sample(said, SAMPLE)


if __name__ == "__main__" and sys.argv[1:2] == ["headers"]:
    print(*of_headers(Path(__file__).resolve().parents[2], sys.argv[2:]), sep="\n")
elif __name__ == "__main__":
    for place, sentence in sample(Path(__file__).resolve().parents[2], sys.argv[1] if len(sys.argv) > 1 else "1"):
        print(f"{place}: {sentence}")
