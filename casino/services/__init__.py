"""Services for users, sign-in, tablets, jobs, stored answers and database roles."""
