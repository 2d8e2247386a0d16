-- One index for each order of the user list; the id makes equal values stand still between pages.
-- A descending list is read backwards, but then the users without a value would come first:
-- columns that may be empty have an index for each direction.
DROP INDEX users_newest;
CREATE INDEX users_by_name ON users (lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_contact_number ON users (contact_number, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_user_type ON users (user_type, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_status ON users (status, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_login_count ON users (login_count, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_created_at ON users (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_kendra_type ON users (kendra_type, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_country ON users (country, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_district ON users (district, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_login_at ON users (last_login_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_kendra_type_down
  ON users (kendra_type DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_by_country_down
  ON users (country DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_by_district_down
  ON users (district DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_login_at_down
  ON users (last_login_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;

-- Finds any part of a name or number. The extension pg_trgm does the same, but a database server
-- of somebody else's may not have it.
CREATE FUNCTION trigrams_of(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT coalesce(array_agg(DISTINCT substr(value, i, 3)), '{}')
     FROM generate_series(1, length(value) - 2) AS i $$;
CREATE INDEX users_search ON users
  USING gin (trigrams_of(lower(name) || E'\n' || contact_number)) WHERE deleted_at IS NULL;

-- The filters of the audit log.
CREATE INDEX admin_audit_of_actor ON admin_audit (actor_id, at DESC);
CREATE INDEX admin_audit_of_action ON admin_audit (action, at DESC);
CREATE TRIGGER admin_audit_no_truncate BEFORE TRUNCATE ON admin_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
