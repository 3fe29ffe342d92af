"""Figures of the report as SVG that stands in a page, light or dark."""
