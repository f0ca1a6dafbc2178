/** Renders columns of the list of sidecars (screens/administration.md F1). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo, type ReactNode } from 'react';
import type { ConfigurationSummary } from '../../../api/contract/sidecars.schema.js';
import type { SidecarRow } from '../../../api/queries/sidecars.js';
import { Chip } from '../../kit/chip.js';
import type { EntityColumn } from '../../kit/entity-table/index.js';
import { Link } from '../../kit/link.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { Tooltip } from '../../kit/tooltip.js';
import { HistoryBar } from './history-bar.js';
import { routes } from './routes.js';
import { asStatus, stateOf, stateWords, systemName } from './state.js';
import { StateBadge } from './state-badge.js';
import { texts } from './texts.js';

const words = texts.overview;

const useStyles = makeStyles({
  lines: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    minWidth: 0,
    justifyItems: 'start',
    padding: '5px 0',
  },
  id: {
    ...type.logSmall,
    color: tokens.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    maxWidth: '100%',
  },
  cut: { overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: '100%' },
  // Notes are sentences and wrap, unlike the other texts of a row.
  note: { ...type.caption, color: tokens.text.secondary, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  failing: { color: tokens.status.danger.text },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  dimmed: { opacity: 0.65 },
});

/** Returns the names of all assigned configurations, separated by commas. */
const namesOf = (
  assignments: SidecarRow['assignments'],
  configurations: ReadonlyMap<string, ConfigurationSummary>,
): string => assignments.map(({ configuration_id: id }) => configurations.get(id)?.name ?? id).join(', ');

export function useOverviewColumns(
  configurations: ReadonlyMap<string, ConfigurationSummary>,
): Readonly<Record<string, EntityColumn<SidecarRow>>> {
  const styles = useStyles();
  return useMemo(
    () => ({
      node_name: {
        weight: 2,
        min: 140,
        render: (row) => (
          <span className={mergeClasses(styles.lines, !row.active && styles.dimmed)}>
            <Link route={routes.status(row.node_id)} className={styles.cut}>
              {row.node_name}
            </Link>
            <span className={styles.id}>{row.node_id}</span>
          </span>
        ),
      },
      'node_details.status.status': { weight: 2, min: 130, render: (row) => <StateCell row={row} /> },
      history: {
        fixed: 136,
        render: ({ history }) => (history === undefined ? null : <HistoryBar history={history} />),
      },
      'node_details.operating_system': {
        min: 156,
        render: (row) => (
          <span className={styles.lines}>
            <span>{systemName(row.node_details.operating_system)}</span>
            <span className={styles.note}>{row.sidecar_version}</span>
          </span>
        ),
      },
      tags: {
        min: 84,
        render: ({ node_details: { tags } }) => (
          <span className={styles.tags}>
            {tags.slice(0, 6).map((tag) => (
              <Chip key={tag} size="small">
                {tag}
              </Chip>
            ))}
          </span>
        ),
      },
      configuration: {
        weight: 1.5,
        min: 120,
        render: ({ assignments, delivered }) => {
          const [first] = assignments;
          const configuration = first && configurations.get(first.configuration_id);
          const version = first && delivered?.[first.configuration_id];
          if (!configuration) return null;
          return (
            <span className={styles.lines}>
              <Tooltip content={namesOf(assignments, configurations)}>
                <span className={styles.cut}>{words.more(configuration.name, assignments.length - 1)}</span>
              </Tooltip>
              {version !== undefined && <span className={styles.note}>{words.version(version)}</span>}
            </span>
          );
        },
      },
      last_seen: { min: 136, render: ({ last_seen: seen }) => <RelativeTime instant={seen} /> },
    }),
    [styles, configurations],
  );
}

/** Number of state changes within 24 hours from which a sidecar is flapping; the server uses the same number. */
const flappingFrom = 5;

function StateCell({ row }: { readonly row: SidecarRow }): ReactNode {
  const styles = useStyles();
  const code = stateOf(row);
  const { state, last_word: lastWord, node_details: details } = row;
  const failing = details.status?.collectors.find(({ status }) => status === 2);
  return (
    <span className={styles.lines}>
      <StateBadge code={code} />
      {!row.active && lastWord == null && <span className={styles.note}>{words.inactive}</span>}
      {lastWord && (
        <span className={styles.note}>
          {words.inactive} {words.silentSince} <RelativeTime instant={lastWord.at} />,{' '}
          {words.wasWord(stateWords[asStatus(lastWord.code)])}
        </span>
      )}
      {!lastWord && state && state.flaps >= flappingFrom ? (
        <span className={mergeClasses(styles.note, styles.failing)}>{words.flapping(state.flaps)}</span>
      ) : (
        code === 2 && failing && <span className={mergeClasses(styles.note, styles.failing)}>{failing.message}</span>
      )}
    </span>
  );
}
