# What is laid over the table.

threat-left = left flank threatened
threat-right = right flank threatened
threat-rear = rear threatened
