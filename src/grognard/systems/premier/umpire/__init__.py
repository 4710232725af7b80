"""Situations: positions drawn as text, scripts with dice, expectations; coverage of the book and the cards."""
