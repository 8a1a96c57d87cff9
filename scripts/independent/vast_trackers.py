#!/usr/bin/env python3
"""Counts the trackers of VAST and VMAP documents with lxml, independently of the product's reader.

usage: vast_trackers.py FOLDER > Tests/Vectors/independent/vast-trackers.tsv
One line per file: name, state (read or malformed), trackers.
"""
import os
import sys

from lxml import etree

NAMES = {
    "impression", "error", "tracking", "clicktracking", "customclick", "viewable", "notviewable", "viewundetermined",
    "iconviewtracking", "iconclicktracking", "companionclicktracking", "nonlinearclicktracking",
}


def local(node):
    return node.tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(node.tag, str) else ""


def texts(node):
    nested = [child for child in node if local(child) == "url"]
    return [text for text in ("".join(each.itertext()).strip() for each in nested or [node]) if text]


def count(path):
    # A prefix without a namespace is no reason for a player to refuse a document.
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False, recover=True)
    with open(path, "rb") as file:
        root = etree.fromstring(file.read().lstrip(), parser)
    if root is None or any(entry.domain_name != "NAMESPACE" for entry in parser.error_log):
        return None
    trees = [root]
    for data in root.iter():
        # A break may hold its VAST as text.
        if local(data) in ("vastaddata", "vastdata") and not len(data) and (data.text or "").strip():
            try:
                trees.append(etree.fromstring(data.text.strip().encode()))
            except etree.XMLSyntaxError:
                pass
    return sum(len(texts(node)) for tree in trees for node in tree.iter() if local(node) in NAMES)


for name in sorted(os.listdir(sys.argv[1])):
    trackers = count(os.path.join(sys.argv[1], name))
    print(name, "malformed" if trackers is None else "read", trackers or 0, sep="\t")
