import { ApiError, type Endpoint, endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { endsSession } from './browser-api.ts';

const refusal = (status: number) =>
  new ApiError({ status, type: 'x', code: 'TOKEN_INVALID', message: 'x', correlationId: null });

const cases: readonly [Endpoint, number, boolean][] = [
  [endpoints.videos.list, 401, true],
  [endpoints.auth.validate, 401, true],
  [endpoints.auth.login, 401, false],
  [endpoints.auth.validatePassword, 401, false],
  [endpoints.videos.list, 403, false],
  [endpoints.videos.list, 0, false],
];

test.each(cases)(
  '%# a 401 ends the session only where it speaks of the session',
  (endpoint, status, ends) => {
    expect(endsSession(endpoint, refusal(status))).toBe(ends);
  },
);
