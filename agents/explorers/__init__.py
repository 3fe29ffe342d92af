"""Scripted players of Explorers."""
