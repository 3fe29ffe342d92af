"""The documentation: generated sections, samples, links, the site."""

import re
import warnings

import pytest

from docs.generators.__main__ import all_pages, stale
from docs.generators.pages import DOCS, ROOT

PAGES = sorted(page for page in DOCS.glob("*.md") if page.name != "changelog.md")
WITH_SAMPLES = ("environments", "actions", "observation", "pictures", "agents", "index", "training")


def name_of(page):
    return page.name


def test_generated_sections_are_up_to_date():
    assert [str(path.relative_to(ROOT)) for path in stale(all_pages())] == [], "run make docs-pages"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [a for a in links if "://" not in a and not (page.parent / a).exists()] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_SAMPLES)
def test_samples_run_without_warnings(name, tmp_path, monkeypatch):
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(ROOT)
    names = {"__name__": "sample"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for block in blocks:
            if '"""' not in block:  # the files of docs/examples have tests of their own
                exec(compile(block, f"{name}.md", "exec"), names)


@pytest.mark.slow
def test_the_site_builds_without_a_broken_page_or_link(tmp_path, caplog, monkeypatch):
    build = pytest.importorskip("mkdocs.commands.build")
    config = pytest.importorskip("mkdocs.config")
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.chdir(ROOT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the generator's own libraries
        build.build(config.load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path)))
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO"] == []
    names = {page.stem for page in PAGES}
    assert {page.stem for page in tmp_path.glob("*.html")} == names | {"404", "changelog"}
    assert "load_agent" in (tmp_path / "api" / "agents.html").read_text(encoding="utf-8")
