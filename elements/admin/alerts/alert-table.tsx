/**
 * Renders the table of events, whose rows expand to the details of the event (screens/dashboards-sharing-alerts.md §8).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useCallback, type ReactNode } from 'react';
import type { AlertState, AlertStatus } from '../../../api/contract/alerts.js';
import type { Event } from '../../../api/contract/events.js';
import { allows } from '../../../api/permissions.js';
import type { FoundAlerts } from '../../../api/queries/alerts.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Chip, StatusBadge } from '../../kit/chip.js';
import { IconButton } from '../../kit/icon-button.js';
import { MoreIcon } from '../../kit/icons.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { Timestamp } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { AlertDetails } from './alert-details.js';
import { DefinitionName, isHigh, PriorityIcon, StateBadge, statusOf } from './alert-marks.js';
import { OpenRowButton, useOpenRows } from './open-rows.js';
import type { StateChange } from './state-dialog.js';
import { texts } from './texts.js';

const { columns } = texts;

export const useAlertTableStyles = makeStyles({
  scroller: { overflowX: 'auto', minWidth: 0 },
  table: { width: '100%', borderCollapse: 'collapse', ...type.body, color: tokens.text.primary },
  head: {
    height: '32px',
    padding: '0 8px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    backgroundColor: tokens.surface.subtle,
    borderBottom: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    [container.compact]: { padding: '0 4px' },
    ...type.overline,
  },
  row: {
    borderBottom: `1px solid ${tokens.border.divider}`,
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  opens: { cursor: 'pointer' },
  high: {
    backgroundColor: tokens.status.danger.background,
    boxShadow: `inset 3px 0 ${tokens.status.danger.icon}`,
    ':hover': { backgroundColor: tokens.status.danger.background },
  },
  selected: {
    backgroundColor: tokens.selection.background,
    ':hover': { backgroundColor: tokens.selection.backgroundHover },
  },
  cell: {
    height: tokens.density.row,
    padding: '4px 8px',
    verticalAlign: 'middle',
    overflowWrap: 'anywhere',
    // In a compact width, the padding of the cells is smaller.
    [container.compact]: { padding: '4px' },
  },
  narrow: { width: '1px', whiteSpace: 'nowrap' },
  number: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', '& > button': { marginLeft: 'auto' } },
  text: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: '160px', [container.compact]: { gap: '4px' } },
  message: { fontWeight: 600 },
  // The column of the message is the widest. Long messages, keys and definitions are cut (`lines`).
  main: { width: '40%', [container.wide]: { width: '60%' }, [container.medium]: { width: '100%' } },
  lines: {
    minWidth: 0,
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    [container.wide]: { WebkitLineClamp: 4 },
  },
  definition: { width: '15%', minWidth: '120px' },
  // A narrow table hides the columns of the timestamp and the key, and shows both below the message.
  below: {
    display: 'none',
    [container.medium]: { display: 'block', color: tokens.text.secondary, ...type.caption },
  },
  marks: { display: 'inline-flex', gap: '4px', flexWrap: 'wrap' },
  none: { fontStyle: 'italic', whiteSpace: 'nowrap', color: tokens.text.tertiary },
  details: {
    padding: '12px 16px 16px 48px',
    backgroundColor: tokens.surface.subtle,
    borderBottom: `1px solid ${tokens.border.divider}`,
    [container.medium]: { padding: '12px 16px' },
  },
  key: { width: '15%', minWidth: '120px' },
  wider: { [container.wide]: { display: 'none' } },
  wide: { [container.medium]: { display: 'none' } },
  notCompact: { [container.compact]: { display: 'none' } },
  onlyCompact: { display: 'none', [container.compact]: { display: 'block', marginTop: '4px' } },
});

/** Returns the states to which an alert in a state can be changed. */
const changesOf = (status: AlertStatus): readonly AlertStatus[] =>
  status === 'closed'
    ? ['open']
    : status === 'open'
      ? ['acknowledged', 'muted', 'closed']
      : ['open', 'muted', 'closed'];

/** Returns a function that returns whether the user may change the state of an event. */
export function useMayChange(): (event: Event) => boolean {
  const granted = useCurrentUser()?.permissions;
  const { readonly } = useHostElement();
  return useCallback(
    ({ event_definition_id: id }) => !readonly && allows(granted ?? [], `eventdefinitions:edit:${id}`),
    [granted, readonly],
  );
}

export interface StateMenuProps {
  readonly event: Event;
  readonly state: AlertState | undefined | null;
  readonly onChange: (change: StateChange) => void;
  /** Called when the user wants to create a silence for events like this one. */
  readonly onSilence: (event: Event) => void;
}

export function StateMenu({ event, state, onChange, onSilence }: StateMenuProps): ReactNode {
  const entries: readonly MenuEntry[] = [
    ...changesOf(statusOf(state)).map((status) => ({
      key: status,
      label: texts.change[status],
      onSelect: () => onChange({ status, alerts: [{ id: event.id, version: state?.version ?? 0 }] }),
    })),
    { kind: 'divider' },
    { key: 'silence', label: texts.silences.create, onSelect: () => onSilence(event) },
  ];
  return (
    <Menu label={texts.change.menu(event.message)} entries={entries}>
      <IconButton size="small" quiet label={texts.change.menu(event.message)} icon={<MoreIcon />} />
    </Menu>
  );
}

export interface AlertTableProps {
  readonly found: FoundAlerts;
  readonly selected: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly onToggleAll: () => void;
  readonly allSelected: boolean | 'mixed';
  readonly onChange: (change: StateChange) => void;
  readonly onSilence: (event: Event) => void;
}

export function AlertTable(props: AlertTableProps): ReactNode {
  const { found, selected, onToggle, onToggleAll, allSelected, onChange, onSilence } = props;
  const styles = useAlertTableStyles();
  const mayChange = useMayChange();
  const rowOf = useOpenRows();
  const { states } = found;
  const changeable = states !== undefined && found.events.some(({ event }) => mayChange(event));
  const width = 6 + (states ? 1 : 0) + (changeable ? 2 : 0);
  const head = (name: string, ...more: (string | false)[]): ReactNode => (
    <th scope="col" className={mergeClasses(styles.head, ...more)}>
      {name}
    </th>
  );
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={texts.table}>
        <thead>
          <tr>
            {changeable && (
              <th scope="col" className={mergeClasses(styles.head, styles.narrow)}>
                <Checkbox aria-label={texts.selectAll} checked={allSelected} onChange={onToggleAll} />
              </th>
            )}
            {head(columns.description, styles.main)}
            {head(columns.key, styles.wide)}
            {head(columns.type, styles.narrow, styles.wider)}
            {states && head(columns.state, styles.narrow, styles.notCompact)}
            {head(columns.definition, styles.wider)}
            {head(columns.timestamp, styles.narrow, styles.wide)}
            {changeable && <td className={mergeClasses(styles.head, styles.narrow)} />}
          </tr>
        </thead>
        {found.events.map(({ event }) => {
          const { id } = event;
          const state = states?.[id];
          const open = rowOf(id);
          const marks = states && (
            <span className={styles.marks}>
              <StateBadge state={state} />
              {event.silenced && <StatusBadge kind="neutral">{texts.silenced}</StatusBadge>}
            </span>
          );
          const definition = found.context.event_definitions[event.event_definition_id];
          return (
            <tbody key={id}>
              <tr
                className={mergeClasses(
                  styles.row,
                  styles.opens,
                  isHigh(event) && styles.high,
                  selected.includes(id) && styles.selected,
                )}
                onClick={open.onClick}
              >
                {changeable && (
                  <td className={mergeClasses(styles.cell, styles.narrow)}>
                    <Checkbox
                      aria-label={texts.selectOne(event.message)}
                      checked={selected.includes(id)}
                      disabled={!mayChange(event)}
                      onChange={() => onToggle(id)}
                    />
                  </td>
                )}
                <td className={styles.cell}>
                  <span className={styles.text}>
                    <OpenRowButton message={event.message} {...open} />
                    <PriorityIcon event={event} />
                    <span>
                      <span className={mergeClasses(styles.message, styles.lines)} title={event.message}>
                        {event.message}
                      </span>
                      <span className={styles.below}>
                        <Timestamp instant={event.timestamp} />
                        {event.key !== null && `, ${event.key}`}
                      </span>
                      <span className={styles.onlyCompact}>{marks}</span>
                    </span>
                  </span>
                </td>
                <td className={mergeClasses(styles.cell, styles.key, styles.wide)}>
                  {event.key === null ? (
                    <span className={styles.none}>{texts.none}</span>
                  ) : (
                    <span className={styles.lines} title={event.key}>
                      {event.key}
                    </span>
                  )}
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.wider)}>
                  <Chip size="small">{event.alert ? texts.alert : texts.event}</Chip>
                </td>
                {states && <td className={mergeClasses(styles.cell, styles.narrow, styles.notCompact)}>{marks}</td>}
                <td className={mergeClasses(styles.cell, styles.definition, styles.wider)}>
                  <span className={styles.lines} title={definition?.title}>
                    <DefinitionName id={event.event_definition_id} definition={definition} />
                  </span>
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.wide)}>
                  <Timestamp instant={event.timestamp} />
                </td>
                {changeable && (
                  <td className={mergeClasses(styles.cell, styles.narrow)}>
                    {mayChange(event) && <StateMenu {...{ event, state, onChange, onSilence }} />}
                  </td>
                )}
              </tr>
              {open.isOpen && (
                <tr>
                  <td colSpan={width} className={styles.details}>
                    <AlertDetails event={event} definition={definition} state={state} />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
