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
import { useTextFile } from '../../kit/text-file.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', paddingTop: '4px' },
});

/** The server accepts as many characters as a file may have bytes. */
const limit = { mostBytes: 250_000, tooLarge: texts.importing.tooLarge };
const strategies = Object.keys(texts.importing.strategies) as GrokImportStrategy[];

export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const styles = useStyles();
  const group = useId();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [strategy, setStrategy] = useState<GrokImportStrategy>('ABORT_ON_CONFLICT');
  const [touched, setTouched] = useState(false);
  const taking = useMutation(importGrokMutation(client, queryClient));
  const { file, problem, choose, text: textOfFile } = useTextFile(limit);
  const fault = file ? problem : touched ? texts.importing.fileMissing : undefined;

  const submit = async (): Promise<void> => {
    setTouched(true);
    const text = await textOfFile();
    if (text === undefined || taking.isPending) return;
    taking.mutate(
      { text, strategy },
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
        <Field label={texts.importing.file} required help={texts.importing.fileHelp} error={fault}>
          <FileInput file={file} onChange={(chosen) => (taking.reset(), choose(chosen))} />
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
