"""The documentation: generated sections, samples, links, the site."""

import ast
import re
import warnings

import pytest
import yaml

from docs.generators import architecture, cards, results
from docs.generators.__main__ import all_pages, stale
from docs.generators.pages import DOCS, ROOT
from tablemates.agents.evaluation.report.contents import benchmarks
from tablemates.envs.registry import DEFAULT_GAME, GAMES

TOP = sorted(page for page in DOCS.glob("*.md") if page.name not in ("changelog.md", "paper.md"))
OF_GAMES = sorted(page for key in GAMES for page in (DOCS / key).glob("*.md"))
PAGES = [ROOT / "README.md", *TOP, *OF_GAMES]
WITH_SAMPLES = [
    *(DOCS / f"{name}.md" for name in ("environments", "agents", "index", "training")),
    *(page for page in OF_GAMES if "```python" in page.read_text(encoding="utf-8")),
]


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def test_generated_sections_are_up_to_date():
    assert [str(path.relative_to(ROOT)) for path in stale(all_pages())] == [], "run make docs-pages"


@pytest.mark.parametrize("page", [*cards.FILES])
def test_model_cards_have_what_the_hub_reads(page):
    _, head, text = (ROOT / page).read_text(encoding="utf-8").split("---\n", 2)
    facts = yaml.safe_load(head)
    assert facts["license"] == "mit"
    (result,) = facts["model-index"][0]["results"]
    assert {"task", "dataset", "metrics"} == set(result)
    assert 0 < result["metrics"][0]["value"] < 100
    for title in ("Training", "Results", "Limits"):
        assert f"\n## {title}\n" in text


def test_every_shipped_network_has_a_model_card():
    weights = {file.parent for file in ROOT.glob("agents/*/policies/**/*.safetensors")}
    assert {(ROOT / page).parent for page in cards.FILES} == weights


#: A docstring says what it is about, not that it says what it is about.
QUESTIONS = {"What", "Who", "How", "Where", "Whether", "Why", "When", "Which"}
SOURCES = ("envs", "agents", "table", "tablemates", "docs", "benchmarks", "tools", "tests")


@pytest.mark.parametrize("folder", SOURCES)
def test_docstrings_begin_with_a_verb_or_a_noun(folder):
    found = []
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first = (ast.get_docstring(node) or ".").split()[0]
                if first in QUESTIONS:
                    found.append(
                        f"{name_of(file)}: {first} ... ({getattr(node, 'name', 'module')})"
                    )
    assert found == []


def test_a_board_of_one_agent_leaves_the_others_as_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    head, rest = "agent,games,won,lost_by", "ruleset\n"
    old = f"{head}_a,{rest}weak,9,0.1,8,same\nnew,9,0.2,7,same\n"
    (tmp_path / "game.csv").write_text(old)
    (tmp_path / "results.csv").write_text(f"{head}_b,{rest}new,9,0.9,1,same\n")
    results.take_over("game", tmp_path)
    assert [tuple(row.values()) for row in results.read("game")] == [
        ("weak", "9", "0.1", "8", "same", "0"),
        ("new", "9", "0.9", "0", "same", "1"),
    ]


def test_a_board_names_the_rules_that_its_lines_were_played_by(tmp_path, monkeypatch):
    """Lines stay when the rules change: the page says which agents have played by which."""
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    one, two = (benchmarks()[name].ruleset for name in (f"{DEFAULT_GAME}-v1", f"{DEFAULT_GAME}-v2"))
    rows = [("weak", 2000, one), ("new", 50, one), ("weak", 50, one)]
    text = "".join(f"{agent},{games},0.5,{ruleset}\n" for agent, games, ruleset in rows)
    (tmp_path / f"{DEFAULT_GAME}.csv").write_text(f"agent,games,won,ruleset\n{text}")
    before, now = results.rules(DEFAULT_GAME).splitlines()
    assert before.endswith(f"`{one}`: `weak` (2,000 games a cell); `new`, `weak` (50 games a cell)")
    assert now.endswith(f"`{two}`: no lines yet")
    (tmp_path / "results.csv").write_text(f"agent,games,won,ruleset\nnew,50,0.6,{two}\n")
    results.take_over(DEFAULT_GAME, tmp_path)
    before, now = results.rules(DEFAULT_GAME).splitlines()
    assert before.endswith(f"`{one}`: `weak` (2,000 games a cell); `weak` (50 games a cell)")
    assert now.endswith(f"`{two}`: `new` (50 games a cell)")


def test_arrows_between_rooms_leave_out_what_others_imply():
    graph = {"agents/a": {"agents/b", "agents/c"}, "agents/b": {"agents/c"}, "agents/c": set()}
    assert architecture.arrows(graph) == [("agents/a", "agents/b"), ("agents/b", "agents/c")]
    graph["agents/c"] = {"agents/b"}  # a circle hides nothing
    assert set(architecture.arrows(graph)) >= {("agents/b", "agents/c"), ("agents/c", "agents/b")}


def test_late_imports_are_no_arrows(tmp_path):
    file = tmp_path / "module.py"
    file.write_text(
        "from tablemates.envs import registry\n"
        "if TYPE_CHECKING:\n    import tablemates.table\n"
        "class A:\n    import tablemates.agents\n"
        "    def late(self):\n        import tablemates.table\n"
    )
    found = [file.relative_to(ROOT).as_posix() for file in architecture.imported(file)]
    assert found == ["envs/registry.py", "agents/__init__.py"]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [a for a in links if "://" not in a and not (page.parent / a).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_paths_that_pages_name_are_there(page):
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`((?:agents|benchmarks|configs|envs|table|tests)/[\w/.-]+)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_paper_cites_what_its_bibliography_has():
    cited = re.findall(r"@(\w+)", (DOCS / "paper.md").read_text(encoding="utf-8"))
    entries = re.findall(r"^@\w+\{(\w+),", (DOCS / "paper.bib").read_text("utf-8"), re.MULTILINE)
    assert set(cited) == set(entries)


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_SAMPLES, ids=name_of)
def test_samples_run_without_warnings(page, tmp_path, monkeypatch):
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(ROOT)
    names = {"__name__": "sample"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for block in blocks:
            if '"""' not in block:  # the files of docs/examples have tests of their own
                exec(compile(block, page.name, "exec"), names)


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
    names = {page.stem for page in TOP}
    assert {page.stem for page in tmp_path.glob("*.html")} == names | {"404", "changelog"}
    assert {page.with_suffix("").name for page in (tmp_path / DEFAULT_GAME).glob("*.html")} == {
        page.stem for page in OF_GAMES if page.parent.name == DEFAULT_GAME
    }
    assert "load_agent" in (tmp_path / "api" / "agents.html").read_text(encoding="utf-8")
