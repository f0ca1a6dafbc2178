/** Finds the messages of a batch that the database refuses. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Log } from '../log/log.js';
import { refusal } from './failures.js';
import type { IndexFile } from './index-file.js';
import type { LoadLimits } from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import type { ListedFailure } from './types.js';
import { errorOf } from '../foundation/caught.js';

export interface Sieve {
  readonly connection: DuckDBConnection;
  readonly nodeId: string;
  readonly limits: LoadLimits;
  readonly log: Log;
}

/** Parts of a batch: messages to store, and failures to list. */
export interface Storable {
  readonly messages: readonly AcceptedMessage[];
  readonly refused: readonly ListedFailure[];
}

/** Message for a load that is rolled back: it shows whether the database accepts any message at all. */
const plainMessage: AcceptedMessage = {
  id: 'probe',
  timestamp: 0,
  source: 'probe',
  message: 'probe',
  fields: {},
  streams: [],
  inputId: 'probe',
  receivedAt: 0,
  processedAt: 0,
  size: 0,
};

/**
 * Separates the messages that the database accepts from those that it refuses. If the database does not even accept a
 * plain message, the messages are not the cause, and all of them are returned as acceptable.
 */
export async function storable(
  { connection, nodeId, limits, log }: Sieve,
  index: IndexFile,
  messages: readonly AcceptedMessage[],
): Promise<Storable> {
  const probe = (part: readonly AcceptedMessage[]): Promise<Error | undefined> =>
    index.probe(connection, part, nodeId, limits).then(
      () => undefined,
      (error: unknown) => errorOf(error),
    );
  if (await probe([plainMessage])) return { messages, refused: [] };
  const good: AcceptedMessage[] = [];
  const refused: ListedFailure[] = [];
  const sift = async (part: readonly AcceptedMessage[]): Promise<void> => {
    const [first] = part;
    if (!first) return;
    const error = await probe(part);
    if (!error) for (const message of part) good.push(message);
    else if (part.length > 1) {
      const half = Math.ceil(part.length / 2);
      await sift(part.slice(0, half));
      await sift(part.slice(half));
    } else {
      refused.push(refusal(first, error));
      log.error('A message was left out because the database refuses it', { messageId: first.id, error });
    }
  };
  await sift(messages);
  return { messages: good, refused };
}
