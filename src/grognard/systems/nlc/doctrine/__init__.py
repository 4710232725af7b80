"""What commanders in Napoleon's Later Campaigns must know: orders first, then the fight."""
