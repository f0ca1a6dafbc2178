/** Events of one definition with the same key as one row: in which state the last one is, since when, and how many there were. */
import { mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { AlertGroup, AlertGroups } from '../../../api/contract/alerts.js';
import { Button } from '../../kit/button.js';
import { formatNumber } from '../../kit/format.js';
import { Timestamp } from '../../kit/timestamp.js';
import { isHigh, DefinitionName, PriorityIcon, StateBadge } from './alert-marks.js';
import { StateMenu, useAlertTableStyles, useMayChange } from './alert-table.js';
import type { StateChange } from './state-dialog.js';
import { texts } from './texts.js';

const { columns } = texts;

export interface GroupTableProps {
  readonly answer: AlertGroups;
  readonly onChange: (change: StateChange) => void;
  /** Shows the events of one. */
  readonly onOpen: (group: AlertGroup) => void;
}

export function GroupTable({ answer: { groups, context }, onChange, onOpen }: GroupTableProps): ReactNode {
  const styles = useAlertTableStyles();
  const mayChange = useMayChange();
  const heads = [columns.key, columns.state, columns.since, columns.count, columns.definition, columns.timestamp];
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={texts.view.groups}>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col" className={mergeClasses(styles.head, name === columns.count && styles.number)}>
                {name}
              </th>
            ))}
            <td className={styles.head} />
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const { event, state, event_definition_id: id, key } = group;
            return (
              <tr key={`${id} ${key ?? ''}`} className={mergeClasses(styles.row, isHigh(event) && styles.high)}>
                <td className={styles.cell}>
                  <span className={styles.text}>
                    <PriorityIcon event={event} />
                    {key ?? <span className={styles.none}>{texts.none}</span>}
                  </span>
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow)}>
                  <StateBadge state={state} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow)}>
                  <Timestamp instant={group.since} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow, styles.number)}>
                  <Button size="small" appearance="subtle" onClick={() => onOpen(group)}>
                    {formatNumber(group.count)}
                  </Button>
                </td>
                <td className={styles.cell}>
                  <DefinitionName id={id} definition={context.event_definitions[id]} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow)}>
                  <Timestamp instant={event.timestamp} />
                </td>
                <td className={mergeClasses(styles.cell, styles.narrow)}>
                  {mayChange(event) && <StateMenu event={event} state={state} onChange={onChange} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
