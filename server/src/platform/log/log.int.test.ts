import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLog } from './log.ts';

const number = '+919812345678';
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
  // Its end does not wait for its connection, which the end of the database then breaks.
  pool.on('error', () => {});
  await pool.query(`
    CREATE TABLE people (contact_number text PRIMARY KEY CHECK (length(contact_number) > 3), age int);
    CREATE TABLE calls (contact_number text REFERENCES people);
    INSERT INTO people VALUES ('${number}', 30)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  lines.length = 0;
});

async function failureOf(text: string, values: unknown[]): Promise<Error> {
  try {
    await pool.query(text, values);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
}

describe('a line about an error of the database', () => {
  it.each([
    ['a unique key', 'INSERT INTO people VALUES ($1, 31)', [number], '23505'],
    ['a reference', 'INSERT INTO calls VALUES ($1)', [`${number}0`], '23503'],
    ['a check', 'INSERT INTO people VALUES (left($1, 3), 981)', ['+91981'], '23514'],
    ['a wrong number', 'SELECT * FROM people WHERE age = $1', [`x${number}`], '22P02'],
    ['a large number', 'SELECT * FROM people WHERE age = $1', ['919812345678'], '22003'],
    ['a wrong date', 'SELECT $1::date', ['9812-34-56'], '22008'],
  ])('names what refused, and no value: %s', async (_, text, values, code) => {
    const error = await failureOf(text, values);
    const refusal = new AppError('DATABASE_ERROR', 'Server error.', { cause: error });
    log.error({ err: error }, 'a request failed');
    log.error({ err: refusal }, 'a request failed');
    log.warn({ error }, 'a job failed');
    log.error({ err: { ...error, message: error.message, stack: error.stack } }, 'a copy');
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toMatch(/98123|\+9198|9812-34/);
    for (const line of lines) expect(line).toContain(`"code":"${code}"`);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        type: 'DatabaseError',
        severity: 'ERROR',
        stack: expect.stringContaining('\n    at '),
      },
    });
  });

  it('names table and constraint', async () => {
    const err = await failureOf('INSERT INTO people VALUES ($1, 31)', [number]);
    log.error({ err }, 'a request failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        message: 'duplicate key value violates unique constraint "people_pkey"',
        table: 'people',
        constraint: 'people_pkey',
      },
    });
  });

  it('holds nothing of the connection that a pool hangs on it', async () => {
    const client = await pool.connect();
    const err = Object.assign(new Error('Connection terminated unexpectedly'), { client });
    client.release();
    log.error({ err }, 'a database connection failed');
    expect(Object.keys(JSON.parse(lines[0] ?? '').err)).toEqual(['type', 'message', 'stack']);
  });
});
