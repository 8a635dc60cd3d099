"""What the documents for people keep to: links that resolve, pictures that exist, sentences that are short."""
import re
from pathlib import Path

LONGEST_SENTENCE = 25  # words
README_LINES, README_WORDS = 200, 2500
ARCHITECTURE_LINES = 150
LARGEST_PICTURES = 1_200_000  # bytes of all
LONGEST_ROOM = 25  # lines of a room's README
FENCE = re.compile(r"^```")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$")


def pages(root):
    """README, what it leads to for users, and the pages for developers, in English."""
    return [root / "README.md", *(page for page in sorted((root / "docs").rglob("*.md")) if ".zh-" not in page.name)]


def room_pages(root):
    """The README of each room: of each folder of the second level."""
    rooms = [path for layer in ("model", "collector", "views", "app") for path in sorted((root / layer).iterdir())]
    return [path / "README.md" for path in rooms if path.is_dir() and path.name != "__pycache__"]


def room_complaints(root, page):
    """A README of a room is there, short, and names only files that are there."""
    name = page.relative_to(root)
    if not page.exists():
        yield f"{name}: is missing; ten lines say what the room holds"
        return
    text = page.read_text(encoding="utf-8")
    if len(text.splitlines()) > LONGEST_ROOM:
        yield f"{name}: has {len(text.splitlines())} lines; {LONGEST_ROOM} are the most"
    for row in re.findall(r"^\| `([^`]+)` \|", text, re.M):
        names = row.split(", ")
        for file in names:
            if not (page.parent / file).exists() and not (page.parent / names[0]).with_name(file).exists():
                yield f"{name}: names {file}, which is not there"


def prose(text):
    """Paragraphs and items of lists, without code, tables, headings and pictures; inline code counts as one word."""
    paragraphs, open_lines, fenced = [], [], False

    def close():
        if open_lines:
            paragraphs.append(" ".join(open_lines))
            open_lines.clear()

    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        if fenced or FENCE.match(line) or line.startswith(("    ", "|", "#", "![")) or not line.strip():
            close()
            continue
        if re.match(r"\s*([-*]|\d+\.) ", line):
            close()
            line = re.sub(r"^\s*([-*]|\d+\.) ", "", line)
        open_lines.append(line.strip())
    close()
    return paragraphs


def sentences(text):
    for paragraph in prose(text):
        plain = re.sub(r"`[^`]*`", "code", paragraph)
        plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", plain).replace("*", "")
        for sentence in re.split(r"(?<=[.!?])\s+", plain):
            if sentence.strip():
                yield sentence.strip()


def words(sentence):
    return re.findall(r"[\w%$+#'./-]+", sentence)


def anchors(path):
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        heading = HEADING.match(line)
        if heading:
            plain = re.sub(r"[^\w\- ]", "", heading.group(1).lower())
            found.add(plain.replace(" ", "-"))
    return found


def link_complaints(root, path):
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        place, _, anchor = target.partition("#")
        file = (path.parent / place).resolve() if place else path
        if not file.exists():
            yield f"{path.relative_to(root)}: leads to {target}, which is not there"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{path.relative_to(root)}: leads to {target}, and that page has no such heading"


def changelog_complaints(text):
    """The form of keepachangelog.com: versions, and in each its kinds of changes, newest first."""
    if not text.startswith("# Changelog\n"):
        yield "CHANGELOG.md: does not begin with '# Changelog'"
    kind = None
    for line in text.splitlines():
        if line.startswith("## "):
            kind = None
            if not re.fullmatch(r"## \[(Unreleased\]|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d)", line):
                yield f"CHANGELOG.md: {line!r} names no version and day"
        elif line.startswith("### "):
            kind = line[4:]
            if kind not in ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"):
                yield f"CHANGELOG.md: {kind!r} is no kind of change"
        elif line.startswith("- ") and kind is None:
            yield f"CHANGELOG.md: {line!r} stands below no kind of change"


def png_comment(path):
    """The text that scripts/pictures.py leaves in a picture: the program and its version."""
    data = path.read_bytes()
    at = 8
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        if kind == b"tEXt" and data[at + 8:].startswith(b"comment\0"):
            return data[at + 16:at + 8 + length].decode("latin-1")
        at += 12 + length
    return None


def picture_complaints(root, made):
    """Pictures of docs: each is shown somewhere, and made by scripts/pictures.py (`made`) of this version."""
    version = re.search(r"VERSION (\d+\.\d+\.\d+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    folder = root / "docs" / "pictures"
    shown = {(page.parent / target).resolve() for page in pages(root)
             for target in LINK.findall(page.read_text(encoding="utf-8")) if target.endswith(".png")}
    there = sorted(folder.glob("*.png"))
    for picture in there:
        if picture.resolve() not in shown:
            yield f"docs/pictures/{picture.name}: no page shows it"
        if picture.stem in made and png_comment(picture) != f"lanescope {version}":
            yield f"docs/pictures/{picture.name}: is of {png_comment(picture)}; scripts/pictures.py {picture.stem} makes it anew"
        if picture.stem not in made:
            yield f"docs/pictures/{picture.name}: scripts/pictures.py does not make it"
    for name in sorted(set(made) - {picture.stem for picture in there}):
        yield f"docs/pictures/{name}.png: is missing; scripts/pictures.py {name} makes it"
    size = sum(picture.stat().st_size for picture in there)
    if size > LARGEST_PICTURES:
        yield f"docs/pictures: {size} bytes; {LARGEST_PICTURES} are the most"


def told_messages(text):
    """The messages that a page lists with their remedies: code in the first column of tables of messages."""
    told, within = [], False
    for line in text.splitlines():
        within = line.startswith(("| message |", "| `lanescope info` says |")) or (within and line.startswith("|"))
        if within and (found := re.match(r"\| `([^`]+)` \|", line)):
            told.append(found[1])
    return told


def frame(text):
    """What a page has in every language: headings, rows of tables, links, commands of its code, and figures in prose and each row."""
    commands = [re.split(r"  +|\s#", line)[0] for line in re.findall(r"^    (\S.*)$", text, re.M)]
    links = [target.replace(".zh-CN.md", ".md") for target in LINK.findall(text)]
    return {"headings": len(re.findall(r"^#+ ", text, re.M)), "rows": len(re.findall(r"^\|", text, re.M)),
            "links": sorted(set(links)), "commands": commands, "figures": sorted(figures(text)),
            "figures of rows": [figures(row) for row in re.findall(r"^\|.*$", text, re.M)]}


def figures(text):
    return re.findall(r"\d+(?:[.,]\d+)*", text)


def advice_complaints(root):
    """docs/advice.md lists the rules of the source in their order, with one remedy and one saving each, and nothing else."""
    source = (root / "model" / "analysis" / "advice" / "AdviceRules.cpp").read_text(encoding="utf-8")
    text = (root / "docs" / "advice.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \|(.*)\|$", text, re.M)
    known, listed = re.findall(r'AdviceRule\{\s*"([\w-]+)"', source), [row[0] for row in rows]
    yield from (f"docs/advice.md: does not list {rule}, a rule of AdviceRules.cpp" for rule in known if rule not in listed)
    yield from (f"docs/advice.md: lists {rule}, which is no rule" for rule in listed if rule not in known)
    if sorted(known) == sorted(listed) and known != listed:
        yield "docs/advice.md: lists the rules in another order than AdviceRules.cpp"
    for rule, cells in rows:
        if len([cell for cell in cells.split(" | ") if cell.strip()]) != 3:
            yield f"docs/advice.md: {rule} has not one cell each for what it looks for, what to do and what that saves"


def sentence_complaints(name, text):
    for sentence in sentences(text):
        if len(words(sentence)) > LONGEST_SENTENCE:
            yield f"{name}: {len(words(sentence))} words: {sentence}"


def length_complaints(name, text, most_lines, most_words):
    lines, count = len(text.splitlines()), len(text.split())
    if lines > most_lines:
        yield f"{name}: has {lines} lines; {most_lines} are the most"
    if count > most_words:
        yield f"{name}: has {count} words; {most_words} are the most"
