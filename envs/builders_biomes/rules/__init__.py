"""The rules of Builders & Biomes: compiled functions over the records, one concern a module."""
