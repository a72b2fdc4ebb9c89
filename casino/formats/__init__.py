"""How dates and times are written where Django's way of a language is not ours."""
