"""The generated pages are those that the code would write now, and all pages can be found."""

import re

import pytest

from docs.generate import all_pages, stale_pages
from docs.rule_index import ROOT

PAGES = sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.slow
def test_generated_pages_are_up_to_date():
    assert stale_pages(all_pages()) == [], "run `make docs`"


def test_a_changed_page_is_noticed():
    pages = {"no-such-page.md": "text", "__init__.py": "other text"}
    assert stale_pages(pages) == list(pages)


def test_the_table_of_contents_names_every_page():
    contents = ROOT / "docs" / "README.md"
    named = set(re.findall(r"\]\((\w+\.md)\)", contents.read_text(encoding="utf-8")))
    assert named == {page.name for page in PAGES} - {contents.name}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    broken = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert broken == []
