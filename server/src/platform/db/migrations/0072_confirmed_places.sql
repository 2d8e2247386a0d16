-- Where the password was confirmed for watching within the running hour: network and machine, the latest first.
ALTER TABLE sessions ADD COLUMN video_access_places text[] NOT NULL DEFAULT '{}';
