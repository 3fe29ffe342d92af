"""The generated pages are those that the code would write now."""

from docs.generate import all_pages, stale_pages


def test_generated_pages_are_up_to_date():
    assert stale_pages(all_pages()) == [], "run `make docs`"


def test_a_changed_page_is_noticed():
    pages = {"no-such-page.md": "text", "__init__.py": "other text"}
    assert stale_pages(pages) == list(pages)
