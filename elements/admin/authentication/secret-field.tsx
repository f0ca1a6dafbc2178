/** A secret that is stored and never shown: kept, replaced or deleted (spec 1 §4 "Encrypted field"). */
import { makeStyles } from '@griffel/react';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { encryptedFieldMachine, secretWrite, type SecretWrite } from '../../../machines/encrypted-field.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { PasswordInput } from '../../kit/password-input.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  open: { display: 'grid', gap: '8px', justifyItems: 'start', '& > :first-child': { width: '100%' } },
  set: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
  note: { color: tokens.text.secondary, ...type.body },
});

export interface SecretFieldProps {
  readonly label: string;
  /** Of the button that replaces what is stored. */
  readonly resetLabel: string;
  readonly stored: boolean;
  readonly onChange: (write: SecretWrite) => void;
  readonly error?: string | undefined;
}

export function SecretField({ label, resetLabel, stored, onChange, error }: SecretFieldProps): ReactNode {
  const styles = useStyles();
  const [state, send] = useMachine(encryptedFieldMachine, { input: { stored } });
  const kept = state.matches('kept');
  const write = secretWrite(kept ? 'kept' : 'open', state.context);
  const told = useRef(JSON.stringify(write));
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const said = JSON.stringify(write);
  useEffect(() => {
    if (told.current === said) return;
    told.current = said;
    latest.current(said === undefined ? undefined : (JSON.parse(said) as SecretWrite));
  }, [said]);
  if (kept) {
    return (
      <Field label={label} optional group error={error}>
        <div className={styles.set}>
          <Button onClick={() => send({ type: 'reset' })}>{resetLabel}</Button>
          <span className={styles.note}>{texts.form.secretSet}</span>
        </div>
      </Field>
    );
  }
  return (
    <div className={styles.open}>
      <Field label={label} optional error={error}>
        <PasswordInput
          value={state.context.text}
          onChange={(text) => send({ type: 'typed', text })}
          autoComplete="new-password"
        />
      </Field>
      {stored && <Button onClick={() => send({ type: 'undone' })}>{texts.form.undoReset}</Button>}
    </div>
  );
}
