/**
 * Renders a dialog that imports the patterns of a file. If the server could not store some of the lines, the dialog
 * shows its list of them (screens/data-intake.md G1b).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import { importGrokMutation, type GrokImportStrategy } from '../../../api/queries/grok.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Radio } from '../../kit/checkbox.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FileInput } from '../../kit/file-input.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', paddingTop: '4px' },
});

/** Maximum size of a file in bytes. The server accepts the same number of characters. */
const longestFile = 250_000;
const strategies = Object.keys(texts.importing.strategies) as GrokImportStrategy[];

export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const styles = useStyles();
  const group = useId();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [file, setFile] = useState<File>();
  const [strategy, setStrategy] = useState<GrokImportStrategy>('ABORT_ON_CONFLICT');
  const [touched, setTouched] = useState(false);
  const taking = useMutation(importGrokMutation(client, queryClient));
  const fault = !file ? texts.importing.fileMissing : file.size > longestFile ? texts.importing.tooLarge : undefined;

  const submit = async (): Promise<void> => {
    setTouched(true);
    if (!file || fault !== undefined || taking.isPending) return;
    taking.mutate(
      { text: await file.text(), strategy },
      {
        onSuccess: () => {
          toast('success', texts.importing.done, texts.success);
          host.emit('log-changed', { type: 'grok-pattern', id: '' });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      size="medium"
      title={texts.importing.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" appearance="primary" busy={taking.isPending}>
            {texts.importing.submit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label={texts.importing.file}
          required
          help={texts.importing.fileHelp}
          error={touched ? fault : undefined}
        >
          <FileInput file={file} onChange={(chosen) => (taking.reset(), setFile(chosen))} />
        </Field>
        <Field label={texts.importing.strategy} group>
          {strategies.map((one) => (
            <Radio
              key={one}
              name={group}
              label={texts.importing.strategies[one]}
              checked={strategy === one}
              onChoose={() => setStrategy(one)}
            />
          ))}
        </Field>
        {taking.error && (
          <ErrorPanel
            title={texts.importing.failed}
            errors={[fieldErrorsOf(taking.error)?.['_'] ?? reasonOf(taking.error)]}
          />
        )}
      </div>
    </Dialog>
  );
}
