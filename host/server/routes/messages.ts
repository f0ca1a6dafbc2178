/** Registers the routes of single messages (contract search messages.*). */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { AnalyzeQuery, ParseRequest } from '../../../api/contract/messages.schema.js';
import * as endpoints from '../../../api/contract/messages.js';
import { searchCaller } from '../entities/searches.js';
import { authorize, can, permissionOn } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import { codecs, codecTypes, DecodeFailure } from '../intake/index.js';
import type { Registry } from '../http/registry.js';
import { searchTexts } from '../search/index.js';
import { errorOf } from '../foundation/caught.js';
import { tokenize } from '../store/tokenize.js';

export function registerMessages(registry: Registry, { documents, search }: Needs<'documents' | 'search'>): void {
  registry.serve(endpoints.getMessage, {}, async ({ params: { index, messageId }, user, signal }) => {
    authorize(user, permissionOn('messages:read', messageId));
    const found = await search.message(index, messageId, user.username, signal);
    if (!found) throw new NotFoundError(searchTexts.noMessage(messageId, index));
    const { message } = found;
    const streams = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
    if (!streams.some((id) => can(user, permissionOn('streams:read', id))) && !can(user, 'streams:read:*')) {
      throw new ForbiddenError(searchTexts.messageDenied(messageId));
    }
    if (!(await search.admits(found, searchCaller(documents, user), signal)))
      throw new ForbiddenError(searchTexts.messageDenied(messageId));
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

  registry.serve(endpoints.allCodecTypes, {}, codecTypes);
  registry.serve(endpoints.parseMessage, { body: ParseRequest }, ({ body }) => parsed(body));

  registry.serve(endpoints.analyzeText, { query: AnalyzeQuery }, ({ query }) => ({ tokens: tokenize(query.string) }));
}

function parsed({
  message: text,
  codec,
  remote_address: address,
  configuration,
}: ParseRequest): endpoints.StoredMessage {
  const decoder = codecs.get(codec);
  if (!decoder) throw new NotFoundError(`Unknown codec ${codec}`);
  if (isIP(address) === 0)
    throw new BadRequestError(`"remote_address" must be an IP address, got ${JSON.stringify(address)}.`);
  const settings = configuration ?? {};
  const now = Date.now();
  const decoded = decodedBy(() => decoder(settings)(Buffer.from(text), now));
  const override = settings['override_source'];
  const source = typeof override === 'string' && override !== '' ? override : (decoded.source ?? address);
  const timestamp = new Date(decoded.timestamp ?? now).toISOString();
  const { message, fullMessage } = decoded;
  const id = randomUUID();
  return {
    index: null,
    message: {
      id,
      timestamp,
      message,
      source,
      fields: {
        ...decoded.fields,
        _id: id,
        timestamp,
        source,
        message,
        ...(fullMessage !== undefined && { full_message: fullMessage }),
        gl2_remote_ip: address,
        streams: [],
      },
      streams: [],
      stream_ids: [],
    },
  };
}

/** Runs a decoder. @throws BadRequestError with the decoder's reason, or the reason why its settings are invalid */
function decodedBy<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    const reason = errorOf(error).message;
    throw new BadRequestError(error instanceof DecodeFailure ? `Could not decode message: ${reason}` : reason);
  }
}
