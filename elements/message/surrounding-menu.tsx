import { reasonOf } from '../../api/failures.js';
import { syncSearchQuery } from '../../api/queries/sync-search.js';
import { randomIds } from '../../machines/view/ids.js';
import { useConnection } from '../element/connection-context.js';
import { useNavigate } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { useToasts } from '../kit/feedback.js';
import { ChevronDownIcon, TimeIcon } from '../kit/icons.js';
import { Menu, type MenuEntry } from '../kit/menu.js';
import type { ResultMessage } from '../widgets/faces.js';
import {
  surroundingCounts,
  surroundingOptions,
  surroundingRoute,
  surroundingRouteOf,
  surroundingSearch,
  type SurroundingConfig,
} from './surrounding.js';
import { texts } from './texts.js';

export interface SurroundingMenuProps {
  readonly message: ResultMessage;
  readonly streams: readonly string[] | undefined;
  readonly config: SurroundingConfig;
}

/**
 * Renders a menu of searches around the message, by time or by number of messages; each opens a new tab (spec 2 §2).
 */
export function SurroundingMenu({ message, streams, config }: SurroundingMenuProps) {
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const { filterFields } = config;

  const byTime = surroundingOptions(config.options).flatMap(({ seconds, label }): MenuEntry[] => {
    const route = surroundingRoute(message, seconds, filterFields, streams);
    if (route === undefined) return [];
    return [{ key: String(seconds), label, route, newTab: true }];
  });
  if (byTime.length === 0) return null;
  const findAround = async (count: number) => {
    const search = surroundingSearch(message, count, filterFields, streams ?? [], randomIds);
    if (!search) return;
    try {
      const job = await queryClient.fetchQuery(syncSearchQuery(client, search));
      navigate(surroundingRouteOf(message, search, job, filterFields, streams), { newTab: true });
    } catch (error) {
      toast('error', reasonOf(error), texts.surroundingFailed);
    }
  };
  const byNumber = surroundingCounts.map((count): MenuEntry => ({
    key: `count ${count}`,
    label: texts.messagesAround(count),
    onSelect: () => void findAround(count),
  }));
  const entries: MenuEntry[] = [
    { kind: 'group', label: texts.byTime, entries: byTime },
    { kind: 'group', label: texts.byNumber, entries: byNumber },
  ];
  return (
    <Menu label={texts.showSurrounding} entries={entries}>
      <Button
        size="small"
        appearance="subtle"
        icon={<TimeIcon />}
        iconAfter={<ChevronDownIcon />}
        title={texts.showSurrounding}
      >
        {texts.showSurrounding}
      </Button>
    </Menu>
  );
}
