/** Single stored messages (contract search messages.*). */
import { AnalyzeQuery } from '../../../api/contract/messages.schema.js';
import * as endpoints from '../../../api/contract/messages.js';
import { authorize, can, permissionOn } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import { ForbiddenError, NotFoundError } from '../errors.js';
import type { Registry } from '../registry.js';
import { searchTexts } from '../search/index.js';
import { tokenize } from '../store/tokenize.js';

export function registerMessages(registry: Registry, { search }: ServerContext): void {
  registry.serve(endpoints.getMessage, {}, async ({ params: { index, messageId }, user, signal }) => {
    authorize(user, permissionOn('messages:read', messageId));
    const found = await search.message(index, messageId, signal);
    if (!found) throw new NotFoundError(searchTexts.noMessage(messageId, index));
    const { message } = found;
    const streams = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
    if (!streams.some((id) => can(user, permissionOn('streams:read', id))) && !can(user, 'streams:read:*')) {
      throw new ForbiddenError(searchTexts.messageDenied(messageId));
    }
    const text = (name: string): string => (typeof message[name] === 'string' ? message[name] : '');
    return {
      index: found.index.name,
      message: {
        id: text('_id'),
        timestamp: text('timestamp'),
        message: text('message'),
        source: text('source'),
        fields: message,
        streams: [],
        stream_ids: streams,
      },
    };
  });

  registry.serve(endpoints.analyzeText, { query: AnalyzeQuery }, ({ query }) => ({ tokens: tokenize(query.string) }));
}
