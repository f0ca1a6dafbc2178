/**
 * Renders common parts of the lists of lookup tables, caches and data adapters: layout, help, row actions, title cell.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import type { RowActions } from '../../kit/entity-table/index.js';
import { DeleteIcon, EditIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { texts } from './texts.js';

export const layoutWith = (displayed: readonly string[]): EntityListLayout => ({
  displayed,
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 10,
});

export const help = {
  fields: ['id', 'title', 'name', 'description'],
  examples: [
    ['owner', 'the title contains “owner”'],
    ['name:asset', 'the name contains “asset”'],
  ],
} as const;

interface Actions {
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export const rowActionsOf = ({ mayEdit, mayDelete, onEdit, onDelete }: Actions): RowActions => ({
  buttons: [
    ...(mayEdit ? [{ key: 'edit', label: texts.edit, icon: <EditIcon />, onSelect: onEdit }] : []),
    ...(mayDelete
      ? [{ key: 'delete', label: texts.delete, icon: <DeleteIcon />, danger: true, onSelect: onDelete }]
      : []),
  ],
});

const useStyles = makeStyles({
  cell: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
});

export interface TitleCellProps {
  readonly title: string;
  readonly route: string;
  readonly mark?: ReactNode;
}

export function TitleCell({ title, route, mark }: TitleCellProps): ReactNode {
  const styles = useStyles();
  return (
    <span className={styles.cell}>
      <span className={styles.text}>
        <Link route={route}>{title}</Link>
      </span>
      {mark}
    </span>
  );
}
