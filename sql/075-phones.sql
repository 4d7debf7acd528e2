-- The module of phones has its own folder since this file (docs/architecture.md, "Tables").

-- owner: phones
--   phone_hooks phone_replies phone_uses
