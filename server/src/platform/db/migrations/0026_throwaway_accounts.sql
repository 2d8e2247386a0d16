-- Accounts that the platform makes for a run of its own, as a load test, and removes with it. Their
-- ids are marked, too (platform/throwaway/throwaway-id.ts), so that what was recorded about them is known
-- when they are gone.
CREATE TABLE throwaway_accounts (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  purpose    text NOT NULL CHECK (purpose IN ('load-test', 'security-audit')),
  -- The run.
  owner_id   uuid NOT NULL,
  -- Its run renews this; where it was killed, they are removed then.
  expires_at timestamptz NOT NULL
);
CREATE INDEX throwaway_accounts_by_expiry ON throwaway_accounts (expires_at);
CREATE INDEX throwaway_accounts_of_owner ON throwaway_accounts (owner_id);
