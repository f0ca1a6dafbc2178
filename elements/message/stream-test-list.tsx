import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../api/permissions.js';
import { streamOptions, streamsQuery } from '../../api/queries/streams.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { Link } from '../kit/link.js';
import { SearchBox } from '../kit/search-box.js';
import { SpinnerRing } from '../kit/spinner.js';
import { tokens, type } from '../kit/tokens.js';
import { VirtualList } from '../kit/virtual-list.js';
import type { ResultMessage } from '../widgets/faces.js';
import { defaultStreamId, streamTestRoute } from './stream-test.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  root: { width: '320px', maxWidth: '100%', boxSizing: 'border-box', padding: '8px' },
  list: { maxHeight: '280px', marginTop: '4px' },
  entry: {
    display: 'block',
    padding: '6px 8px',
    borderRadius: tokens.radius.control,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.text.primary,
    ...type.body,
    ':hover': { backgroundColor: tokens.surface.hover, color: tokens.text.primary, textDecorationLine: 'none' },
  },
  disabled: { color: tokens.text.disabled, ':hover': { backgroundColor: 'transparent', color: tokens.text.disabled } },
  none: { padding: '12px 8px', color: tokens.text.tertiary, ...type.body },
});

export interface StreamTestListProps {
  readonly message: ResultMessage;
  readonly onChosen: () => void;
}

/** Renders a list of streams that the user may edit; the default stream is listed but cannot be tested. */
export function StreamTestList({ message, onChosen }: StreamTestListProps) {
  const styles = useStyles();
  const { client } = useConnection();
  const user = useCurrentUser();
  const [filter, setFilter] = useState('');
  const { data: streams } = useQuery({ ...streamsQuery(client), select: streamOptions });
  if (!streams || !user) return <SpinnerRing size={16} />;
  const wanted = filter.trim().toLowerCase();
  const offered = streams.filter(({ id }) => id === defaultStreamId || allows(user.permissions, `streams:edit:${id}`));
  const shown = offered.filter(({ title }) => title.toLowerCase().includes(wanted));
  return (
    <div className={styles.root}>
      {offered.length > 0 && (
        <SearchBox size="small" label={texts.filterStreams} query={filter} onSearch={setFilter} data-autofocus="" />
      )}
      {shown.length === 0 ? (
        <p className={styles.none}>{texts.noStreams}</p>
      ) : (
        <VirtualList
          items={shown}
          keyOf={({ id }) => id}
          estimateSize={30}
          role="list"
          aria-label={texts.testAgainstStream}
          className={styles.list}
        >
          {({ id, title }) =>
            id === defaultStreamId ? (
              <span
                role="listitem"
                aria-disabled="true"
                title={texts.notDefaultStream}
                className={mergeClasses(styles.entry, styles.disabled)}
              >
                {title}
              </span>
            ) : (
              <span role="listitem">
                <Link route={streamTestRoute(id, message)} target="_blank" className={styles.entry} onClick={onChosen}>
                  {title}
                </Link>
              </span>
            )
          }
        </VirtualList>
      )}
    </div>
  );
}
