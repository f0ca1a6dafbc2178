/** Routes of embed tokens for guests: creating, listing, renewing and revoking them. */
import * as endpoints from '../../../api/contract/embed-tokens.js';
import { EmbedTokenRenewal, EmbedTokenRequest, type EmbedToken } from '../../../api/contract/embed-tokens.schema.js';
import { Type } from '@sinclair/typebox';
import { usualMinutes, type EmbedTokenRecord } from '../auth/embed-tokens.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { searchCaller, unknownStreams, type Searches } from '../entities/searches.js';
import { mayRead, type ViewHead, type ViewRecord } from '../entities/views.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { checkStreams, resolveRange, SearchTypeError, streamsOfSearch, TimeRangeError } from '../search/index.js';

export function registerEmbedTokens(
  registry: Registry,
  { auth, documents, search, log }: Needs<'auth' | 'documents' | 'search' | 'log'>,
  searches: Searches,
): void {
  const { embedTokens } = auth;
  const views = documents.archive<ViewRecord, ViewHead>('views');

  const summary = ({
    token_hash: _hash,
    used_streams: _used,
    issuer_id: issuer,
    ...record
  }: EmbedTokenRecord): EmbedToken => ({
    ...record,
    minutes: record.minutes ?? usualMinutes,
    issuer: auth.users.get(issuer)?.username ?? issuer,
    last_access: record.last_access ?? null,
  });

  /**
   * Reads the objects that a token names, with the permissions of its creator.
   * @returns ids of the streams that the view uses, or of those streams of the message that the creator may read;
   * undefined: the request names streams itself, or the view uses all streams that the creator may read
   * @throws BadRequestError if the request does not name exactly one kind of object, or names a widget without its
   * view; NotFoundError or ForbiddenError for an object that does not exist or that the creator may not read
   */
  async function usedStreams(
    request: EmbedTokenRequest,
    user: Caller,
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    const { view: viewId, widget, message, streams } = request;
    if ([viewId, message, streams].filter((one) => one !== undefined).length !== 1)
      throw new BadRequestError('An embed token names exactly one of "view", "message" and "streams".');
    if (widget !== undefined && viewId === undefined)
      throw new BadRequestError('"widget" needs "view", the dashboard that the widget is on.');
    if (streams) {
      // The permission is checked first, so that nobody learns which other streams exist.
      checkStreams(streams, searchCaller(documents, user));
      const unknown = unknownStreams(documents, streams);
      if (unknown.length > 0) throw new NotFoundError(`There is no stream ${unknown.join(', ')}.`);
      return undefined;
    }
    if (message) {
      const found = await search.message(message.index, message.id, user.username, signal);
      const of = Array.isArray(found?.message['streams']) ? found.message['streams'].map(String) : [];
      const readable = of.filter((id) => can(user, permissionOn('streams:read', id)));
      if (!found || readable.length === 0)
        throw new NotFoundError(`There is no message ${message.id} in ${message.index} that you may read.`);
      return readable;
    }
    const view = await views.read(viewId ?? '');
    if (!view || !mayRead(user, view)) throw new NotFoundError(`There is no view ${String(viewId)} that you may read.`);
    const hasWidget = Object.values(view.state).some((page) => page.widgets.some(({ id }) => id === widget));
    if (widget !== undefined && !hasWidget) throw new NotFoundError(`The view has no widget ${widget}.`);
    const stored = await searches.get(view.search_id, user);
    const named = streamsOfSearch(stored);
    // A search type without streams of its own searches the streams of its query. A query without streams searches all
    // streams.
    const isBound = stored.queries.every(
      (query) =>
        streamsOfSearch({ ...stored, queries: [{ ...query, search_types: [] }] }).length > 0 ||
        (query.search_types ?? []).every(({ streams: of }) => of && of.length > 0),
    );
    return isBound && named.length > 0 ? named : undefined;
  }

  /**
   * Checks the restrictions of a token.
   * @throws BadRequestError for an invalid filter, range or origin, or for a filter together with alerts
   */
  function checkLimits({ filter, range, allow, origins }: EmbedTokenRequest): void {
    if (allow?.includes('alerts') && filter !== undefined)
      throw new BadRequestError('Alerts cannot be filtered by row: leave out "filter" or the allowance "alerts".');
    for (const origin of origins ?? []) {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new BadRequestError(
          `"origins" takes origins such as https://portal.example.org, got ${JSON.stringify(origin)}.`,
        );
    }
    try {
      if (filter !== undefined) search.checkQuery(filter);
      if (range) resolveRange(range, Date.now());
    } catch (error) {
      if (error instanceof SearchTypeError) throw new BadRequestError(`"filter": ${error.message}`);
      if (error instanceof TimeRangeError) throw new BadRequestError(`"range": ${error.message}`);
      throw error;
    }
  }

  const own = (record: EmbedTokenRecord | undefined, user: Caller, permission: string): EmbedTokenRecord => {
    if (!record) throw new NotFoundError('The embed token does not exist or has expired.');
    const mine = record.issuer_id === user.id;
    const issuer = auth.users.get(record.issuer_id)?.username ?? '';
    if (!mine && !can(user, permissionOn(permission, issuer)))
      throw new ForbiddenError('Not authorized: another user created this embed token.');
    return record;
  };

  registry.serve(endpoints.createEmbedToken, { body: EmbedTokenRequest }, async ({ body, user, signal }) => {
    checkLimits(body);
    const streams = await usedStreams(body, user, signal);
    const { token, record } = await embedTokens.create(user, body, streams);
    const { id, guest, expires_at: expires } = record;
    log.info('An embed token was made', { id, guest, issuer: user.username, expires });
    return { ...summary(record), token };
  });
  registry.serve(endpoints.listEmbedTokens, {}, ({ user }) => {
    const issuerOf = ({ issuer_id: id }: EmbedTokenRecord) => auth.users.get(id)?.username ?? '';
    const shown = embedTokens
      .live()
      .filter((one) => one.issuer_id === user.id || can(user, permissionOn('users:tokenlist', issuerOf(one))));
    return { tokens: shown.map(summary) };
  });
  registry.serve(
    endpoints.renewEmbedToken,
    { body: Type.Optional(EmbedTokenRenewal) },
    async ({ params, body, user }) => {
      const record = own(embedTokens.get(params.tokenId), user, 'users:tokencreate');
      const renewed = await embedTokens.renew(record.id, body?.minutes);
      return summary(own(renewed, user, 'users:tokencreate'));
    },
  );
  registry.serve(endpoints.revokeEmbedToken, {}, async ({ params, user }) => {
    const record = own(embedTokens.get(params.tokenId), user, 'users:tokenremove');
    await embedTokens.revoke(record.id);
    log.info('An embed token was revoked', { id: record.id, guest: record.guest, by: user.username });
    return undefined;
  });
}
