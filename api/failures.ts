/**
 * Failures of a call, one class for each possible reaction of the caller. Every failure contains the call (method, URL)
 * and the answer of the server (status, message, body), because the page for an unavailable server and the toasts
 * show them (spec 1 §2, §8). An abort is no failure: the reason of the caller's signal is thrown, or an `AbortError` if
 * the reason is no Error.
 */
import type { Method } from './contract/endpoint.js';

export interface FailureFacts {
  readonly method: Method;
  /** URL of the call, absolute or relative to the page; it contains no credentials. */
  readonly url: string;
  /** HTTP status of the answer; absent when the server did not answer. */
  readonly status?: number | undefined;
  /** Member `message` of the error in the server's answer. */
  readonly serverMessage?: string | undefined;
  /** Body of the answer, of which at most 65,536 characters are kept. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Stable names of failures for pages that embed elements (`code` of the event `log-error`). They are written out,
 * because a minifier renames classes. `bad-value` means that an attribute or property cannot be parsed; `failed` stands
 * for every error that has no code of its own.
 */
export type FailureCode =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'missing-stream-permission'
  | 'not-found'
  | 'conflict'
  | 'unprocessable'
  | 'too-many-requests'
  | 'server-failure'
  | 'unreachable'
  | 'bad-answer'
  | 'bad-value'
  | 'failed';

export class ApiFailure extends Error {
  override readonly name: string = 'ApiFailure';
  readonly code: FailureCode = 'failed';
  readonly method: Method;
  readonly url: string;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly body: string | undefined;

  constructor(facts: FailureFacts, message?: string) {
    super(message ?? describe(facts), { cause: facts.cause });
    this.method = facts.method;
    this.url = facts.url;
    this.status = facts.status;
    this.serverMessage = facts.serverMessage;
    this.body = facts.body;
  }
}

/** HTTP 400: the server does not accept the request. */
export class BadRequest extends ApiFailure {
  override readonly name: string = 'BadRequest';
  override readonly code: FailureCode = 'bad-request';
}
/** HTTP 401, or no token is available: the user must sign in again. */
export class Unauthorized extends ApiFailure {
  override readonly name: string = 'Unauthorized';
  override readonly code: FailureCode = 'unauthorized';
}
/** HTTP 403: the user is signed in but lacks the permission. */
export class Forbidden extends ApiFailure {
  override readonly name: string = 'Forbidden';
  override readonly code: FailureCode = 'forbidden';
}
/** HTTP 403 for lack of permission on streams (contract search G2). */
export class MissingStreamPermission extends Forbidden {
  override readonly name: string = 'MissingStreamPermission';
  override readonly code: FailureCode = 'missing-stream-permission';
  readonly streams: readonly string[];
  constructor(facts: FailureFacts, streams: readonly string[]) {
    super(facts);
    this.streams = streams;
  }
}
/** HTTP 404: the resource does not exist. */
export class NotFound extends ApiFailure {
  override readonly name: string = 'NotFound';
  override readonly code: FailureCode = 'not-found';
}
/** HTTP 409: the request contradicts the stored state. */
export class Conflict extends ApiFailure {
  override readonly name: string = 'Conflict';
  override readonly code: FailureCode = 'conflict';
}
/** HTTP 422: the request is well-formed but has no usable meaning, for example a keyword that names no time. */
export class Unprocessable extends ApiFailure {
  override readonly name: string = 'Unprocessable';
  override readonly code: FailureCode = 'unprocessable';
}
/** HTTP 429: the client sent too many requests; `retryAfterSeconds` is the delay that the server sent, if any. */
export class TooManyRequests extends ApiFailure {
  override readonly name: string = 'TooManyRequests';
  override readonly code: FailureCode = 'too-many-requests';
  readonly retryAfterSeconds: number | undefined;
  constructor(facts: FailureFacts, retryAfterSeconds: number | undefined) {
    super(facts);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
/** HTTP 5xx: the server failed. */
export class ServerFailure extends ApiFailure {
  override readonly name: string = 'ServerFailure';
  override readonly code: FailureCode = 'server-failure';
}
/**
 * The server did not answer: the network failed, the connection was refused, cross-origin rules forbid the call, or the
 * caller's time limit expired.
 */
export class Unreachable extends ApiFailure {
  override readonly name: string = 'Unreachable';
  override readonly code: FailureCode = 'unreachable';
}

/**
 * The page's `getToken` provided no token: the function rejected, or resolved with something else. `cause` is the
 * reason. The class extends `Unauthorized`, because the remedy is the same: the user must sign in again.
 */
export class TokenUnavailable extends Unauthorized {
  override readonly name: string = 'TokenUnavailable';
  constructor(facts: FailureFacts) {
    super(facts, `This page could not provide an access token: ${reasonOf(facts.cause)}`);
  }
}

/**
 * Tells whether the same call may succeed once the server or the session is available again. This is so if there is no
 * session or no answer, or if the answer comes from a proxy that cannot reach its server. The server itself also
 * answers 502 to 504, for example 503 while the storage is unavailable. Such an answer is no outage, and the console
 * shows it.
 */
export const isOutage = (failure: unknown): boolean => failure instanceof Unauthorized || isUnanswered(failure);

/** Tells whether a call got no answer, or only the answer of a proxy that cannot reach its server. */
export function isUnanswered(failure: unknown): boolean {
  if (failure instanceof Unreachable) return true;
  if (!(failure instanceof ServerFailure)) return false;
  return [502, 503, 504].includes(failure.status ?? 0) && !errorDetails(failure.body).isTyped;
}

export type BadAnswerReason = 'not-json' | 'html' | 'cut-off' | 'wrong-shape' | 'too-large';
/** The answer has a success status, but its body is not usable. */
export class BadAnswer extends ApiFailure {
  override readonly name: string = 'BadAnswer';
  override readonly code: FailureCode = 'bad-answer';
  readonly reason: BadAnswerReason;
  constructor(facts: FailureFacts, reason: BadAnswerReason, detail?: string) {
    super(
      facts,
      `${facts.method} ${facts.url}: ${badAnswerTexts[reason]}${detail === undefined ? '' : ` (${detail})`}`,
    );
    this.reason = reason;
  }
}

const badAnswerTexts: Readonly<Record<BadAnswerReason, string>> = {
  'not-json': 'the answer is not JSON',
  html: 'the answer is a web page, not data; is the server address that of the API, and is no sign-in page in between?',
  'cut-off': 'the answer was cut off',
  'wrong-shape': 'the answer has another form than expected',
  'too-large': 'the answer is too large',
};

function describe({ method, url, status, serverMessage, cause }: FailureFacts): string {
  const reason = serverMessage ?? (cause instanceof Error ? cause.message : undefined);
  const what = status === undefined ? 'no answer' : `status ${status}`;
  return `${method} ${url}: ${what}${reason === undefined || reason === '' ? '' : `: ${reason}`}`;
}

/** Returns the failure for an answer with an error status. @param retryAfter value of the header `Retry-After` */
export function failureOf(facts: FailureFacts & { readonly status: number }, retryAfter: string | null): ApiFailure {
  const details = errorDetails(facts.body);
  const known = { ...facts, serverMessage: details.message };
  switch (facts.status) {
    case 400:
      return new BadRequest(known);
    case 401:
      return new Unauthorized(known);
    case 403:
      return details.streams ? new MissingStreamPermission(known, details.streams) : new Forbidden(known);
    case 404:
      return new NotFound(known);
    case 409:
      return new Conflict(known);
    case 422:
      return new Unprocessable(known);
    case 429:
      return new TooManyRequests(known, secondsOf(retryAfter));
    default:
      return facts.status >= 500 ? new ServerFailure(known) : new ApiFailure(known);
  }
}

interface ErrorDetails {
  message: string | undefined;
  /**
   * True when the body has the form `{type, message}`: errors of the server have this form, errors of proxies do not.
   */
  isTyped: boolean;
  streams?: string[];
}

/**
 * Reads an error body `{[type,] message[, streams]}` or `{error}`; any other body has no message (contract search G2).
 */
function errorDetails(body: string | undefined): ErrorDetails {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body ?? '');
  } catch {
    return { message: undefined, isTyped: false };
  }
  if (typeof parsed !== 'object' || parsed === null) return { message: undefined, isTyped: false };
  const { type, message, error, streams } = parsed as Record<string, unknown>;
  const text = typeof message === 'string' ? message : typeof error === 'string' ? error : undefined;
  const isTyped = typeof type === 'string' && typeof message === 'string';
  if (type !== 'MissingStreamPermission') return { message: text, isTyped };
  return {
    message: text,
    isTyped,
    streams: Array.isArray(streams) ? streams.filter((id): id is string => typeof id === 'string') : [],
  };
}

function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || !/^\d{1,9}$/.test(retryAfter.trim())) return undefined;
  return Number(retryAfter);
}

/**
 * Returns the text about an error for people: the message of the server if there is one (spec 2 §8 "Save"), otherwise
 * plain words; only the text of a `BadAnswer` names the address of the call.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiFailure && error.serverMessage) return error.serverMessage;
  if (error instanceof Unreachable) return 'The server does not answer.';
  if (error instanceof NotFound)
    return 'Not found on the server (404). Was it deleted, or is the address of the server wrong?';
  if (error instanceof ApiFailure && error.status !== undefined && !(error instanceof BadAnswer))
    return `The server refuses this or has a problem (${error.status}).`;
  return error instanceof Error ? error.message : String(error);
}
