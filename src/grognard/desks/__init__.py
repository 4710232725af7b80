"""What the people at a table need of any rulebook: advice, words, pictures, menus, papers.

The base classes here serve every system; a system that can say more supplies its own in a
:class:`~grognard.desks.desk.Desk`. This room stands below the systems and knows none of them.
"""
