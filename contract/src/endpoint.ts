import type * as z from 'zod/mini';
import type { Permission } from './permissions.ts';
import type { UserType } from './roles.ts';
import type { Tag } from './tags.ts';

/**
 * Who may call an endpoint.
 * - `public`: every client, without proof.
 * - `device`: every client that proves possession of a device key (sign-in and activation).
 * - `session`: a signed-in user with one of `roles`, by token and proof.
 * - `runner`: a machine that makes parts of videos, by its secret or by the token that registers it.
 * - `probe`: system calls for probes and scrapers; the feature decides by address or token.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'device' }
  | {
      readonly kind: 'session';
      readonly roles: readonly UserType[];
      /** What an administrator needs besides the role. */
      readonly permission?: Permission;
      /**
       * Also open to an administrator who has yet to set up the required second factor: only calls
       * that enrol it, describe the session or end it.
       */
      readonly beforeEnrolment?: true;
    }
  | { readonly kind: 'runner'; readonly by: 'secret' | 'token' }
  | { readonly kind: 'probe' };

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = z.ZodMiniType;

type ContentTypes = readonly [string, ...string[]];

/** JSON has a schema; the other kinds are handled as streams or text by the route itself. */
export type BodyKind = Schema | FormBody | StreamBody | BytesBody;
/** `multipart/form-data`: some fields, all as text, then one file in the field `file`. */
export interface FormBody {
  readonly form: Schema;
  /** What the file is meant to be; its bytes decide what it is. */
  readonly file: ContentTypes;
}
/** Any number of bytes, which the handler reads as they arrive. */
export interface StreamBody {
  readonly stream: ContentTypes;
}
/** Bytes that are read whole before the handler runs. */
export interface BytesBody {
  /** Content types that are taken. */
  readonly types: ContentTypes;
  readonly maxBytes: number;
}
/** A body without a schema is sent without the envelope; `raw` is JSON defined by a standard. */
export type DataKind = Schema | { readonly raw: Schema } | TextData | FileData | 'empty';
/** Answered as it is, under one of these content types. */
export interface TextData {
  readonly text: ContentTypes;
}
/** Bytes, or a stream of them, under one of these content types. */
export interface FileData {
  readonly file: ContentTypes;
}

/** Headers by name, with what they hold. */
export type HeaderFacts = Readonly<
  Record<string, { readonly about: string; readonly required?: true }>
>;

export interface Endpoint {
  readonly method: Method;
  /** Relative to the base path, parameters in braces: `/videos/{id}`. */
  readonly path: `/${string}`;
  /** True when the same call also answers at the root, for probes and scrapers. */
  readonly atRoot?: boolean;
  readonly access: Access;
  readonly summary: string;
  readonly tag: Tag;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: BodyKind;
  /** Of a JSON body, where it is not the 100 kB that all of them may have. */
  readonly maxBodyBytes?: number;
  readonly data: DataKind;
  /** The status of success, where it is not 200 (or 204 without data). */
  readonly status?: 200 | 201;
  /** Headers of a separate protocol, beside those of every call. */
  readonly headers?: { readonly asked?: HeaderFacts; readonly answered?: HeaderFacts };
  /** Where the session is bound to a key of the browser, its short-lived cookie must come too. */
  readonly bound?: true;
  /** Nobody waits for its answer: where many call at one time, they may be answered together. */
  readonly patient?: true;
  /** By which a browser may call it, beside its proof. */
  readonly cookie?: 'refreshCookie';
}

/** Keeps the literal types of one endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type In<S> = S extends Schema ? z.input<S> : never;
type Out<S> = S extends Schema ? z.output<S> : never;

export type ParamsOf<E extends Endpoint> = E extends { params: infer P } ? Out<P> : undefined;
export type QueryOf<E extends Endpoint> = E extends { query: infer Q } ? Out<Q> : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer B }
  ? B extends BytesBody
    ? Uint8Array
    : Out<B>
  : undefined;
export type DataOf<E extends Endpoint> = E['data'] extends Schema
  ? Out<E['data']>
  : E['data'] extends { raw: infer R }
    ? Out<R>
    : E['data'] extends TextData
      ? string
      : E['data'] extends FileData
        ? Uint8Array<ArrayBuffer>
        : undefined;

/** The arguments of a caller: only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = (E extends { params: infer P }
  ? { params: In<P> }
  : unknown) &
  (E extends { query: infer Q } ? { query?: In<Q> } : unknown) &
  (E extends { body: infer B }
    ? B extends Schema
      ? { body: In<B> }
      : B extends BytesBody
        ? { body: Uint8Array<ArrayBuffer> }
        : unknown
    : unknown);
