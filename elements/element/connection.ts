/**
 * One connection per server and way to sign in: client, query cache, session, availability, polls. All elements of a page that name the same
 * server share it; the last one to leave closes it. Connections never share anything.
 */
import { QueryClient } from '@tanstack/react-query';
import { createActor, waitFor, type Actor } from 'xstate';
import { createClient, type Client, type Token } from '../../api/client.js';
import { isOutage, Unauthorized } from '../../api/failures.js';
import type { serverAvailabilityMachine } from '../../machines/server-availability.js';
import type { sessionMachine } from '../../machines/session.js';
import { availabilityLogic, isSameOrigin, sessionLogic } from './connection-actors.js';
import { KeptAnswers } from './kept-answers.js';
import { PollScheduler } from './poll-scheduler.js';

/** Pause before the session is validated again when the last validation had no usable answer. */
const revalidateAfterMs = 5_000;
/** Shortest time between two validations that the page causes. */
const validationIntervalMs = 1_000;

export type SessionActor = Actor<typeof sessionMachine>;
export type AvailabilityActor = Actor<typeof serverAvailabilityMachine>;

/** Names a connection: two elements with the same source share it. */
export interface TokenSource {
  /** Absolute base URL of the API. */
  readonly server: string;
  /** Gives the token to call with; absent: the cookie session of the page. Elements share a connection only with the same function. */
  readonly getToken?: (() => Promise<Token>) | undefined;
}

let opened = 0;

export class Connection {
  /** Distinguishes connections of one page: objects built on one connection are rebuilt on another. */
  readonly id = (opened += 1);
  readonly server: string;
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly session: SessionActor;
  readonly availability: AvailabilityActor;
  readonly polls: PollScheduler;
  readonly #holders = new Set<object>();
  readonly #closing: (() => void)[] = [];
  #getToken: TokenSource['getToken'];
  #validation: ReturnType<typeof setTimeout> | undefined;
  /** `performance.now()` of the last validation that the page caused. */
  #validatedAt = -Infinity;

  constructor(source: TokenSource) {
    this.server = source.server;
    this.#getToken = source.getToken;
    this.client = createClient({
      baseUrl: source.server,
      // The function may be exchanged by the page while the connection lives.
      getToken: source.getToken && (() => (this.#getToken ?? noToken)()),
    });
    this.queryClient = new QueryClient({
      defaultOptions: {
        // Servers are often on the same network: being offline says nothing about them.
        // Ten elements that appear together ask once.
        queries: { refetchOnWindowFocus: false, retry: false, networkMode: 'always', staleTime: 2_000 },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
    this.queryClient.mount();
    this.polls = new PollScheduler(document);
    this.session = createActor(sessionLogic(this.client, source.getToken !== undefined));
    this.availability = createActor(availabilityLogic(this.client));
    this.#wire(source.getToken === undefined);
    this.session.start();
    this.availability.start();
  }

  /** The session is carried by a cookie of the page's origin. */
  get hasCookie(): boolean {
    return this.#getToken === undefined && isSameOrigin(this.client);
  }

  /**
   * Somebody may be signed in before the server has said so: the page gives tokens, or its cookies are sent. Without either, calls
   * before a sign-in would only be refused.
   */
  get mayHaveSession(): boolean {
    return this.#getToken !== undefined || isSameOrigin(this.client);
  }

  get matchable(): TokenSource {
    return { server: this.server, getToken: this.#getToken };
  }

  hold(holder: object): void {
    this.#holders.add(holder);
  }

  /** Closes the connection with its last holder. */
  release(holder: object): void {
    this.#holders.delete(holder);
    if (this.#holders.size === 0) this.#close();
  }

  /** Exchanges the token function in place when nobody else shares the connection: pages often make a new function for every rendering. */
  takeOver(source: TokenSource, holder: object): boolean {
    const alone = this.#holders.size === 1 && this.#holders.has(holder);
    if (!alone || source.server !== this.server || !source.getToken || !this.#getToken) return false;
    this.#getToken = source.getToken;
    this.validateIfMissing();
    return true;
  }

  #wire(cookieSession: boolean): void {
    const { session, availability, queryClient } = this;
    this.#closing.push(
      this.client.onFailure((failure) => {
        if (failure instanceof Unauthorized) session.send({ type: 'unauthorized' });
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
    let wasDown = false;
    availability.subscribe((state) => {
      const down = state.matches({ status: 'down' });
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
    /** Name of the last user whose answers the cache may hold. */
    let owner: string | undefined;
    session.on('signedIn', ({ username }) => {
      if (signedIn === false) {
        otherTabs?.postMessage('signedIn');
        // The same person gets back what was on screen, and what was typed there: it is only asked for again.
        void (username === owner ? queryClient.invalidateQueries() : queryClient.resetQueries());
      }
      signedIn = true;
      owner = username;
    });
    session.on('signedOut', ({ lost }) => {
      // The other tabs share the session, and with it how it ended.
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
   * Asks again who is signed in while that is not known although the server answers pings: a server that is starting, or a proxy
   * in front of it, may answer one call and not the next. While the server is away its return triggers the validation instead.
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

  /**
   * Asks again who is signed in, when nobody is or it is not known: the page may have signed somebody in meanwhile. At most once a
   * second, because pages that make a new `getToken` for every rendering come here with each of them.
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

  /** Resolves once it is known whether a user is signed in; validates again if none was. */
  async sessionKnown(): Promise<void> {
    this.validateIfMissing();
    // A connection that closes meanwhile has no session to wait for.
    await waitFor(this.session, (state) => !state.matches('validating')).catch(() => undefined);
  }

  /** Ends all calls and keeps only the answers that are on screen, out of sight until it is known who signs in next. */
  #restAnswers(): void {
    const cache = this.queryClient.getQueryCache();
    for (const query of cache.getAll()) {
      if (query.getObserversCount() === 0) cache.remove(query);
      else void query.cancel({ revert: true });
    }
  }

  /** Empties the cache; what is on screen is emptied too, and asks again after the next sign-in. */
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

/** The connection for a source, held by `holder` from now on; `current` is the one that it held before. */
export function acquireConnection(source: TokenSource, holder: object, current: Connection | undefined): Connection {
  const fits = ({ matchable }: Connection) =>
    matchable.server === source.server && matchable.getToken === source.getToken;
  if (current && (fits(current) || current.takeOver(source, holder))) return current;
  const connection = [...connections].find(fits) ?? new Connection(source);
  connections.add(connection);
  connection.hold(holder);
  current?.release(holder);
  return connection;
}

/** Number of open connections; for tests. */
export function openConnections(): number {
  return connections.size;
}

function noToken(): Promise<never> {
  return Promise.reject(new Error('The page took its getToken function away'));
}
