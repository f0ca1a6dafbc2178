/**
 * Renders a field for a stored secret, which is never shown: the user keeps, replaces or deletes it (spec 1 §4
 * "Encrypted field").
 */
import { makeStyles } from '@griffel/react';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { encryptedFieldMachine, secretWrite, type SecretWrite } from '../../../machines/encrypted-field.js';
import { Button } from '../button.js';
import { Field } from '../field.js';
import { PasswordInput } from '../password-input.js';
import { formTexts } from './texts.js';
import { tokens, type } from '../tokens.js';
import { Textarea } from '../textarea.js';
import { BinaryInput } from './binary-input.js';

const useStyles = makeStyles({
  open: { display: 'grid', gap: '8px', justifyItems: 'start', '& > :first-child': { width: '100%' } },
  set: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
  note: { color: tokens.text.secondary, ...type.body },
});

export interface SecretFieldProps {
  readonly label: string;
  /** Label of the button that replaces a stored secret. */
  readonly resetLabel?: string;
  readonly stored: boolean;
  readonly onChange: (write: SecretWrite) => void;
  readonly required?: boolean;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** True if the secret is a file, such as a key store; the file's content is sent as base64. */
  readonly file?: boolean;
  /** True for a secret of several lines, which is visible while the user types it. */
  readonly lines?: boolean;
}

export function SecretField(props: SecretFieldProps): ReactNode {
  const { label, resetLabel, stored, onChange, required = false, help, error, file = false, lines = false } = props;
  const styles = useStyles();
  const [state, send] = useMachine(encryptedFieldMachine, { input: { stored } });
  const kept = state.matches('kept');
  const write = secretWrite(kept ? 'kept' : 'open', state.context);
  const reported = useRef(JSON.stringify(write));
  const tell = useEffectEvent(onChange);
  const written = JSON.stringify(write);
  useEffect(() => {
    if (reported.current === written) return;
    reported.current = written;
    // Cast: the text was serialised above from a `SecretWrite`.
    tell(written === undefined ? undefined : (JSON.parse(written) as SecretWrite));
  }, [written]);
  const field = { label, required, optional: !required, help, error };
  if (kept) {
    return (
      <Field {...field} group>
        <div className={styles.set}>
          <Button onClick={() => send({ type: 'reset' })}>{resetLabel ?? formTexts.resetSecret(label)}</Button>
          <span className={styles.note}>{formTexts.secretSet}</span>
        </div>
      </Field>
    );
  }
  return (
    <div className={styles.open}>
      <Field {...field}>
        {file ? (
          <BinaryInput onChange={(text) => send({ type: 'typed', text: text ?? '' })} />
        ) : lines ? (
          <Textarea value={state.context.text} onChange={(text) => send({ type: 'typed', text })} />
        ) : (
          <PasswordInput
            value={state.context.text}
            onChange={(text) => send({ type: 'typed', text })}
            autoComplete="new-password"
          />
        )}
      </Field>
      {stored && <Button onClick={() => send({ type: 'undone' })}>{formTexts.undoReset}</Button>}
    </div>
  );
}
