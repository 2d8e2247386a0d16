-- Each order of the user list with what it can be filtered by, so that a list is walked and counted
-- in the index alone. PostgreSQL sees that of an expression only where its column is there too.
DROP INDEX users_by_name, users_by_contact_number, users_by_user_type, users_by_status,
  users_by_login_count, users_by_created_at, users_by_kendra_type, users_by_country,
  users_by_district, users_by_last_login_at, users_by_kendra_type_down, users_by_country_down,
  users_by_district_down, users_by_last_login_at_down;
CREATE INDEX users_by_name ON users (lower(name), id)
  INCLUDE (name, user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_contact_number ON users (contact_number, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_user_type ON users (user_type, id)
  INCLUDE (status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_status ON users (status, id)
  INCLUDE (user_type, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_login_count ON users (login_count, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_created_at ON users (created_at, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_kendra_type ON users (kendra_type, id)
  INCLUDE (user_type, status, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_country ON users (country, id)
  INCLUDE (user_type, status, kendra_type, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_district ON users (district, id)
  INCLUDE (user_type, status, kendra_type, country) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_login_at ON users (last_login_at, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_kendra_type_down ON users (kendra_type DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_country_down ON users (country DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, kendra_type, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_district_down ON users (district DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, kendra_type, country) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_login_at_down ON users (last_login_at DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
