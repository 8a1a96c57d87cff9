#!/usr/bin/env bash
# Builds the pages of this repository as a searchable site: docs-site.sh [OUTPUT]. Needs mkdocs and mkdocs-material from PyPI;
# MKDOCS names the program. A page of the navigation that is missing is an error.
set -eu
cd "$(dirname "$0")/.."
pages=.build/site/pages
rm -rf .build/site
mkdir -p "$pages"
# Every Markdown page at its own place, and what pages lead to beside them.
git ls-files -z '*.md' ':!Reports/golden' ':!Tests' 'docs/*.json' 'Examples/*' 'Rules/**/*.yaml' | while IFS= read -r -d '' file; do
    mkdir -p "$pages/$(dirname "$file")"
    case $file in
    # The heading is a page's title where it comes first; what says that a page is generated is for those who edit it.
    *.md) sed '1{/^<!-- Generated/d}' "$file" >"$pages/$file" ;;
    *) cp "$file" "$pages/$file" ;;
    esac
done
${MKDOCS:-mkdocs} build --strict --config-file mkdocs.yml ${1:+--site-dir "$(realpath -m "$1")"}
