"""What a commander of La Bataille Premier must know: ground, odds, arms, phases."""
