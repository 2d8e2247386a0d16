-- Users that one entry of the audit log concerns, if they are many: those of a bulk act, or those
-- created by an import. Only ids: names of erased users must not be kept here.
CREATE TABLE admin_audit_subjects (
  -- Of admin_audit, whose entries are never removed.
  entry_id   uuid NOT NULL,
  subject_id uuid NOT NULL,
  -- 'done', or why not.
  outcome    text NOT NULL,
  PRIMARY KEY (entry_id, subject_id)
);
CREATE INDEX admin_audit_subjects_of ON admin_audit_subjects (subject_id);
CREATE TRIGGER admin_audit_subjects_append_only BEFORE UPDATE OR DELETE ON admin_audit_subjects
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER admin_audit_subjects_no_truncate BEFORE TRUNCATE ON admin_audit_subjects
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A deleted user keeps password, devices and notes for some time, to be restored; then they go too.
-- Users who were deleted before have lost them already.
ALTER TABLE users ADD COLUMN is_restorable boolean NOT NULL DEFAULT false;
CREATE INDEX users_restorable ON users (deleted_at DESC, id DESC) WHERE is_restorable;
