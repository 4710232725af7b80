"""What Premier adds to the shared desk: its teller, its officer, its odds of melees and squares."""
