/** Renders a dialog that creates or edits a pattern, which can be tested on a text (screens/data-intake.md G1a). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { GrokPattern } from '../../../api/contract/grok.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { numberAsText } from '../../../api/extractors/types/grok.js';
import { saveGrokPatternMutation, testGrok } from '../../../api/queries/grok.js';
import { isReservedField } from '../../../machines/view/listed-fields.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { Part } from '../../kit/part.js';
import { Select } from '../../kit/select.js';
import { shortText } from '../../kit/short-text.js';
import { Tester, useTrial } from '../../kit/tester/index.js';
import { Textarea } from '../../kit/textarea.js';
import { type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { PatternInput } from '../grok-input/index.js';
import type { MessageLoaderProps } from '../message-loader/index.js';
import { texts } from './texts.js';

/** Maximum number of characters of a tested text that the server accepts. */
const longestSample = 32_768;

const MessageLoader = lazyPart<'MessageLoader', MessageLoaderProps>(
  () => import('../message-loader/index.js'),
  'MessageLoader',
);

const useStyles = makeStyles({
  loader: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  result: { ...type.logSmall, margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

export interface PatternDialogProps {
  /** The pattern to edit; undefined for a new pattern. */
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
  const [loading, setLoading] = useState(false);
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
            <div className={styles.buttons}>
              <Button onClick={test}>{texts.form.test}</Button>
              <Button aria-expanded={loading} onClick={() => setLoading(!loading)}>
                {texts.form.fromMessage}
              </Button>
            </div>
          </>
        }
      >
        {(captures) => <Result captures={captures} own={name.trim()} pattern={text} />}
      </Tester>
      {loading && <SampleOfMessage onSample={setSample} />}
    </FormDialog>
  );
}

/** Renders fields with which the user selects a field of a stored message, whose value becomes the tested text. */
function SampleOfMessage({ onSample }: { readonly onSample: (text: string) => void }): ReactNode {
  const styles = useStyles();
  const [message, setMessage] = useState<ResultMessage>();
  const [field, setField] = useState('message');
  const fields = Object.keys(message?.message ?? {}).filter((name) => !isReservedField(name));
  const take = (from: ResultMessage | undefined, name: string): void => {
    setMessage(from);
    setField(name);
    if (from) onSample(shortText(rawText(from.message[name]), longestSample).text);
  };
  return (
    <div className={styles.loader}>
      {message && (
        <Field label={texts.form.sampleField}>
          <Select
            options={fields.toSorted().map((name) => ({ value: name, label: name }))}
            value={field}
            onChange={(name) => take(message, name)}
          />
        </Field>
      )}
      <Part fallback={<Loading />}>
        <MessageLoader message={message} onMessage={(loaded) => take(loaded, 'message')} />
      </Part>
    </div>
  );
}

interface ResultProps {
  readonly captures: Readonly<Record<string, unknown>>;
  /** Name of the tested pattern, under which the whole match is listed. */
  readonly own: string;
  readonly pattern: string;
}

/** Shows the captures as JSON, and names the first number that is captured as text. */
function Result({ captures, own, pattern }: ResultProps): ReactNode {
  const styles = useStyles();
  const digits = numberAsText(
    pattern,
    Object.entries(captures).filter(([field]) => field !== own),
  );
  return (
    <>
      <pre className={styles.result}>{resultText(captures)}</pre>
      {digits !== undefined && <Alert>{texts.form.digitsAreText(digits)}</Alert>}
    </>
  );
}

const resultText = (captures: Readonly<Record<string, unknown>>): string =>
  Object.keys(captures).length === 0 ? texts.form.noMatch : JSON.stringify(captures, undefined, 2);
