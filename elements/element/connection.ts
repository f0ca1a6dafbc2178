/**
 * Manages the connection to a server: API client, query cache, session, availability and polls. Elements with the same
 * server and the same token function share a connection, if their scripts share this module; it is closed when its last
 * element leaves. Connections share no state with each other.
 */
import { QueryClient } from '@tanstack/react-query';
import { createActor, type Actor } from 'xstate';
import { createClient, type Client } from '../../api/client.js';
import { isOutage, Unauthorized } from '../../api/failures.js';
import { repeatUserCall } from '../../api/queries/current-user.js';
import type { serverAvailabilityMachine } from '../../machines/server-availability.js';
import type { sessionMachine } from '../../machines/session.js';
import { availabilityLogic, isSameOrigin, sessionLogic } from './connection-actors.js';
import { KeptAnswers } from './kept-answers.js';
import type { GetToken, PageTokens } from './page-tokens.js';
import { PollScheduler } from './poll-scheduler.js';
import { transportOf } from './transports.js';

/** Milliseconds until the session is validated again when the last validation had no usable answer. */
const revalidateAfterMs = 3_000;
/** Milliseconds until the scripts for the page's tokens are loaded again after they could not be loaded. */
const loadAgainMs = 10_000;
/** Minimum number of milliseconds between two validations that the page causes. */
const validationIntervalMs = 1_000;

export type SessionActor = Actor<typeof sessionMachine>;
export type AvailabilityActor = Actor<typeof serverAvailabilityMachine>;

/** Identifies a connection: elements whose source has the same server and token function share a connection. */
export interface TokenSource {
  /** Absolute base URL of the API. */
  readonly server: string;
  /**
   * Returns the token for API calls; undefined if the page provides no tokens, so that users sign in by a form.
   * Elements share a connection only if they have the identical function.
   */
  readonly getToken?: GetToken | undefined;
}

/** Element that uses a connection; `report` gets a problem of the connection and reports it to the element's page. */
interface Holder {
  report?(error: unknown): void;
}

let opened = 0;

export class Connection {
  /** Number that identifies the connection within the page, so that objects can be rebuilt for another connection. */
  readonly id = (opened += 1);
  readonly server: string;
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly session: SessionActor;
  readonly availability: AvailabilityActor;
  readonly polls: PollScheduler;
  readonly #holders = new Set<Holder>();
  readonly #closing: (() => void)[] = [];
  /** The page's newest token function; undefined if the page provides no tokens. */
  #getToken: GetToken | undefined;
  /** The calls of the page's token function; undefined until their script is loaded. */
  #tokens: PageTokens | undefined;
  #loadingTokens: Promise<PageTokens> | undefined;
  #validation: ReturnType<typeof setTimeout> | undefined;
  /** `performance.now()` of the last validation that the page caused. */
  #validatedAt = -Infinity;
  /** The last problem of the page's tokens; undefined while there is none. */
  #tokenProblem: Error | undefined;

  constructor(source: TokenSource) {
    this.server = source.server;
    const { getToken } = source;
    this.#getToken = getToken;
    this.client = createClient({
      baseUrl: source.server,
      getToken: getToken && (async () => (await this.#loadTokens(getToken)).ask()),
      fetch: transportOf(source.server),
    });
    this.queryClient = new QueryClient({
      defaultOptions: {
        // Requests do not depend on `navigator.onLine`, because servers are often on the local network. The stale time
        // lets elements that appear together share one request.
        queries: { refetchOnWindowFocus: false, retry: false, networkMode: 'always', staleTime: 2_000 },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
    this.queryClient.mount();
    this.polls = new PollScheduler(document);
    this.session = createActor(sessionLogic(this.client, getToken !== undefined));
    this.availability = createActor(availabilityLogic(this.client), { input: { isHidden: document.hidden } });
    repeatUserCall(this.queryClient, () => this.availability.getSnapshot().matches({ status: 'down' }));
    this.#wire(getToken === undefined);
    this.session.start();
    this.availability.start();
  }

  /** True when a cookie of the page's origin identifies the session. */
  get hasCookie(): boolean {
    return this.#getToken === undefined && isSameOrigin(this.client);
  }

  /**
   * True when a user may be signed in although the server has not confirmed the session yet: the page provides tokens,
   * or its cookies are sent to the server. Otherwise the server would refuse every call before a sign-in.
   */
  get mayHaveSession(): boolean {
    return this.#getToken !== undefined || isSameOrigin(this.client);
  }

  /** True when the page provides the tokens. */
  get usesTokens(): boolean {
    return this.#getToken !== undefined;
  }

  get matchable(): TokenSource {
    return { server: this.server, getToken: this.#getToken };
  }

  hold(holder: Holder): void {
    this.#holders.add(holder);
    if (this.#tokenProblem) holder.report?.(this.#tokenProblem);
  }

  /** Reports a problem of the page's tokens to the page, unless it was the last one reported; undefined: no problem. */
  tellTokenProblem(problem: Error | undefined): void {
    if (problem && problem.message !== this.#tokenProblem?.message)
      for (const holder of this.#holders) holder.report?.(problem);
    this.#tokenProblem = problem;
  }

  /** Removes a holder; closes the connection when no holder is left. */
  release(holder: Holder): void {
    this.#holders.delete(holder);
    if (this.#holders.size === 0) this.#close();
  }

  /**
   * Replaces the token function of this connection by that of a source. Pages often create a new function for every
   * rendering. The function is replaced only if `holder` is the only holder, the server is the same, and both the
   * source and the connection have a token function. The new function is called without waiting for an API call. If it
   * returns another token, the old token is dropped; if the new token identifies another user, all answers are loaded
   * again. Returns whether the connection now fits the source.
   */
  takeOver(source: TokenSource, holder: Holder): boolean {
    const alone = this.#holders.size === 1 && this.#holders.has(holder);
    if (!alone || source.server !== this.server || !source.getToken || !this.#getToken) return false;
    this.#getToken = source.getToken;
    this.#tokens?.replace(source.getToken);
    this.validateIfMissing();
    return true;
  }

  /**
   * Forgets the token if the page has replaced the function that returned it: API calls then wait for the token of the
   * new function. Used when an id of an element changes, because the old token may not allow the object with the new
   * id.
   */
  dropReplacedToken(): void {
    if (this.#tokens?.isStale) this.client.holdToken(undefined);
  }

  #wire(cookieSession: boolean): void {
    const { session, availability, queryClient } = this;
    this.#closing.push(
      this.client.onFailure((failure) => {
        if (failure instanceof Unauthorized) session.send({ type: 'unauthorized', failure });
        else if (isOutage(failure)) availability.send({ type: 'callFailed' });
      }),
    );
    const visible = () => availability.send({ type: document.hidden ? 'hidden' : 'shown' });
    document.addEventListener('visibilitychange', visible);
    this.#closing.push(() => document.removeEventListener('visibilitychange', visible));
    const online = () => availability.send({ type: 'retry.requested' });
    window.addEventListener('online', online);
    this.#closing.push(() => window.removeEventListener('online', online));

    const kept = new KeptAnswers(queryClient);
    this.#closing.push(() => kept.close());
    this.#validateUntilAnswered();
    void this.#careForTokens();
    let wasDown = false;
    let isUsual = isSameOrigin(this.client);
    availability.subscribe((state) => {
      const down = state.matches({ status: 'down' });
      isUsual ||= state.matches({ status: 'up' });
      // A browser does not tell scripts that the server refuses the page's origin, so the likely cause is named.
      if (down && !isUsual) console.warn(`${this.server}: no answer. Is ${location.origin} in --embed-origins?`);
      isUsual ||= down;
      if (wasDown && !down) {
        session.send({ type: 'validation.requested' });
        void queryClient.invalidateQueries({
          predicate: (query) => query.state.status === 'error' || kept.isOld(query),
        });
      }
      wasDown = down;
    });

    const otherTabs = cookieSession ? new BroadcastChannel(`log-console ${this.server}`) : undefined;
    let signedIn: boolean | undefined;
    /** Name of the user to whom the answers in the cache belong. */
    let owner: string | undefined;
    session.on('signedIn', ({ username }) => {
      const isOther = owner !== undefined && owner !== username;
      if (signedIn === false || isOther) {
        otherTabs?.postMessage('signedIn');
        // If the user is the previous one, the data is only refetched, so that the screen and the text typed into it
        // stay.
        void (username === owner ? queryClient.invalidateQueries() : queryClient.resetQueries());
      }
      signedIn = true;
      owner = username;
    });
    session.on('signedOut', ({ lost }) => {
      // Other tabs of the browser share the session, so they get a message about how it ended.
      if (signedIn) otherTabs?.postMessage(lost ? 'sessionLost' : 'signedOut');
      signedIn = false;
      if (lost) this.#restAnswers();
      else this.#forgetAnswers();
    });
    if (!otherTabs) return;
    otherTabs.onmessage = ({ data }: MessageEvent) => {
      if (data === 'signedIn') session.send({ type: 'signedInElsewhere' });
      if (data === 'signedOut') session.send({ type: 'signedOutElsewhere' });
      if (data === 'sessionLost') session.send({ type: 'unauthorized' });
    };
    this.#closing.push(() => otherTabs.close());
  }

  /**
   * Validates the session repeatedly while it is unknown although the server is reachable: a starting server, or a
   * proxy in front of it, may answer one call and fail the next. If the server is unreachable, its return triggers the
   * validation.
   */
  #validateUntilAnswered(): void {
    const { session, availability } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const validate = (): void => {
      timer = undefined;
      if (!session.getSnapshot().matches('unverified')) return;
      if (availability.getSnapshot().matches({ status: 'up' }) && !document.hidden)
        session.send({ type: 'validation.requested' });
      else wait();
    };
    const wait = (): void => {
      timer ??= setTimeout(validate, revalidateAfterMs);
    };
    session.subscribe((state) => {
      if (state.matches('unverified')) wait();
    });
    this.#closing.push(() => clearTimeout(timer));
  }

  /** Loads the script that calls the page's token function; pages that sign in by a cookie do not need it. */
  #loadTokens(getToken: GetToken): Promise<PageTokens> {
    return (this.#loadingTokens ??= import('./page-tokens.js').then(
      (script) => (this.#tokens = new script.PageTokens(this.#getToken ?? getToken)),
      (error: unknown) => {
        // The next request loads the script again.
        this.#loadingTokens = undefined;
        throw error;
      },
    ));
  }

  async #careForTokens(): Promise<void> {
    if (!this.#getToken) return;
    try {
      const [tokens, { careForTokens }] = await Promise.all([
        this.#loadTokens(this.#getToken),
        import('./token-care.js'),
      ]);
      careForTokens(tokens, this);
    } catch {
      // Until the two scripts can be loaded, the page's token function is called again only when a call of the API
      // needs another token: shortly before the token ends, and after an answer with HTTP status 401.
      setTimeout(() => connections.has(this) && void this.#careForTokens(), loadAgainMs);
    }
  }

  /**
   * Validates the session again if nobody is signed in or the session is unknown, because the page may have signed a
   * user in since the last validation. Validates at most once a second, because pages that create a new `getToken` for
   * every rendering cause a call of this method each time.
   */
  validateIfMissing(): void {
    const validate = (): void => {
      this.#validation = undefined;
      const state = this.session.getSnapshot();
      if (!state.matches('notLoggedIn') && !state.matches('unverified')) return;
      this.#validatedAt = performance.now();
      if (state.matches('notLoggedIn')) this.client.holdToken(undefined);
      this.session.send({ type: 'validation.requested' });
    };
    const waitMs = this.#validatedAt + validationIntervalMs - performance.now();
    if (waitMs <= 0) validate();
    else this.#validation ??= setTimeout(validate, waitMs);
  }

  /**
   * Cancels all requests and keeps only the answers that components use; the page is hidden until somebody signs in.
   */
  #restAnswers(): void {
    const cache = this.queryClient.getQueryCache();
    for (const query of cache.getAll()) {
      if (query.getObserversCount() === 0) cache.remove(query);
      else void query.cancel({ revert: true });
    }
  }

  /** Empties the cache; queries that components use are reset, so that they are loaded again after the next sign-in. */
  #forgetAnswers(): void {
    const cache = this.queryClient.getQueryCache();
    for (const query of cache.getAll()) {
      void query.cancel({ silent: true });
      if (query.isActive()) query.reset();
      else cache.remove(query);
    }
    this.queryClient.getMutationCache().clear();
  }

  #close(): void {
    connections.delete(this);
    for (const end of this.#closing) end();
    clearTimeout(this.#validation);
    this.session.stop();
    this.availability.stop();
    this.polls.close();
    void this.queryClient.cancelQueries();
    this.queryClient.clear();
    this.queryClient.unmount();
  }
}

const connections = new Set<Connection>();

/**
 * Returns the connection for a source, which it opens if there is none, and registers `holder`.
 * @param current the holder's present connection, which is released if another one is returned
 */
export function acquireConnection(source: TokenSource, holder: Holder, current: Connection | undefined): Connection {
  const fits = ({ matchable }: Connection) =>
    matchable.server === source.server && matchable.getToken === source.getToken;
  if (current && fits(current)) return current;
  const other = [...connections].find(fits);
  if (current && !other && current.takeOver(source, holder)) return current;
  const connection = other ?? new Connection(source);
  connections.add(connection);
  connection.hold(holder);
  current?.release(holder);
  return connection;
}

/** Returns the number of open connections; used by tests. */
export function openConnections(): number {
  return connections.size;
}
