"""What stands between the house and the street: hosts, TLS, cookies, headers.

In production all of it is on (`manage.py check --deploy` is a test). A local machine speaks plain HTTP to itself only.
"""

from casino import environment

ALLOWED_HOSTS = environment.words("CASINO_HOSTS")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if environment.PRODUCTION else []

# TLS. A proxy of the house that ends TLS must set the header itself, or anybody could claim it: hence the switch.
SECURE_SSL_REDIRECT = environment.PRODUCTION
# Load balancer and monitoring ask from inside: by address, so for no host of ours (`casino.middleware.Common`), and
# without TLS.  The API is refused instead of redirected (`casino.pages.encrypted`).
PROBED = ("healthz", "readyz", "metrics")
SECURE_REDIRECT_EXEMPT = [*(f"^{path}$" for path in PROBED), "^api/v1/"]
SECURE_HSTS_SECONDS = environment.seconds("CASINO_HSTS_SECONDS") if environment.PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.PRODUCTION
SECURE_HSTS_PRELOAD = environment.PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if environment.switch("CASINO_BEHIND_PROXY") else None

# Browsers keep a cookie of this prefix only from this very host, over HTTPS and for all of its paths (RFC 6265bis).
_HOST = "__Host-" if environment.PRODUCTION else ""
SESSION_COOKIE_NAME = f"{_HOST}sessionid"
CSRF_COOKIE_NAME = f"{_HOST}csrftoken"
TABLET_COOKIE_NAME = f"{_HOST}tablet"
POLL_COOKIE_NAME = f"{_HOST}poll"
MESSAGE_COOKIE_NAME = f"{_HOST}messages"
LANGUAGE_COOKIE_NAME = f"{_HOST}language"
LANGUAGE_COOKIE_SECURE = environment.PRODUCTION
LANGUAGE_COOKIE_HTTPONLY = True
TABLET_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = environment.PRODUCTION
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = environment.PRODUCTION
CSRF_COOKIE_SAMESITE = "Lax"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Django 6's setting of the same name and shape; until then `casino.middleware` reads it. Files of our own only:
# no inline script or style, no frame, no other host.
SECURE_CSP = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
}
