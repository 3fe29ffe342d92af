"""Players of every kind, how they learn, and how they are judged."""
