/** The elements `log-streams` and `log-stream-rules` show their pages; in the console each page has an address. */
import type { ReactNode } from 'react';
import { Area } from '../../kit/area.js';
import { EmptyState } from '../../kit/empty-state.js';
import { StreamsIcon } from '../../kit/icons.js';
import { streamsPages } from './pages.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

export const LogStreams = ({ route }: { readonly route: string }) => <Area pages={streamsPages} route={route} />;

export interface LogStreamRulesProps {
  readonly entityId: string;
  /** Index of the message to test the rules on; `messageId` is its id. */
  readonly index: string;
  readonly messageId: string;
}

/** Shows the rules of one stream, tested on a message if one is given. */
export function LogStreamRules({ entityId, index, messageId }: LogStreamRulesProps): ReactNode {
  if (entityId === '') return <EmptyState icon={<StreamsIcon />} title={texts.rules.noStream} />;
  const example = index !== '' && messageId !== '' ? new URLSearchParams({ index, message_id: messageId }) : undefined;
  return <Area pages={streamsPages} route={`${routes.rules(entityId)}${example ? `?${example.toString()}` : ''}`} />;
}
