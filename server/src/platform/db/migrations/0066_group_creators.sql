-- A group without members lies in nobody's district: it belongs to whoever made it. Null for older ones.
ALTER TABLE user_groups ADD COLUMN created_by uuid REFERENCES users (id) ON DELETE SET NULL;
