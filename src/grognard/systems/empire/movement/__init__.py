"""Moving: manoeuvres, what they cost, what forbids them."""
