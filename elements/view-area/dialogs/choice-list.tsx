import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { Radio } from '../../kit/checkbox.js';
import { space, tokens, type } from '../../kit/tokens.js';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '108px',
    maxHeight: '340px',
    overflowY: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
  },
  row: {
    padding: `${space.s}px ${space.xl}px`,
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.border.divider}` },
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  chosen: { backgroundColor: tokens.selection.background },
  label: { display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' },
  secondary: { ...type.caption, color: tokens.text.tertiary },
  none: { padding: `${space.x4}px`, textAlign: 'center', color: tokens.text.tertiary },
});

interface Choice {
  readonly id: string;
  readonly title: string;
  readonly secondary?: string | undefined;
  readonly disabled?: boolean;
}

export interface ChoiceListProps {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Text shown when there are no choices. */
  readonly none: ReactNode;
}

/** Renders a list of radio buttons in a dialog, of which one can be selected. */
export function ChoiceList({ label, name, choices, chosen, onChoose, none }: ChoiceListProps) {
  const styles = useStyles();
  return (
    <div className={styles.list} role="radiogroup" aria-label={label}>
      {choices.length === 0 && <p className={styles.none}>{none}</p>}
      {choices.map(({ id, title, secondary, disabled }) => (
        <div key={id} className={mergeClasses(styles.row, id === chosen && styles.chosen)}>
          <Radio
            name={name}
            checked={id === chosen}
            disabled={disabled}
            onChoose={() => onChoose(id)}
            label={
              <span className={styles.label}>
                {title}
                {secondary && <span className={styles.secondary}>{secondary}</span>}
              </span>
            }
          />
        </div>
      ))}
    </div>
  );
}
