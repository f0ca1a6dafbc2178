/** Makes or changes a pattern, and tries it on a text (screens/data-intake.md G1a). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { GrokPattern } from '../../../api/contract/grok.js';
import { saveGrokPatternMutation, testGrok } from '../../../api/queries/grok.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Tester, useTrial } from '../../kit/tester/index.js';
import { Textarea } from '../../kit/textarea.js';
import { type } from '../../kit/tokens.js';
import { PatternInput } from './pattern-input.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  test: { justifySelf: 'start' },
  result: { ...type.logSmall, margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
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
  const saving = useMutation(saveGrokPatternMutation(client, queryClient));
  const [sample, setSample] = useState('');
  const form = useForm({
    initial: { name: pattern?.name ?? '', pattern: pattern?.pattern ?? '' },
    check: ({ name, pattern: text }) => ({
      name: name.trim() === '' ? texts.form.nameMissing : undefined,
      pattern: text.trim() === '' ? texts.form.patternMissing : undefined,
    }),
    save: ({ name, pattern: text }) =>
      saving.mutateAsync({ ...(pattern && { id: pattern.id }), name: name.trim(), pattern: text }),
    onSaved: ({ id }, { name }) => {
      toast('success', texts.form.saved(name.trim()), texts.success);
      host.emit('log-changed', { type: 'grok-pattern', id });
      onClose();
    },
  });
  const { name, pattern: text } = form.values;
  const { set } = form;
  const ready = name.trim() !== '' && text.trim() !== '' && sample !== '';
  const trial = useTrial({
    name: 'grok',
    input: ready ? { name: name.trim(), pattern: text, sample } : undefined,
    run: (input, signal) => testGrok(client, input, signal),
  });
  const test = (): void => {
    form.visit('name');
    form.visit('pattern');
    trial.now();
  };
  return (
    <FormDialog
      form={form}
      size="large"
      title={pattern ? texts.form.editTitle : texts.form.createTitle}
      submit={texts.form.save}
      failed={texts.form.failed}
      onClose={onClose}
    >
      <Field label={texts.name} required help={texts.form.nameHelp} {...form.field('name')}>
        <Input mono value={name} onChange={(value) => set({ name: value })} />
      </Field>
      <PatternInput
        value={text}
        onChange={(value) => set({ pattern: value })}
        error={form.field('pattern').error}
        own={name}
      />
      <Tester
        title={texts.form.result}
        trial={trial}
        hint={texts.form.testHint}
        input={
          <>
            <Field label={texts.form.sample}>
              <Textarea mono rows={3} value={sample} onChange={setSample} />
            </Field>
            <Button className={styles.test} onClick={test}>
              {texts.form.test}
            </Button>
          </>
        }
      >
        {(captures) => <pre className={styles.result}>{resultText(captures)}</pre>}
      </Tester>
    </FormDialog>
  );
}

const resultText = (captures: Readonly<Record<string, unknown>>): string =>
  Object.keys(captures).length === 0 ? texts.form.noMatch : JSON.stringify(captures, undefined, 2);
