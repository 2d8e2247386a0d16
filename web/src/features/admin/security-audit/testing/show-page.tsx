import { ApiError, type ErrorReason } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../../shared/api/testing/fake-api.ts';
import { MemoryRouter } from '../../../../shared/routing/testing/MemoryRouter.tsx';

/** Makes the refusal of a call. */
export function refuse(status: number, reason?: ErrorReason): ApiError {
  return new ApiError({
    status,
    type: status === 409 ? 'ConflictError' : 'InternalError',
    code: status === 409 ? 'RESOURCE_ALREADY_EXISTS' : 'INTERNAL_SERVER_ERROR',
    message: 'x',
    correlationId: 'c-1',
    details: reason === undefined ? {} : { reason },
  });
}

/** Shows a page to a super administrator; `answer` is the server. */
export function showPage(
  page: ReactNode,
  at: string,
  answer: (
    endpoint: unknown,
    input: { readonly body?: unknown; readonly query?: unknown },
  ) => unknown,
) {
  const call = async (endpoint: unknown, input: object) => {
    const given = answer(endpoint, input);
    if (given instanceof ApiError) throw given;
    return given;
  };
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'SUPER_ADMIN',
    permissions: ['security.audit', 'system.configure'],
  });
  render(
    <MemoryRouter at={at}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ session, call: call as unknown as Api['call'] })}>
          {page}
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
