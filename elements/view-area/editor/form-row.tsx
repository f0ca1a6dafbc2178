import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import { space, tokens, type } from '../../kit/tokens.js';
import { FieldContext, FieldNote } from '../../kit/field.js';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '84px minmax(0, 1fr)',
    columnGap: `${space.xs}px`,
    alignItems: 'start',
    minWidth: 0,
  },
  label: { ...type.body, color: tokens.text.secondary, paddingTop: '7px', overflowWrap: 'anywhere' },
  control: { display: 'flex', flexDirection: 'column', justifyContent: 'center', minWidth: 0, minHeight: '32px' },
  inline: {
    flexDirection: 'row',
    alignItems: 'center',
    justifyContent: 'flex-start',
    flexWrap: 'wrap',
    columnGap: `${space.m}px`,
    whiteSpace: 'nowrap',
  },
  note: { paddingTop: '2px' },
});

export interface FormRowProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  /** True for several controls side by side, which are labelled as a group. */
  readonly group?: boolean;
  readonly children: ReactNode;
}

/**
 * Renders a form row with the label at the left, the control at the right, and the error or the help below the control.
 */
export function FormRow({ label, error, help, group = false, children }: FormRowProps) {
  const styles = useStyles();
  const id = useId();
  const noteId = useId();
  const note = error ?? help;
  const below = <FieldNote id={noteId} error={error} help={help} className={styles.note} />;
  const describedBy = note === undefined ? undefined : noteId;
  if (group) {
    return (
      <div className={styles.row} role="group" aria-labelledby={id} aria-describedby={describedBy}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <div>
          <div className={mergeClasses(styles.control, styles.inline)}>{children}</div>
          {below}
        </div>
      </div>
    );
  }
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div>
        <div className={styles.control}>
          <FieldContext
            value={{
              id,
              'aria-describedby': describedBy,
              'aria-invalid': error === undefined ? undefined : true,
              'aria-required': undefined,
            }}
          >
            {children}
          </FieldContext>
        </div>
        {below}
      </div>
    </div>
  );
}
