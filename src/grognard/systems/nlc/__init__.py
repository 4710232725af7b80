"""Napoleon's Later Campaigns: formations that act on orders, chits drawn from a cup."""
