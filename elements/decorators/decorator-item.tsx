import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { orderedFields, shownValue, type ConfigurableType } from '../../api/contract/config-fields.js';
import type { Decorator } from '../../api/contract/searches.js';
import { IconButton } from '../kit/icon-button.js';
import { MoreIcon } from '../kit/icons.js';
import { Menu, type MenuEntry } from '../kit/menu.js';
import { space, tokens, type as text } from '../kit/tokens.js';
import { texts, typeName } from './texts.js';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'flex-start', gap: `${space.xs}px`, minWidth: 0 },
  body: { flexGrow: 1, minWidth: 0, padding: `${space.xs}px 0` },
  name: { margin: 0, color: tokens.text.primary, ...text.cardTitle },
  summary: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: `${space.m}px`,
    margin: '4px 0 0',
  },
  key: { color: tokens.text.tertiary, ...text.caption },
  value: { margin: 0, overflowWrap: 'anywhere', color: tokens.text.secondary, ...text.logSmall },
});

export interface DecoratorItemProps {
  /** Type description; undefined when the server no longer knows the type. */
  readonly type: ConfigurableType | undefined;
  readonly decorator: Decorator;
  readonly onEdit?: (() => void) | undefined;
  readonly onDelete?: (() => void) | undefined;
}

/** Renders a row of one decorator: type, configuration, and actions. */
export function DecoratorItem({ type, decorator, onEdit, onDelete }: DecoratorItemProps): ReactNode {
  const styles = useStyles();
  const name = typeName(type);
  const fields = type?.requested_configuration ?? {};
  const known = orderedFields(fields).filter(([key]) => decorator.config[key] !== undefined);
  const entries: MenuEntry[] = [
    ...(onEdit ? [{ key: 'edit', label: texts.edit, onSelect: onEdit }] : []),
    ...(onDelete ? [{ key: 'delete', label: texts.delete, danger: true, onSelect: onDelete }] : []),
  ];
  return (
    <div className={styles.root}>
      <div className={styles.body}>
        <p className={styles.name} title={decorator.type}>
          {name}
        </p>
        {known.length > 0 && (
          <dl className={styles.summary}>
            {known.map(([key, field]) => (
              <Fact key={key} name={field.human_name} value={shown(shownValue(field, decorator.config[key]))} />
            ))}
          </dl>
        )}
      </div>
      {entries.length > 0 && (
        <Menu label={texts.actionsOf(name)} entries={entries}>
          <IconButton label={texts.actions} icon={<MoreIcon />} size="small" quiet />
        </Menu>
      )}
    </div>
  );
}

const shown = (value: string): string => (value === 'true' ? texts.on : value === 'false' ? texts.off : value);

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.key}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}
