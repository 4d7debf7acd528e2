-- Whether the call or SMS asks the person to respond. A call about a claim, such as the end of its holder's shift, takes no key.
ALTER TABLE phone_hooks ADD COLUMN claimable boolean NOT NULL DEFAULT true;
