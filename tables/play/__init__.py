"""What is played at a table: hands, rounds against the house, the stakes and terms they are played for."""
