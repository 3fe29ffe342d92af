"""The hook of every build: no file may be missing; wheels get machine code and pages of rules."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Prints the tag of wheels for this system.
_TAG = "from tablemates.envs.core.compiler.platform import wheel_tag; print(wheel_tag())"


class CompleteBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to build from folders that lack files, and a result that lacks some."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the folders before the build.

        Raises:
            FileNotFoundError: One is missing or empty, or no folder at all, such as the text
                file that Git makes of a link.
        """
        for folder in self._folders():
            if not any(file.is_file() for file in Path(self.root, folder).rglob("*")):
                raise FileNotFoundError(f"{folder}/ has no files: builds need the whole repository")
        if self.target_name == "wheel" and version != "editable":
            # Rules as text are told from these pages of the documentation.
            for page in sorted(Path(self.root, "docs").glob("*/how_to_play.md")):
                place = f"tablemates/envs/{page.parent.name}/{page.name}"
                build_data["force_include"][str(page)] = place
            self._add_machine_code(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Look into the result of the build.

        Raises:
            FileNotFoundError: It lacks files that Git knows; the message names them.
        """
        del build_data
        if version == "editable":
            return
        if artifact_path.endswith(".whl"):
            built = set(zipfile.ZipFile(artifact_path).namelist())
        else:
            with tarfile.open(artifact_path) as archive:
                built = {name.partition("/")[2] for name in archive.getnames()}
        place = self.build_config.get_distribution_path
        if missing := [file for file in self._known_to_git() if place(file) not in built]:
            Path(artifact_path).unlink()
            raise FileNotFoundError(
                f"{len(missing)} files are in the repository and not in the build: "
                f"{', '.join(missing[:5])}, ... Restore them, or take them out of Git's index"
            )

    def _add_machine_code(self, build_data: dict[str, Any]) -> None:
        """Compile the games for this system, so that nobody who installs the wheel has to.

        With ``TABLEMATES_MACHINE_CODE=0`` the wheel is for every system; its games are compiled
        where they are first used, which needs Numba there.
        """
        if os.environ.get("TABLEMATES_MACHINE_CODE") == "0":
            return
        folder = Path(self.root, "build", "machine_code")
        command = [sys.executable, "-m", "tablemates.build", "--folder", str(folder)]
        subprocess.run(command, cwd=self.root, check=True)
        command = [sys.executable, "-c", _TAG]
        done = subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True)
        build_data["pure_python"], build_data["tag"] = False, done.stdout.strip()
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix != ".lock":
                place = file.relative_to(folder).as_posix()
                build_data["force_include"][str(file)] = f"tablemates/machine_code/{place}"

    def _folders(self) -> list[str]:
        targets = self.metadata.config["tool"]["hatch"]["build"]["targets"]
        return list(targets["wheel"]["only-include"])

    def _known_to_git(self) -> list[str]:
        """Return the package's files in the index; an unpacked source distribution has none."""
        if not Path(self.root, ".git").exists():
            return []
        command = ["git", "ls-files", "-z", "--", *self._folders()]
        done = subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout.split("\0")[:-1]
