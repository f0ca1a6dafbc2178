import { mergeClasses } from '@griffel/react';
import { memo, useId, useMemo, type ReactNode } from 'react';
import { Checkbox } from '../checkbox.js';
import { provisionedActions, ProvisionedMark } from '../provisioned.js';
import { Timestamp } from '../timestamp.js';
import type { SizedColumn } from './columns.js';
import { RowActionButtons, type RowActions } from './row-actions.js';
import { OpenSections, RowSectionsContext, type RowSections } from './row-sections.js';
import { useTableStyles } from './styles.js';
import { tableTexts } from './texts.js';

/** Width in px up to which a column counts as an icon column. */
const iconWidth = 60;

export interface TableRowProps<Entity> {
  readonly entity: Entity;
  readonly name: string;
  readonly columns: readonly SizedColumn[];
  readonly renderCell: (attributeId: string, entity: Entity) => ReactNode;
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly onToggle: (entity: Entity) => void;
  /** Name of the provisioning file that created the entity; undefined: not provisioned. */
  readonly provisionedBy: string | undefined;
  /** Returns the actions of a row; undefined when the table has no actions. */
  readonly actions: ((entity: Entity) => RowActions) | undefined;
  /** True shows labels beside the icons of the actions in the hovered row. */
  readonly words: boolean;
  readonly narrow: boolean;
  readonly last: boolean;
  readonly sections: RowSections<Entity> | undefined;
  /** Names of the open sections. */
  readonly open: readonly string[];
  readonly onSection: (entity: Entity, section: string) => void;
}

function Row<Entity>(props: TableRowProps<Entity>): ReactNode {
  const { entity, name, columns, renderCell, selectable, selected, onToggle, actions, words, narrow, last } = props;
  const { sections, open, onSection, provisionedBy } = props;
  const styles = useTableStyles();
  const id = useId();
  const face = useMemo(
    () => ({ id, name, sections: sections ?? {}, open, toggle: (section: string) => onSection(entity, section) }),
    [id, name, sections, open, onSection, entity],
  );
  const row = (
    <div
      role="row"
      aria-selected={selectable ? selected : undefined}
      className={mergeClasses(
        styles.group,
        styles.row,
        narrow && styles.narrowRow,
        narrow && !selectable && styles.narrowPlain,
        last && styles.lastRow,
        selected && styles.selected,
        open.length > 0 && styles.opened,
      )}
    >
      {selectable && (
        <div role="cell" className={mergeClasses(styles.select, narrow && styles.narrowSelect)}>
          <Checkbox
            aria-label={selected ? tableTexts.deselect(name) : tableTexts.select(name)}
            checked={selected}
            onChange={() => onToggle(entity)}
          />
        </div>
      )}
      {columns.map((column, index) => {
        const { attribute, size } = column;
        const icon = (size.fixed ?? iconWidth + 1) <= iconWidth;
        const content = renderCell(attribute.id, entity);
        if (narrow && index > 0 && !icon) {
          if (content === null || content === '' || content === undefined) return null;
          return (
            <div key={attribute.id} role="cell" className={styles.narrowLine}>
              <span className={styles.narrowLabel}>{attribute.title}</span>
              <span className={styles.narrowValue}>{content}</span>
            </div>
          );
        }
        return (
          <div
            key={attribute.id}
            role={index === 0 ? 'rowheader' : 'cell'}
            className={mergeClasses(
              styles.cell,
              index === 0 && styles.first,
              !narrow && styles.link,
              !narrow && styles.edge,
              attribute.id === 'description' && styles.secondary,
              icon && styles.icon,
              narrow && (icon ? styles.narrowIcon : styles.narrowFirst),
            )}
            {...(typeof content === 'string' ? { title: content } : index === 0 && { title: name })}
          >
            {index === 0 && provisionedBy !== undefined ? (
              <span className={styles.marked}>
                {content}
                <ProvisionedMark file={provisionedBy} />
              </span>
            ) : (
              content
            )}
          </div>
        );
      })}
      {actions && (
        <div role="cell" className={mergeClasses(styles.cell, styles.actions, narrow && styles.narrowActions)}>
          <RowActionButtons actions={provisionedActions(actions(entity), provisionedBy)} name={name} words={words} />
        </div>
      )}
    </div>
  );
  if (!sections) return row;
  return (
    <RowSectionsContext value={face}>
      {row}
      {open.length > 0 && <OpenSections sections={sections} entity={entity} last={last} />}
    </RowSectionsContext>
  );
}

/** Renders a row of the table, memoized: it renders again only when its data or a rendering option changes. */
export const TableRow = memo(Row) as typeof Row;

/**
 * Renders the value of an attribute without `render`: dates in the element's time zone, any other value as text, and
 * nothing for a missing value.
 */
export function plainCell(type: string, value: unknown): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  if (type === 'DATE') return <Timestamp instant={String(value)} />;
  return String(value);
}
