"""`/api/v1/tournaments/`: reading them, and one command for each thing that is done in one."""
