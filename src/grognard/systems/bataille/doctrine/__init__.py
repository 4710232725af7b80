"""What the computer opponents of the editions share: the field, the plan, the ways there."""
