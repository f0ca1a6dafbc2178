/** Runs the unsaved rule on a text (screens/administration.md E4); works with every server. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SimulatedMessage } from '../../../api/contract/pipelines.js';
import { reasonOf } from '../../../api/failures.js';
import { trySimulateRule } from '../../../api/queries/pipelines.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { Field } from '../../kit/field.js';
import { TrialIcon } from '../../kit/icons.js';
import { Textarea } from '../../kit/textarea.js';
import { type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

const { simulation: words } = texts;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  value: { ...type.logSmall, whiteSpace: 'pre-wrap' },
});

export interface SimulationSectionProps {
  readonly source: string;
}

export function SimulationSection({ source }: SimulationSectionProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const running = useMutation({
    mutationFn: () => trySimulateRule(client, { message, rule_source: { source } }, new AbortController().signal),
  });
  const { answer, errors = [] } = running.data ?? {};
  const reset = (): void => {
    setMessage('');
    running.reset();
    setOpen(false);
  };
  return (
    <Section
      title={words.title}
      action={
        !open && (
          <Button icon={<TrialIcon />} onClick={() => setOpen(true)}>
            {words.start}
          </Button>
        )
      }
    >
      {open && (
        <div className={styles.body}>
          <Field label={words.message}>
            <Textarea mono rows={3} data-autofocus="" value={message} onChange={setMessage} />
          </Field>
          <div className={styles.buttons}>
            <Button busy={running.isPending} onClick={() => running.mutate()}>
              {words.run}
            </Button>
            <Button appearance="subtle" onClick={reset}>
              {words.reset}
            </Button>
          </div>
          {running.error && <ErrorPanel title={words.failed} errors={[reasonOf(running.error)]} />}
          {errors.length > 0 && <ErrorPanel title={words.refused} errors={errors.map(({ reason }) => reason)} />}
          {answer && <Result message={answer} />}
        </div>
      )}
    </Section>
  );
}

function Result({ message }: { readonly message: SimulatedMessage }): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  // Only the embedded server sends `dropped` and `created_messages`.
  const { dropped = false, created_messages: created = [] } = message as Partial<SimulatedMessage>;
  const fields = Object.entries(message.fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <>
      {dropped && <Alert kind="warning">{words.dropped}</Alert>}
      {created.length > 0 && <Alert kind="info">{words.created(created.length)}</Alert>}
      <table className={table} aria-label={words.result}>
        <tbody>
          {fields.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={styles.value}>{rawText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
