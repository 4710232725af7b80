"""What people at a table are given: words, sentences, advice, chances."""
