/**
 * Defines which endpoints a guest may call. All endpoints that `rules` does not list are refused, so a new endpoint is
 * closed to guests until it is listed there. Listed calls are restricted three times: by `rules` to the objects that
 * the token names, by the guest's permissions (auth/embed-tokens.ts), and in the search engine to the token's filter
 * and range (search/restriction.ts).
 */
import type { Endpoint } from '../../../api/contract/endpoint.js';
import * as alerts from '../../../api/contract/alerts.js';
import * as clusterConfig from '../../../api/contract/cluster-config.js';
import { searchesConfigClass } from '../../../api/contract/cluster-config-names.js';
import * as decorators from '../../../api/contract/decorators.js';
import * as exports from '../../../api/contract/exports.js';
import * as messages from '../../../api/contract/messages.js';
import * as patterns from '../../../api/contract/patterns.js';
import * as searches from '../../../api/contract/searches.js';
import * as sessions from '../../../api/contract/sessions.js';
import * as streams from '../../../api/contract/streams.js';
import { getUser } from '../../../api/contract/current-user.js';
import { ping } from '../../../api/contract/server-root.js';
import * as tools from '../../../api/contract/tools.js';
import * as views from '../../../api/contract/views.js';
import type { Caller } from '../auth/caller.js';
import type { Guest } from '../auth/guest.js';
import { ForbiddenError } from '../foundation/errors.js';
import { keyOf } from '../http/registry.js';
import { narrowedSearch, narrowedState, narrowedView } from './widget-scope.js';
import { guestUser, isOfStreams } from './guest-user.js';

export interface GuestCall {
  readonly caller: Caller;
  readonly guest: Guest;
  readonly params: Readonly<Record<string, string>>;
  /** Request body, which a rule may replace. */
  body: unknown;
  /** Reads the stored document of the token's view; undefined: the view does not exist, or the token names none. */
  readonly view: () => Promise<GuestView | undefined>;
}

/** Part of a stored view that the rules read. */
export interface GuestView {
  readonly search_id: string;
  readonly state: Readonly<Record<string, { readonly widget_mapping?: Readonly<Record<string, readonly string[]>> }>>;
}

interface Rule {
  /** Checks the request. @throws ForbiddenError unless the call concerns objects that the token names */
  readonly check?: (call: GuestCall) => void | Promise<void>;
  /** Answers in place of the endpoint. */
  readonly answer?: (call: GuestCall) => unknown;
  /** Removes objects from the answer that the token does not name. */
  readonly narrow?: (answer: unknown, call: GuestCall) => unknown;
}

/** Asserts a condition of a rule. @throws ForbiddenError when it is false */
function need(condition: boolean, what: string): void {
  if (!condition) throw new ForbiddenError(`This embed token does not allow ${what}.`);
}

const open: Rule = {};
const ofView: Rule = {
  check: ({ guest, params }) => need(params['viewId'] === guest.view, 'this view'),
  narrow: narrowedView,
};
const ofStreams: Rule = { check: ({ guest }) => need(isOfStreams(guest), 'searches of your own') };
const exported: Rule = {
  check: async (call) => {
    need(call.guest.allow.includes('export'), 'exports');
    need(call.guest.widget === undefined || call.params['searchTypeId'] !== undefined, 'exports of whole searches');
    if (call.params['searchId'] !== undefined) await checkSearch(call);
    else need(isOfStreams(call.guest), 'searches of your own');
    const { body } = call;
    if (typeof body !== 'object' || body === null || !('execution_state' in body)) return;
    call.body = { ...body, execution_state: await narrowedState({ ...call, body: body.execution_state }) };
  },
};
const ofAlerts: Rule = {
  check: ({ guest }) =>
    need(
      guest.allow.includes('alerts'),
      // An alert results from all messages of its streams. So the filter of a token, which selects single messages,
      // cannot be applied to alerts.
      guest.filter === undefined ? 'alerts' : 'alerts, because it has a filter, and alerts cannot be filtered by row',
    ),
};

/**
 * Checks that a search, and the search type in the path, belong to the token's view and widget. For tokens that name
 * streams nothing is checked here, because `Searches.get` checks whether the guest may read the search.
 * @throws ForbiddenError when they do not belong to the view or widget
 */
async function checkSearch(call: GuestCall): Promise<void> {
  const { guest, params } = call;
  if (isOfStreams(guest)) return;
  const view = await call.view();
  need(view !== undefined && params['searchId'] === view.search_id, 'this search');
  if (guest.widget !== undefined && params['searchTypeId'] !== undefined) {
    const own = Object.values(view?.state ?? {}).flatMap(({ widget_mapping: of }) => of?.[guest.widget ?? ''] ?? []);
    need(own.includes(params['searchTypeId']), 'this widget');
  }
}

const rules = new Map<string, Rule>(
  (
    [
      [ping, open],
      [sessions.validateSession, open],
      // A guest has no session, so ending it does nothing.
      [sessions.endSession, { answer: () => undefined }],
      [
        getUser,
        {
          check: ({ params, caller, guest }) =>
            need([caller.username, guest.identity].includes(params['username'] ?? ''), 'accounts'),
          answer: ({ caller, guest }) => guestUser(caller, guest),
        },
      ],
      [
        clusterConfig.getClusterConfig,
        { check: ({ params }) => need(params['className'] === searchesConfigClass, 'this configuration') },
      ],
      [streams.listStreams, open],
      [decorators.listDecorators, { answer: () => [] }],
      [views.getView, ofView],
      [searches.getSearch, { check: checkSearch, narrow: narrowedSearch }],
      [searches.storedSearchMetadata, { check: checkSearch }],
      [searches.searchMetadata, open],
      [searches.createSearch, ofStreams],
      [searches.executeSync, ofStreams],
      [
        searches.executeSearch,
        {
          check: async (call) => {
            await checkSearch(call);
            call.body = await narrowedState(call);
          },
        },
      ],
      [searches.searchJobStatus, open],
      [searches.cancelSearchJob, open],
      [searches.aggregationFunctions, open],
      [searches.fieldsOfStreams, open],
      [searches.validateQuery, open],
      [searches.suggestValues, ofStreams],
      [patterns.patternsOfMessages, ofStreams],
      [tools.naturalDate, open],
      [
        messages.getMessage,
        {
          check: ({ guest, params }) =>
            need(
              isOfStreams(guest) ||
                (guest.message?.index === params['index'] && guest.message?.id === params['messageId']),
              'this message',
            ),
        },
      ],
      [exports.createExportJob, exported],
      [exports.createSearchExportJob, exported],
      [exports.createSearchTypeExportJob, exported],
      [exports.exportJobResult, { check: ({ guest }) => need(guest.allow.includes('export'), 'exports') }],
      [alerts.searchAlerts, ofAlerts],
      [alerts.alertTimeline, ofAlerts],
      [alerts.silencesPage, ofAlerts],
    ] as readonly (readonly [Endpoint, Rule])[]
  ).map(([endpoint, rule]) => [keyOf(endpoint), rule]),
);

/** Keys of the endpoints that guests may call. */
export const openToGuests: ReadonlySet<string> = new Set(rules.keys());

/**
 * Serves a guest's request, or refuses it.
 * @param serve calls the endpoint with the body after the rules
 * @throws ForbiddenError for an endpoint that `rules` does not list, and for objects that the token does not name
 */
export async function serveGuest(
  endpoint: Endpoint,
  call: GuestCall,
  serve: (body: unknown) => Promise<unknown>,
): Promise<unknown> {
  const rule = rules.get(keyOf(endpoint));
  if (!rule) throw new ForbiddenError('An embed token does not open this.');
  await rule.check?.(call);
  if (rule.answer) return rule.answer(call);
  const answer = await serve(call.body);
  return rule.narrow ? rule.narrow(answer, call) : answer;
}
