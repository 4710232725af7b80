"""The fields of the campaign, drawn from distances in kilometres."""
