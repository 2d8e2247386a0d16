-- What players reported about their requests for segments (CMCD), a row a playback. Sums, so that
-- several processes can add to one row. All but `requests` is what somebody's machine said.
CREATE TABLE playback_supply (
  playback_session_id uuid PRIMARY KEY REFERENCES playback_sessions (id) ON DELETE CASCADE,
  requests            bigint NOT NULL,
  reports             bigint NOT NULL,
  -- Reports under a name that is not this playback's.
  foreign_reports     bigint NOT NULL,
  starved             bigint NOT NULL,
  urgent              bigint NOT NULL,
  bitrate_sum_kbps    bigint NOT NULL,
  bitrates            bigint NOT NULL,
  throughput_sum_kbps bigint NOT NULL,
  throughputs         bigint NOT NULL,
  least_buffer_ms     integer,
  first_at            timestamptz NOT NULL,
  last_at             timestamptz NOT NULL
);
