"""How the computer opponents of An XXX think."""
