-- Single sign-on (docs/single-sign-on.md): sessions that the provider has opened.
ALTER TABLE sessions
  ADD COLUMN by_provider               boolean NOT NULL DEFAULT false,
  -- The provider has asked for a second factor, and OIDC_SECOND_FACTOR counts it.
  ADD COLUMN provider_second_factor    boolean NOT NULL DEFAULT false,
  -- When the person entered a password or the like there; null if the provider does not say.
  ADD COLUMN provider_authenticated_at timestamptz,
  -- False without a refresh token: the session ends with SESSION_DURATION.
  ADD COLUMN renewable                 boolean NOT NULL DEFAULT true;
