"""Moving: marches and their search, formations, stacking, orders, organisation, arrivals (rules 6, 10, 14-18, 45)."""
