/**
 * Renders the table of groups of events: a group contains the events with one definition and key. A row shows the state
 * of the group, the time since which the group has this state, and the number of events. A row expands to the details
 * of the latest event.
 */
import { mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { AlertGroup, AlertGroups } from '../../../api/contract/alerts.js';
import type { GroupSort } from '../../../machines/alerts-question.js';
import { nextSort } from '../../../machines/paged-list.js';
import type { Event } from '../../../api/contract/events.js';
import { Button } from '../../kit/button.js';
import { ariaSort, SortButton } from '../../kit/entity-table/index.js';
import { formatNumber } from '../../kit/format.js';
import { Timestamp } from '../../kit/timestamp.js';
import { AlertDetails } from './alert-details.js';
import { isHigh, DefinitionName, PriorityIcon, StateBadge } from './alert-marks.js';
import { StateMenu, useAlertTableStyles, useMayChange } from './alert-table.js';
import { OpenRowButton, useOpenRows } from './open-rows.js';
import type { StateChange } from './state-dialog.js';
import { texts } from './texts.js';

const { columns } = texts;

export interface GroupTableProps {
  readonly answer: AlertGroups;
  readonly sort: GroupSort;
  readonly onSort: (sort: GroupSort) => void;
  readonly onChange: (change: StateChange) => void;
  readonly onSilence: (event: Event) => void;
  /** Called when the user wants to see the events of a group. */
  readonly onOpen: (group: AlertGroup) => void;
}

/** The columns: sort key (undefined if not sortable), title, and the style that hides the column in a narrow table. */
const heads = [
  ['key', columns.key, 'main'],
  ['state', columns.state, 'notCompact'],
  ['since', columns.since, 'wide'],
  ['count', columns.count, 'number'],
  [undefined, columns.definition, 'wider'],
  ['timestamp', columns.timestamp, 'wide'],
] as const;
/** The sortable columns, for the menu that replaces the column heads in a narrow table. */
export const sortableColumns = heads.flatMap(([id, title]) => (id ? [{ id, title }] : []));

export function GroupTable({ answer, sort, onSort, onChange, onSilence, onOpen }: GroupTableProps): ReactNode {
  const { groups, context } = answer;
  const styles = useAlertTableStyles();
  const mayChange = useMayChange();
  const rowOf = useOpenRows();
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={texts.view.groups}>
        <thead>
          <tr>
            {heads.map(([id, name, room]) => {
              const sorted = id === sort.attributeId ? sort.direction : undefined;
              return (
                <th
                  key={name}
                  scope="col"
                  className={mergeClasses(styles.head, styles[room])}
                  aria-sort={ariaSort(sorted)}
                >
                  {id ? (
                    <SortButton
                      title={name}
                      sorted={sorted}
                      onSort={() => onSort({ ...nextSort(sort, id), attributeId: id })}
                    />
                  ) : (
                    name
                  )}
                </th>
              );
            })}
            <td className={styles.head} />
          </tr>
        </thead>
        {groups.map((group) => {
          const { event, state, event_definition_id: id, key } = group;
          const name = JSON.stringify([id, key]);
          const open = rowOf(name);
          return (
            <tbody key={name}>
              <tr
                className={mergeClasses(styles.row, styles.opens, isHigh(event) && styles.high)}
                onClick={open.onClick}
              >
                <td className={styles.cell}>
                  <span className={styles.text}>
                    <OpenRowButton message={event.message} groupKey={key} {...open} />
                    <PriorityIcon event={event} />
                    <span>
                      {key === null ? (
                        <span className={styles.none}>{texts.none}</span>
                      ) : (
                        <span className={styles.lines} title={key}>
                          {key}
                        </span>
                      )}
                      <span className={styles.below}>
                        {columns.since} <Timestamp instant={group.since} />
                      </span>
                      <span className={styles.onlyCompact}>
                        <StateBadge state={state} />
                      </span>
                    </span>
                  </span>
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.notCompact)}>
                  <StateBadge state={state} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.wide)}>
                  <Timestamp instant={group.since} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.number)}>
                  <Button size="small" appearance="subtle" onClick={() => onOpen(group)}>
                    {formatNumber(group.count)}
                  </Button>
                </td>
                <td className={mergeClasses(styles.cell, styles.wider)}>
                  <DefinitionName id={id} definition={context.event_definitions[id]} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.wide)}>
                  <Timestamp instant={event.timestamp} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow)}>
                  {mayChange(event) && <StateMenu {...{ event, state, onChange, onSilence }} />}
                </td>
              </tr>
              {open.isOpen && (
                <tr>
                  <td colSpan={heads.length + 1} className={styles.details}>
                    <AlertDetails event={event} definition={context.event_definitions[id]} state={state ?? undefined} />
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
