/** Runs the machine of a wall display with the pages of its dashboard, and recovers after failures. */
import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { inBackground } from '../../api/client.js';
import type { PageServices } from '../../machines/page-actors.js';
import type { TimeRange } from '../../api/contract/searches.js';
import { viewQuery } from '../../api/queries/views.js';
import { shownPage, tvDisplayMachine, type TvSettings } from '../../machines/tv-display.js';
import { readVariables } from '../../machines/variable-address.js';
import { repairedView } from '../../machines/view/repair.js';
import { useConnection } from '../element/connection-context.js';
import { TvPages, type Display, type TvOpening, type TvOverride } from './tv-pages.js';

/** Milliseconds between attempts to restore a missing session, or to open a dashboard that does not exist. */
const retryMs = 15_000;
/** Milliseconds between attempts to open a dashboard that could not be loaded, for example from a starting server. */
const reopenMs = 5_000;
/** Milliseconds between two checks whether the stored dashboard has changed. */
const changesMs = 60_000;

export interface DisplayRequest extends TvSettings {
  readonly viewId: string;
  readonly query: string;
  readonly range: TimeRange | undefined;
  /** Values of variables, as the `var-…` parameters of an address. */
  readonly variables: string;
}

export interface DisplayState {
  readonly display: Display;
  readonly pages: TvPages | undefined;
  readonly opening: TvOpening;
  /** Returns the pages that the display shows now; before the next rendering they may be newer than `pages`. */
  readonly newest: () => TvPages | undefined;
}

const noSubscription = () => () => {};
const opening: TvOpening = { kind: 'opening' };

/** Returns the services of the pages: the connection of the element and the name of its user. */
function useServices(): PageServices {
  const { client, session } = useConnection();
  return useMemo(() => ({ client, username: () => session.getSnapshot().context.username }), [client, session]);
}

export function useDisplay({
  viewId,
  intervalMs,
  refreshMs,
  tabs,
  query,
  range,
  variables,
}: DisplayRequest): DisplayState {
  const services = useServices();
  const display = useActorRef(tvDisplayMachine, { input: { settings: { intervalMs, refreshMs, tabs } } });
  const [pages, setPages] = useState<TvPages>();
  const attached = useRef<TvPages>(undefined);
  const override = useMemo((): TvOverride | undefined => {
    const bindings = readVariables(variables);
    if (query.trim() === '' && !range && Object.keys(bindings).length === 0) return undefined;
    return {
      bindings,
      ...(query.trim() !== '' && { query: { type: 'elasticsearch', query_string: query } }),
      ...(range && { timerange: range }),
    };
  }, [query, range, variables]);
  useEffect(() => {
    display.send({ type: 'settings.changed', settings: { intervalMs, refreshMs, tabs } });
  }, [display, intervalMs, refreshMs, tabs]);

  useEffect(() => {
    const made = new TvPages(services, viewId, override);
    attached.current = made;
    made.attach(display);
    setPages(made);
    // A newer version of the dashboard may have taken the place of these pages.
    return () => attached.current?.end();
  }, [services, viewId, override, display]);

  useNewerVersion(viewId, override, display, pages, (fresh) => {
    attached.current = fresh;
    fresh.attach(display);
    setPages(fresh);
  });
  useRecovery(display, pages);
  const state = useSyncExternalStore(pages?.subscribe ?? noSubscription, pages?.snapshot ?? (() => opening));
  const newest = useCallback(() => attached.current, []);
  return { display, pages, opening: state, newest };
}

/**
 * When the stored dashboard has changed, loads the changed version in the background, and calls `take` with its pages
 * once one of them has data; `take` attaches them to the display.
 */
function useNewerVersion(
  viewId: string,
  override: TvOverride | undefined,
  display: Display,
  current: TvPages | undefined,
  take: (fresh: TvPages) => void,
): void {
  const { client, queryClient, polls } = useConnection();
  const services = useServices();
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!current) return;
    let fresh: TvPages | undefined;
    const open = () => {
      const made = new TvPages(services, viewId, override, shownPage(display.getSnapshot().context));
      fresh = made;
      const stopListening = made.subscribe(() => {
        if (made.hasData) {
          fresh = undefined;
          // The display listens to these pages from now on; attaching them again would refresh them twice.
          stopListening();
          current.end();
          latest.current(made);
        } else if (made.snapshot().kind === 'failed' || made.snapshot().kind === 'unsupported') {
          fresh = undefined;
          // The end of the pages removes this listener, too.
          made.end();
        }
      });
    };
    const stop = polls.every(changesMs, async () => {
      const known = current.snapshot();
      if (fresh?.isStuck) {
        fresh.end();
        fresh = undefined;
      }
      if (known.kind !== 'open' || fresh) return;
      const stored = repairedView(await queryClient.fetchQuery(viewQuery(inBackground(client), viewId)));
      if (JSON.stringify(stored) !== JSON.stringify(known.document.view)) open();
    });
    return () => {
      stop();
      fresh?.end();
    };
  }, [client, services, queryClient, polls, viewId, override, display, current]);
}

/**
 * Requests the data again as soon as the server is reachable again or a user has signed in. Periodically tries again to
 * open a dashboard that could not be opened, and validates the session while nobody is signed in.
 */
function useRecovery(display: Display, pages: TvPages | undefined): void {
  const { session, availability, polls } = useConnection();
  const signedOut = useSelector(session, (state) => state.matches('notLoggedIn'));
  const usable = useSelector(session, (state) => state.matches('loggedIn'));
  const down = useSelector(availability, (state) => state.matches({ status: 'down' }));
  const back = usable && !down;
  useEffect(() => {
    if (!back) return;
    pages?.retry();
    display.send({ type: 'recovered' });
  }, [back, display, pages]);
  useEffect(() => {
    const retryIf = (missing: boolean) => () => {
      const state = pages?.snapshot();
      if (state?.kind === 'failed' && state.missing === missing) pages?.retry();
    };
    const stops = [polls.every(reopenMs, retryIf(false)), polls.every(retryMs, retryIf(true))];
    return () => stops.forEach((stop) => stop());
  }, [polls, pages]);
  useEffect(() => {
    if (!signedOut) return;
    return polls.every(retryMs, () => session.send({ type: 'validation.requested' }));
  }, [signedOut, polls, session]);
}
