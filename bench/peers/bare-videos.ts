import Fastify from 'fastify';
import pg from 'pg';
import { listen } from './listen.ts';

/**
 * The list of videos as a bare route answers it: one query on the same table of the same database,
 * the same JSON, and nothing around it.
 */
const pool = new pg.Pool({ connectionString: process.env['CONNECTION_STRING'] ?? '', max: 12 });
const limit = 20;
const text = `
  SELECT id, title, description, status, published, duration_seconds AS "durationSeconds",
         created_at AS "createdAt", count(*) OVER () AS total
  FROM videos WHERE published AND status = 'ready'
  ORDER BY created_at DESC, id DESC LIMIT $1`;

interface VideoRow {
  readonly total: string;
  readonly createdAt: Date;
}

const app = Fastify();
app.get('/videos', async (request) => {
  const { rows } = await pool.query<VideoRow>({ name: 'videos', text, values: [limit] });
  const items = rows.map(({ total: _, createdAt, ...row }) => ({
    ...row,
    posterUrl: `/media/${'x'.repeat(76)}/poster.jpg`,
    storyboardUrl: `/media/${'x'.repeat(76)}/storyboard/index.vtt`,
    resumeAtSeconds: null,
    completedAt: null,
    termination: null,
    createdAt: createdAt.toISOString(),
  }));
  const meta = {
    timestamp: new Date().toISOString(),
    path: request.url,
    correlationId: request.id,
  };
  return { data: { items, page: 1, limit, total: Number(rows[0]?.total ?? 0) }, meta };
});
await listen(app);
