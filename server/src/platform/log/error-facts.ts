/**
 * Fields that a line about an error may contain beside its message. Named one by one, since
 * libraries attach data to their errors that must not be logged: rows (`detail`, `where`),
 * statements with their parameters, whole connections with their keys.
 */
const loggedFields = [
  'code',
  'status',
  'statusCode',
  'errno',
  'syscall',
  'address',
  'port',
  // Of PostgreSQL's errors: names of parts of the schema.
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  // Of MediaError: the output of the tool.
  'log',
];
const deepest = 5;

export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
  readonly errors?: readonly ErrorFacts[];
  readonly [field: string]: unknown;
}

/** Returns the loggable facts of an error: its kind and origin, and no value of a row. */
export function describeError(error: unknown, depth = 0): ErrorFacts {
  if (!isErrorLike(error)) return { type: typeof error, message: 'not an error' };
  const message = messageWithoutValues(error);
  const goesOn = depth < deepest;
  return {
    type: error.constructor.name,
    message,
    ...(error.stack ? { stack: stackWith(error.stack, error.message, message) } : {}),
    ...pickFields(error),
    ...(goesOn && isErrorLike(error.cause) ? { cause: describeError(error.cause, depth + 1) } : {}),
    ...(goesOn && Array.isArray(error.errors)
      ? { errors: error.errors.map((one: unknown) => describeError(one, depth + 1)) }
      : {}),
  };
}

interface ErrorLike {
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Also accepts copies of errors, which some libraries return as plain objects. */
function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

function pickFields(error: ErrorLike): Record<string, string | number> {
  const fields = Object.entries(error).filter((entry): entry is [string, string | number] => {
    const [name, value] = entry;
    return loggedFields.includes(name) && (typeof value === 'string' || typeof value === 'number');
  });
  return Object.fromEntries(fields);
}

/**
 * PostgreSQL quotes values in the messages of data exceptions (SQLSTATE class 22: 'invalid input
 * syntax for type uuid: "…"'), and nowhere else but in the fields that are left out.
 */
function messageWithoutValues(error: ErrorLike): string {
  const isDataException = 'severity' in error && 'code' in error && /^22/.test(`${error.code}`);
  return isDataException ? 'data exception' : error.message;
}

function stackWith(stack: string, message: string, logged: string): string {
  return message === '' ? stack : stack.replace(message, () => logged);
}
