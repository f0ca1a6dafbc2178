/**
 * The only client of the API: it calls the endpoints of the contract with their types. It knows the base URL, the token
 * and the headers of every call, and turns an answer into a value or a failure.
 */
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './contract/endpoint.js';
import { fillPath } from './contract/endpoint.js';
import type { ApiFailure, FailureFacts } from './failures.js';
import { BadAnswer, failureOf, TokenUnavailable, Unauthorized, Unreachable } from './failures.js';
import { readText } from './answer-text.js';
import { base64, endsEarly, fromJson, isRaw, searchOf, toJson } from './encoding.js';

export interface Token {
  readonly token: string;
  /** `access`, the default: `token` is an access token or an embed token; `session`: `token` is the id of a session. */
  readonly kind?: 'access' | 'session' | undefined;
  /**
   * Instant at which the token ends (ISO 8601); another token is requested before it. Absent: another token is
   * requested only after an answer with status 401.
   */
  readonly expires_at?: string | undefined;
}

/** Milliseconds before the expiry of a token at which it is replaced, so that no call is sent with an expired token. */
const renewBeforeMs = 20_000;
/** Milliseconds from a failed renewal of the token to the next attempt; the present token is used meanwhile. */
const retryRenewalMs = 5_000;

export interface ClientOptions {
  /** URL of the API, for example `/api` or `https://logs.example.org/api`. */
  readonly baseUrl: string;
  /**
   * Returns a token. The client calls the function when a call first needs a token, shortly before the token ends, and
   * after an answer with status 401. Calls that wait for a token share one call of the function. Without this function
   * and without a held token (`holdToken`), the browser's session cookie authenticates calls.
   */
  readonly getToken?: (() => Promise<Token>) | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Longest accepted answer in bytes; longer answers fail as `BadAnswer`. The default is 100 MiB. */
  readonly maxAnswerBytes?: number | undefined;
}

/** `true` if an object type has no required members. */
type AllOptional<T> = Record<never, never> extends T ? true : false;
type ParamsField<E> = keyof ParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<E> };
type QueryField<E> = [QueryOf<E>] extends [undefined]
  ? { readonly query?: undefined }
  : AllOptional<QueryOf<E>> extends true
    ? { readonly query?: QueryOf<E> | undefined }
    : { readonly query: QueryOf<E> };
type BodyField<E> = [BodyOf<E>] extends [undefined]
  ? { readonly body?: undefined }
  : undefined extends BodyOf<E>
    ? { readonly body?: BodyOf<E> }
    : { readonly body: BodyOf<E> };

interface CommonCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** True for a call that a timer makes and not the user; such a call does not prolong the session. */
  readonly background?: boolean | undefined;
  /** True for a call that the browser completes although the page is being left; its body has at most 64 KiB. */
  readonly keepalive?: boolean | undefined;
  /** Milliseconds after which the call fails as `Unreachable`; absent: there is no time limit. */
  readonly timeoutMs?: number | undefined;
  /** Media type for the header `Accept`; absent: the media type that the endpoint produces. */
  readonly accept?: string | undefined;
  /** True: the call needs a token. By default the calls of all endpoints need one, except those of public endpoints. */
  readonly authenticate?: boolean | undefined;
  /** Returns whether the answer has the form that the caller needs; otherwise the call fails as `BadAnswer`. */
  readonly check?: ((answer: unknown) => boolean) | undefined;
}
type CallOptions<E> = CommonCallOptions & ParamsField<E> & QueryField<E> & BodyField<E>;
export type CallArguments<E> =
  AllOptional<CallOptions<E>> extends true ? [options?: CallOptions<E>] : [options: CallOptions<E>];

interface AnyCallOptions extends CommonCallOptions {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface Client {
  readonly baseUrl: string;
  /**
   * Definitions of the computed fields that this client sends with searches, as JSON texts by name; they are part of
   * the keys under which answers are cached.
   */
  readonly computed?: Readonly<Record<string, string>> | undefined;
  /**
   * Calls an endpoint and returns its answer. Integers beyond 2^53 are bigint; the answer is `undefined` for status
   * 204, for an empty body, and from an endpoint that produces nothing.
   * @throws ApiFailure, whose subclass names the reason of the failure; RangeError when an id cannot be part of a path;
   * the reason of `signal` when the caller aborts the call
   */
  call<E extends Endpoint>(endpoint: E, ...options: CallArguments<E>): Promise<AnswerOf<E>>;
  /**
   * Calls an endpoint and returns the raw response, for bodies that are too large for the memory. The caller must read
   * or cancel the body; `check` is not applied.
   * @throws the errors of `call` except `BadAnswer`
   */
  open<E extends Endpoint>(endpoint: E, ...options: CallArguments<E>): Promise<Response>;
  /** Returns the URL of an endpoint, for links and downloads. */
  url<E extends Endpoint>(endpoint: E, options: ParamsField<E> & QueryField<E>): string;
  /**
   * Uses the given token for calls from now on, for example the session id after signing in, without calling
   * `getToken`. The token is kept only in memory; `undefined` forgets it.
   */
  holdToken(token: Token | undefined): void;
  /**
   * Registers a listener, which is called with every failure of every call.
   * @returns a function that removes the listener
   */
  onFailure(listener: (failure: ApiFailure) => void): () => void;
}

/**
 * Media types for the header `Accept` by what the endpoint produces. Reference servers answer 406 when a request
 * accepts no media type that the endpoint produces. `text` also accepts other media types, because reference servers
 * send the ids of export jobs as CSV.
 */
const accepted: Readonly<Record<Endpoint['produces'], string>> = {
  json: 'application/json',
  text: 'text/plain, */*;q=0.5',
  csv: 'text/csv',
  bytes: '*/*',
  nothing: 'application/json',
};

/** Longest answer accepted by default, in bytes; the body of an error is shortened to `maxErrorBytes`. */
const maxAnswerBytes = 100 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

export function createClient(options: ClientOptions): Client {
  return new FetchClient(options);
}

/** Returns a client whose calls do not prolong the session, for calls made by timers. */
export function inBackground(client: Client): Client {
  const marked = <E extends Endpoint>([options]: CallArguments<E>): CallArguments<E> =>
    [{ ...options, background: true }] as CallArguments<E>;
  return {
    baseUrl: client.baseUrl,
    computed: client.computed,
    call: (endpoint, ...options) => client.call(endpoint, ...marked(options)),
    open: (endpoint, ...options) => client.open(endpoint, ...marked(options)),
    url: (endpoint, options) => client.url(endpoint, options),
    holdToken: (token) => client.holdToken(token),
    onFailure: (listener) => client.onFailure(listener),
  };
}

class FetchClient implements Client {
  readonly baseUrl: string;
  readonly #options: ClientOptions;
  readonly #listeners = new Set<(failure: ApiFailure) => void>();
  #token: Token | undefined;
  /** Time from which calls request another token, in epoch milliseconds; Infinity: they request none. */
  #renewAt = Infinity;
  /** The pending call of `getToken`, which all calls that need a token share. */
  #pending: Promise<Token> | undefined;

  constructor(options: ClientOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#options = options;
  }

  holdToken(token: Token | undefined): void {
    this.#token = token;
    const end = Date.parse(token?.expires_at ?? '') - renewBeforeMs;
    // A token that seems to have ended when it arrives is used until a 401, because this computer's clock may be wrong.
    this.#renewAt = end > Date.now() ? end : Infinity;
  }

  onFailure(listener: (failure: ApiFailure) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  url<E extends Endpoint>(endpoint: E, options: ParamsField<E> & QueryField<E>): string {
    return this.#url(endpoint, options);
  }

  async call<E extends Endpoint>(endpoint: E, ...[options]: CallArguments<E>): Promise<AnswerOf<E>> {
    const wanted: AnyCallOptions = options ?? {};
    return this.#reporting(endpoint, wanted, async (facts, signal) => {
      const response = await this.#authenticated(endpoint, wanted, facts, signal);
      const answered = { ...facts, status: response.status };
      const answer = await this.#read(endpoint, response, answered, signal);
      if (wanted.check && !wanted.check(answer)) throw new BadAnswer(facts, 'wrong-shape');
      return answer as AnswerOf<E>;
    });
  }

  open<E extends Endpoint>(endpoint: E, ...[options]: CallArguments<E>): Promise<Response> {
    const wanted: AnyCallOptions = options ?? {};
    return this.#reporting(endpoint, wanted, (facts, signal) => this.#authenticated(endpoint, wanted, facts, signal));
  }

  /** Makes a call and notifies the listeners if it fails. */
  async #reporting<T>(
    endpoint: Endpoint,
    wanted: AnyCallOptions,
    make: (facts: FailureFacts, signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const facts: FailureFacts = { method: endpoint.method, url: this.#url(endpoint, wanted) };
    try {
      return await make(facts, combinedSignal(wanted));
    } catch (error) {
      const seen = this.#seen(error, facts, wanted);
      if ('method' in seen) for (const listener of this.#listeners) listener(seen as ApiFailure);
      throw seen;
    }
  }

  /**
   * Returns the error that the caller sees: the reason of the caller's abort, an `Unreachable` failure when the time
   * limit has expired, otherwise the given error.
   */
  #seen(error: unknown, facts: FailureFacts, { signal, timeoutMs }: AnyCallOptions): Error {
    if (signal?.aborted)
      return signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError');
    if (error instanceof DOMException && error.name === 'TimeoutError' && timeoutMs !== undefined) {
      return new Unreachable({ ...facts, cause: new Error(`no answer within ${timeoutMs} ms`) });
    }
    return error instanceof Error ? error : new Error(String(error));
  }

  #url(endpoint: Endpoint, { params, query }: AnyCallOptions): string {
    const path = fillPath(endpoint.path, (params ?? {}) as Record<string, string>);
    const search = searchOf((query ?? {}) as Record<string, unknown>);
    return `${this.baseUrl}${path}${search === '' ? '' : `?${search}`}`;
  }

  /**
   * Makes a call with the current token. If the call needs a token and is answered with 401, it is made once more with
   * a fresh token from `getToken`, if there is such a function.
   */
  async #authenticated(
    endpoint: Endpoint,
    options: AnyCallOptions,
    facts: FailureFacts,
    signal: AbortSignal | undefined,
  ) {
    const needsToken = options.authenticate ?? endpoint.permission !== 'public';
    const used = needsToken ? await this.#tokenFor(facts, signal) : this.#lastingToken();
    try {
      return await this.#attempt(endpoint, options, facts, signal, used);
    } catch (error) {
      if (!(error instanceof Unauthorized) || !needsToken || !this.#options.getToken) throw error;
      if (this.#token === used) this.#token = undefined;
      const fresh = await this.#tokenFor(facts, signal);
      return this.#attempt(endpoint, options, facts, signal, fresh);
    }
  }

  /**
   * Returns the current token unless it expires soon: the server refuses an expired token even at endpoints that need
   * no token.
   */
  #lastingToken(): Token | undefined {
    return Date.now() < this.#renewAt ? this.#token : undefined;
  }

  async #tokenFor(facts: FailureFacts, signal: AbortSignal | undefined): Promise<Token | undefined> {
    const { getToken } = this.#options;
    const held = this.#lastingToken();
    if (held || !getToken) return held;
    this.#pending ??= Promise.resolve()
      .then(getToken)
      .then((token: unknown) => {
        if (!isToken(token)) throw new TokenRefused(new TypeError('getToken must resolve with { token }.'));
        this.holdToken(token);
        return token;
      })
      .catch((cause: unknown) => {
        if (this.#token) {
          this.#renewAt = Date.now() + retryRenewalMs;
          return this.#token;
        }
        throw cause instanceof TokenRefused ? cause : new TokenRefused(cause);
      })
      .finally(() => (this.#pending = undefined));
    // If all waiting calls are aborted meanwhile, nothing else handles the rejection.
    this.#pending.catch(() => undefined);
    try {
      return await raceAbort(this.#pending, signal);
    } catch (error) {
      if (error instanceof TokenRefused) throw new TokenUnavailable({ ...facts, cause: error.cause });
      throw error;
    }
  }

  async #attempt(
    endpoint: Endpoint,
    options: AnyCallOptions,
    facts: FailureFacts,
    signal: AbortSignal | undefined,
    token: Token | undefined,
  ): Promise<Response> {
    const { body, headers } = await this.#request(endpoint, options, token);
    const fetchNow = this.#options.fetch ?? globalThis.fetch;
    let response: Response;
    try {
      response = await fetchNow(facts.url, {
        method: endpoint.method,
        headers,
        body,
        signal: signal ?? null,
        keepalive: options.keepalive ?? false,
        credentials: token ? 'omit' : 'same-origin',
      });
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new Unreachable({ ...facts, cause });
    }
    if (response.ok) return response;
    const text = await readText(response, maxErrorBytes, 'truncate').catch(() => '');
    throw failureOf({ ...facts, status: response.status, body: text }, response.headers.get('retry-after'));
  }

  async #request(endpoint: Endpoint, options: AnyCallOptions, token: Token | undefined) {
    const headers: Record<string, string> = {
      Accept: options.accept ?? accepted[endpoint.produces],
      'X-Requested-By': 'XMLHttpRequest',
      'X-Requested-With': 'XMLHttpRequest',
    };
    if (options.background) headers['X-Graylog-No-Session-Extension'] = 'true';
    if (token)
      headers['Authorization'] = `Basic ${base64(`${token.token}:${token.kind === 'session' ? 'session' : 'token'}`)}`;
    const { body } = options;
    if (body === undefined) return { headers, body: null };
    if (isRaw(body)) return { headers, body };
    const asText = endpoint.consumes === 'text';
    headers['Content-Type'] = asText ? 'text/plain; charset=utf-8' : 'application/json';
    return { headers, body: asText ? String(body) : await toJson(body) };
  }

  async #read(endpoint: Endpoint, response: Response, facts: FailureFacts, signal: AbortSignal | undefined) {
    if (response.status === 204 || endpoint.produces === 'nothing') {
      await response.body?.cancel().catch(() => undefined);
      return undefined;
    }
    const limit = this.#options.maxAnswerBytes ?? maxAnswerBytes;
    const text = await readText(response, limit, 'refuse').catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof RangeError) throw new BadAnswer({ ...facts, cause }, 'too-large', cause.message);
      throw new BadAnswer({ ...facts, cause }, 'cut-off');
    });
    if (text === '') return undefined;
    const shown = { ...facts, body: text.slice(0, maxErrorBytes) };
    const type = response.headers.get('content-type') ?? '';
    if (/^\s*text\/html/i.test(type) || (endpoint.produces === 'json' && /^\s*</.test(text)))
      throw new BadAnswer(shown, 'html');
    if (endpoint.produces !== 'json') return text;
    try {
      return await fromJson(text);
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : '';
      throw new BadAnswer({ ...shown, cause }, endsEarly(detail, text) ? 'cut-off' : 'not-json', detail);
    }
  }
}

/** Tells whether a value is a token. The value of a page's `getToken` comes from a script and can have any type. */
export function isToken(value: unknown): value is Token {
  const { token, kind } = (value ?? {}) as Partial<Record<keyof Token, unknown>>;
  return typeof token === 'string' && token !== '' && (kind === undefined || kind === 'access' || kind === 'session');
}

class TokenRefused extends Error {
  constructor(cause: unknown) {
    super('No token', { cause });
  }
}

function combinedSignal({ signal, timeoutMs }: AnyCallOptions): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal;
  const limit = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Waits for a promise that several calls share: an abort ends only this wait, not the work behind the promise. */
function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
