/** Makes or changes a pattern, and tries it on a text (screens/data-intake.md G1a). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { GrokPattern } from '../../../api/contract/grok.js';
import { fieldErrorsOf, reasonOf } from '../../../api/failures.js';
import { saveGrokPatternMutation, testGrokMutation } from '../../../api/queries/grok.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { Input } from '../../kit/input.js';
import { Textarea } from '../../kit/textarea.js';
import { PatternInput } from './pattern-input.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', paddingTop: '4px' },
  test: { justifySelf: 'start' },
});

export interface PatternDialogProps {
  /** Absent: a new one. */
  readonly pattern: GrokPattern | undefined;
  readonly onClose: () => void;
}

export function PatternDialog({ pattern, onClose }: PatternDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [values, setValues] = useState({ name: pattern?.name ?? '', pattern: pattern?.pattern ?? '', sample: '' });
  const [touched, setTouched] = useState(false);
  const saving = useMutation(saveGrokPatternMutation(client, queryClient));
  const trial = useMutation(testGrokMutation(client));
  const refused = fieldErrorsOf(saving.error);

  const set = (part: Partial<typeof values>): void => {
    setValues({ ...values, ...part });
    // What was said of another text says nothing of this one.
    saving.reset();
    trial.reset();
  };
  const noName = values.name.trim() === '' ? texts.form.nameMissing : undefined;
  const noPattern = values.pattern.trim() === '' ? texts.form.patternMissing : undefined;
  const save = (): void => {
    setTouched(true);
    if (noName !== undefined || noPattern !== undefined || saving.isPending) return;
    const { name, pattern: text } = values;
    saving.mutate(
      { ...(pattern && { id: pattern.id }), name: name.trim(), pattern: text },
      {
        onSuccess: ({ id }) => {
          toast('success', texts.form.saved(name.trim()), texts.success);
          host.emit('log-changed', { type: 'grok-pattern', id });
          onClose();
        },
      },
    );
  };
  const test = (): void => {
    setTouched(true);
    if (noName === undefined && noPattern === undefined) trial.mutate({ ...values, name: values.name.trim() });
  };
  const whole = saving.error && !refused ? reasonOf(saving.error) : refused?.['_'];
  return (
    <Dialog
      open
      size="large"
      title={pattern ? texts.form.editTitle : texts.form.createTitle}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" appearance="primary" busy={saving.isPending}>
            {texts.form.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label={texts.name}
          required
          help={texts.form.nameHelp}
          error={refused?.['name'] ?? (touched ? noName : undefined)}
        >
          <Input mono value={values.name} onChange={(name) => set({ name })} />
        </Field>
        <PatternInput
          value={values.pattern}
          onChange={(text) => set({ pattern: text })}
          error={refused?.['pattern'] ?? (touched ? noPattern : undefined)}
          own={values.name}
        />
        {whole !== undefined && <ErrorPanel title={texts.form.failed} errors={[whole]} />}
        <Field label={texts.form.sample}>
          <Textarea mono rows={3} value={values.sample} onChange={(sample) => set({ sample })} />
        </Field>
        <Button className={styles.test} busy={trial.isPending} onClick={test}>
          {texts.form.test}
        </Button>
        {trial.error && <ErrorPanel title={texts.form.result} errors={[reasonOf(trial.error)]} />}
        {trial.data && (
          <Field label={texts.form.result}>
            <Textarea mono readOnly rows={8} value={resultText(trial.data)} onChange={() => {}} />
          </Field>
        )}
      </div>
    </Dialog>
  );
}

const resultText = (captures: Readonly<Record<string, unknown>>): string =>
  Object.keys(captures).length === 0 ? texts.form.noMatch : JSON.stringify(captures, undefined, 2);
