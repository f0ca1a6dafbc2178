/**
 * Renders a dialog that creates a token of the sidecar system user and shows the commands that connect an agent. The
 * token is shown once.
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SidecarEnrolment } from '../../../api/contract/sidecars.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { createTokenMutation } from '../../../api/queries/tokens.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { tokens, type } from '../../kit/tokens.js';
import { installLines } from './install-lines.js';
import { texts } from './texts.js';

const words = texts.install;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  intro: { ...type.body, color: tokens.text.secondary },
  line: {
    margin: 0,
    padding: '8px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', marginBottom: '4px' },
  label: { ...type.body, fontWeight: 600 },
});

export interface InstallDialogProps {
  readonly enrolment: SidecarEnrolment;
  readonly onClose: () => void;
}

export function InstallDialog({ enrolment, onClose }: InstallDialogProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const [name, setName] = useState('sidecars');
  const creating = useMutation(createTokenMutation(client, queryClient, enrolment.user_id));
  const token = creating.data?.token;
  const lines = token === undefined ? undefined : installLines(enrolment.server_url, token);
  const create = (): void => {
    if (name.trim() !== '' && !creating.isPending && token === undefined) creating.mutate({ name: name.trim() });
  };
  return (
    <Dialog
      open
      size="large"
      title={words.title}
      onClose={onClose}
      onSubmit={create}
      footer={
        <>
          <Button onClick={onClose}>{lines ? texts.close : texts.cancel}</Button>
          {!lines && (
            <Button type="submit" appearance="primary" busy={creating.isPending} disabled={name.trim() === ''}>
              {creating.isPending ? words.creating : words.create}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.intro}>{words.intro}</p>
        {!lines && (
          <Field label={words.name} required>
            <Input value={name} onChange={setName} />
          </Field>
        )}
        {creating.error && <ErrorPanel title={words.failed} errors={[reasonOf(creating.error)]} />}
        {lines && (
          <>
            <Alert kind="success">{words.created(name)}</Alert>
            {(['linux', 'windows', 'opamp'] as const).map((system) => (
              <div key={system}>
                <div className={styles.head}>
                  <span className={styles.label}>{words[system]}</span>
                  <CopyButton text={lines[system]} label={`${words.copy}: ${words[system]}`} />
                </div>
                <pre className={styles.line}>{lines[system]}</pre>
              </div>
            ))}
          </>
        )}
      </div>
    </Dialog>
  );
}
