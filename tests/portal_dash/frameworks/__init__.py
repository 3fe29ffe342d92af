"""Our views in other people's frameworks: one file each."""
