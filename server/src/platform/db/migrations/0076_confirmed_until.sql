-- Until when the password counts as confirmed for watching, place by place, in milliseconds of Unix time.
ALTER TABLE sessions ADD COLUMN video_access_until jsonb NOT NULL DEFAULT '{}';
UPDATE sessions SET video_access_until = (
  SELECT jsonb_object_agg(place, (extract(epoch FROM video_access_expires_at) * 1000)::bigint)
  FROM unnest(video_access_places) AS place)
WHERE ended_at IS NULL AND video_access_expires_at > now() AND cardinality(video_access_places) > 0;
