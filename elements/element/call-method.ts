/** Calls the public methods of elements. This module is loaded when a page calls the first method. */
import { waitFor, type SnapshotFrom } from 'xstate';
import type { Connection, SessionActor } from './connection.js';
import { ElementFailure } from './element-failure.js';
import { errorDetail } from './element-health.js';
import type { ElementMethods } from './host-context.js';
import type { MissingValue } from './plan.js';

/** The element whose method is called. */
export interface CalledElement {
  /** True if the element was in the document when the page called the method. */
  readonly wasConnected: boolean;
  isConnected(): boolean;
  /** Returns the connection of the element; undefined while the element is not in the document. */
  connection(): Connection | undefined;
  /** Returns the methods that the component has registered; undefined before that. */
  methods(): ElementMethods | undefined;
  /**
   * Returns the reason why the element cannot show anything, such as a missing id; undefined if no value is missing.
   */
  missing(): MissingValue | undefined;
  /** Resolves when the connection or the methods may have changed, and when the element has been removed. */
  changed(): Promise<void>;
}

/**
 * Resolves once somebody is signed in or the connection is closed. If nobody is signed in, the session is validated
 * again first, but at most once a second.
 * @throws the failure of the session, or an ElementFailure, if nobody is signed in after that
 */
async function requireSession(connection: Connection): Promise<void> {
  connection.validateIfMissing();
  const isKnown = (state: SnapshotFrom<SessionActor>) => !state.matches('validating') && !state.matches('loggingIn');
  // `waitFor` rejects when the connection is closed; there is no session to wait for then.
  const state = await waitFor(connection.session, isKnown).catch(() => undefined);
  if (state?.context.username !== null) return;
  throw state.context.failure ?? new ElementFailure('unauthorized', 'Nobody is signed in.');
}

const removed = (name: string): string => `${name}(): the element was removed from the page before the call ended.`;

/**
 * Calls a public method once somebody is signed in and the component has registered the method. Before the element is
 * in the document the call waits.
 * @throws Error with the code, message and status of `log-error`, and with the name of the failure, when nobody is
 * signed in, a required value is missing, the method fails, or the element is removed from the document before the
 * method was called
 */
export async function callMethod(element: CalledElement, name: string, values: unknown[]): Promise<unknown> {
  let { wasConnected } = element;
  try {
    for (;;) {
      if (wasConnected && !element.isConnected()) throw new ElementFailure('failed', removed(name));
      wasConnected = element.isConnected();
      const connection = element.connection();
      if (connection) {
        await requireSession(connection);
        // The element was removed, or has another server, while it waited for the session.
        if (element.connection() !== connection) continue;
      }
      const missing = element.missing();
      if (connection && missing) throw new ElementFailure('bad-value', missing.help ?? missing.title);
      const method = element.methods()?.[name];
      // The arguments come from a script of the page; the method itself validates them.
      if (connection && method) return await method(...(values as never[]));
      await element.changed();
    }
  } catch (error) {
    const { code, message, status } = errorDetail(error);
    // The page may show the message to users, so the URL of the failed request is only in the cause.
    const failure = new Error(message, { cause: error });
    if (error instanceof Error) failure.name = error.name;
    throw Object.assign(failure, { code, ...(status !== undefined && { status }) });
  }
}
