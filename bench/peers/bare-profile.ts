import Fastify from 'fastify';
import pg from 'pg';
import { listen } from './listen.ts';

/**
 * A user's profile as the same route answers it without any check of who asks: the same queries to
 * the same database, the same JSON, and nothing around them.
 */
const pool = new pg.Pool({ connectionString: process.env['CONNECTION_STRING'] ?? '', max: 12 });
const userId = process.env['USER_ID'] ?? '';
const userText = 'SELECT * FROM users WHERE id = $1 AND deleted_at IS NULL';
const deviceText = `
  SELECT DISTINCT ON (user_id) user_id, device_id FROM user_devices WHERE user_id IN ($1)
  ORDER BY user_id, bound_at, device_id`;

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly contact_number: string;
  readonly country_code: string;
  readonly user_type: string;
  readonly email: string | null;
  readonly status: string;
  readonly kendra_type: string | null;
  readonly country: string | null;
  readonly district: string | null;
  readonly login_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_login_at: Date | null;
}

const app = Fastify();
app.get('/profile', async (request, reply) => {
  const user = (await pool.query<UserRow>(userText, [userId])).rows[0];
  if (!user) return reply.code(404).send();
  const device = (await pool.query<{ device_id: string }>(deviceText, [userId])).rows[0];
  const data = {
    id: user.id,
    name: user.name,
    contactNumber: user.contact_number,
    countryCode: user.country_code,
    userType: user.user_type,
    email: user.email,
    status: user.status,
    kendraType: user.kendra_type,
    country: user.country,
    district: user.district,
    loginCount: user.login_count,
    deviceId: device?.device_id ?? null,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    lastLoginAt: user.last_login_at?.toISOString() ?? null,
  };
  const meta = {
    timestamp: new Date().toISOString(),
    path: request.url,
    correlationId: request.id,
  };
  return { data, meta };
});
await listen(app);
