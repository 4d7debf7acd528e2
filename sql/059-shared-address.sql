-- When two people of one address had been refused by the rate limit per address; null until then (docs/contract.md,
-- "Rate limits").
ALTER TABLE organisation ADD COLUMN shared_address_refused_at timestamptz;
