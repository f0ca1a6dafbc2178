/** Renders a dialog that sends a test message to an input over the input's transport and shows the result. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { InputSummary, TestMessageAnswer } from '../../../api/contract/inputs.js';
import { reasonOf } from '../../../api/failures.js';
import { testMessageMutation } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { formatNumber } from '../../kit/format.js';
import { Link } from '../../kit/link.js';
import { routeOf } from '../../kit/pages.js';
import { Textarea } from '../../kit/textarea.js';
import { type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { trial: words } = texts;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', ...type.body },
});

/** Maximum number of characters of a test message that the server accepts. */
const longest = 8192;

export interface TestMessageDialogProps {
  readonly input: InputSummary;
  /** Initial text of the test message. */
  readonly sample: string;
  readonly onClose: () => void;
}

export function TestMessageDialog({ input: { id, title }, sample, onClose }: TestMessageDialogProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [text, setText] = useState(sample);
  const { mutate, data, error, isPending } = useMutation(testMessageMutation(client));
  const missing = text.trim() === '';
  return (
    <Dialog
      open
      size="medium"
      title={words.title(title)}
      onClose={onClose}
      onSubmit={() => !missing && !isPending && mutate({ id, text })}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            type="submit"
            appearance="primary"
            busy={isPending}
            disabled={missing}
            disabledReason={words.textMissing}
          >
            {isPending ? words.sending : words.send}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{words.intro}</p>
        <Field label={words.text}>
          <Textarea mono rows={5} maxLength={longest} data-autofocus="" value={text} onChange={setText} />
        </Field>
        {!isPending && error && (
          <Alert kind="danger" title={words.failed}>
            {reasonOf(error)}
          </Alert>
        )}
        {!isPending && data && <Outcome answer={data} />}
      </div>
    </Dialog>
  );
}

const kinds = { stored: 'success', refused: 'danger', missing: 'warning' } as const;

function Outcome({ answer }: { readonly answer: TestMessageAnswer }): ReactNode {
  const { protocol, to, bytes, outcome, reason, message } = answer;
  const hasRoute = useHasRoute();
  const route = message && routeOf('/messages/:index/:id', message);
  return (
    <Alert kind={kinds[outcome]} title={words.outcomes[outcome]}>
      <p>{words.sent(formatNumber(bytes), protocol, to)}</p>
      {reason !== null && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      {message && route && (
        <p>
          {words.storedAs} {hasRoute(route) ? <Link route={route}>{message.id}</Link> : message.id}
        </p>
      )}
    </Alert>
  );
}
