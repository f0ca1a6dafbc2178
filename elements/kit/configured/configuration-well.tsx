/**
 * Renders the read-only list of the values of a configuration, sorted by name; secrets are asterisks
 * (screens/data-intake.md F2).
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { isSecret, isStoredSecret, type ConfigFields, type ConfigValues } from '../../../api/contract/config-fields.js';
import { container, tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  // The number of columns depends on the available width.
  well: {
    columnWidth: '340px',
    columnGap: '24px',
    margin: 0,
    padding: '8px 12px',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.subtle,
    ...type.logSmall,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '12px',
    paddingBottom: '2px',
    breakInside: 'avoid',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  name: { color: tokens.text.secondary, overflowWrap: 'anywhere' },
  value: { margin: 0, overflowWrap: 'anywhere' },
  none: { color: tokens.text.secondary },
});

const hidden = '********';
const empty = '<empty>';

/** Formats a configuration value as text, also a value whose field is not declared; secrets are hidden. */
export function wellText(fields: ConfigFields | undefined, name: string, value: unknown): string {
  const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  const isReported = typeof value === 'object' && value !== null && 'is_set' in value;
  if (isReported || field?.is_encrypted) return isStoredSecret(value) ? hidden : empty;
  if (value === undefined || value === null || value === '') return empty;
  if (field && isSecret(field)) return hidden;
  if (Array.isArray(value)) return value.length === 0 ? empty : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export interface ConfigurationWellProps {
  /** Fields of the type; undefined: the type is unknown. */
  readonly fields: ConfigFields | undefined;
  readonly values: ConfigValues;
}

export function ConfigurationWell({ fields, values }: ConfigurationWellProps): ReactNode {
  const styles = useStyles();
  const names = Object.keys(values).sort();
  if (names.length === 0) return <p className={styles.none}>No configuration.</p>;
  return (
    <dl className={styles.well}>
      {names.map((name) => (
        <Row key={name} name={name} value={wellText(fields, name, values[name])} />
      ))}
    </dl>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
