#!/usr/bin/env python3
"""Bakes Lanescope Sans and Lanescope Mono out of Debian's Inter and JetBrains Mono.

usage: bake_fonts.py OUT_DIR INTER_DIR JETBRAINS_MONO_DIR

Both fonts are under the SIL Open Font License without a reserved name. Qt 6.4 cannot switch OpenType features, so
the ones that a profiler needs become the default glyphs:
- digits of one width, so that columns of numbers stand still,
- an l with a tail, so that `l`, `I` and `1` differ in identifiers,
- no contextual alternates, which turn 256x128 into 256×128, -> into an arrow and != into another sign.
"""
import sys
from pathlib import Path

from fontTools.ttLib import TTFont

SANS_WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold"}
MONO_WEIGHTS = {400: "Regular", 500: "Medium"}
SANS_BAKED_FEATURES = {"tnum", "cv05"}
SANS_BAKED_CHARACTERS = {ord(c) for c in "0123456789l"}
DROPPED_FEATURES = {"calt", "dlig", "liga", "clig"}


def feature_records(font):
    return font["GSUB"].table.FeatureList.FeatureRecord


def bake_sans_substitutions(font):
    """Maps the baked characters to the glyphs that the baked features would have put in their place."""
    lookups = font["GSUB"].table.LookupList.Lookup
    used = {index for record in feature_records(font) if record.FeatureTag in SANS_BAKED_FEATURES
            for index in record.Feature.LookupListIndex}
    replaced = {}
    for index in sorted(used):
        for table in lookups[index].SubTable:
            replaced.update(getattr(getattr(table, "ExtSubTable", table), "mapping", {}))
    for table in font["cmap"].tables:
        for character in SANS_BAKED_CHARACTERS & table.cmap.keys():
            table.cmap[character] = replaced.get(table.cmap[character], table.cmap[character])


def drop_alternates(font):
    for record in feature_records(font):
        if record.FeatureTag in DROPPED_FEATURES:
            record.Feature.LookupListIndex = []
            record.Feature.LookupCount = 0


def rename(font, old, new):
    """Renames family, full and PostScript name, so that an installed original is never mistaken for it."""
    for record in font["name"].names:
        text = record.toUnicode()
        if record.nameID == 6:
            record.string = text.replace(old.replace(" ", ""), new.replace(" ", ""))
        elif record.nameID in (1, 3, 4, 16):
            record.string = text.replace(old, new).replace(old.replace(" ", ""), new.replace(" ", ""))
    if "CFF " in font:
        table = font["CFF "].cff
        table.fontNames[0] = table.fontNames[0].replace(old.replace(" ", ""), new.replace(" ", ""))
        table.topDictIndex[0].FamilyName = new
        table.topDictIndex[0].FullName = table.topDictIndex[0].FullName.replace(old, new)


def bake(source, target, old, new, changes):
    # without this, fontTools writes the current time, and every build would differ
    font = TTFont(source, recalcTimestamp=False)
    for change in changes:
        change(font)
    rename(font, old, new)
    font.save(target)


def main(out, inter, mono):
    out.mkdir(parents=True, exist_ok=True)
    for weight, style in SANS_WEIGHTS.items():
        bake(inter / f"Inter-{style}.otf", out / f"LanescopeSans-{weight}.otf", "Inter", "Lanescope Sans",
             (bake_sans_substitutions, drop_alternates))
    for weight, style in MONO_WEIGHTS.items():
        bake(mono / f"JetBrainsMono-{style}.ttf", out / f"LanescopeMono-{weight}.ttf", "JetBrains Mono",
             "Lanescope Mono", (drop_alternates,))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
