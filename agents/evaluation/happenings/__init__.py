"""What happened in games: counted from their events when they are played again from rows."""
