/**
 * Renders a dialog that uploads files of content packs and shows the result for each file (screens/data-intake.md C1).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { uploadContentPackMutation } from '../../../api/queries/content-packs.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { openFileDialog } from '../../kit/file-input.js';
import { readTextFile } from '../../kit/text-file.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { uploading } = texts;
/** The server accepts no larger files. */
const limit = { mostBytes: 2 * 1024 * 1024, tooLarge: uploading.tooLarge };

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', paddingTop: '4px' },
  native: { position: 'absolute', width: '1px', height: '1px', opacity: 0, pointerEvents: 'none' },
  zone: {
    display: 'grid',
    justifyItems: 'center',
    gap: '8px',
    padding: '16px',
    border: `1px dashed ${tokens.border.strong}`,
    borderRadius: '6px',
    color: tokens.text.secondary,
    ...type.body,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: '8px' },
  name: { ...type.body, color: tokens.text.secondary, overflowWrap: 'anywhere' },
});

interface Outcome {
  readonly file: string;
  readonly text: string;
  readonly failed: boolean;
  readonly warnings: readonly string[];
}

export interface UploadDialogProps {
  /** The initially listed files, which the user has dropped on the page. */
  readonly first: readonly File[];
  readonly onClose: () => void;
}

export function UploadDialog({ first, onClose }: UploadDialogProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState(first);
  const [touched, setTouched] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const uploads = useMutation(uploadContentPackMutation(client, queryClient));
  const [busy, setBusy] = useState(false);

  const uploaded = async (file: File): Promise<Outcome> => {
    const failed = (text: string): Outcome => ({ file: file.name, text, failed: true, warnings: [] });
    const read = await readTextFile(file, limit);
    if ('problem' in read) return failed(read.problem);
    try {
      // A reference server sends an empty answer, so the id and the name of the content pack are unknown.
      const made = (await uploads.mutateAsync(read.text)) as
        { id: string; rev: number; name: string; warnings: string[] } | undefined;
      host.emit('log-changed', { type: 'content-pack', id: made?.id ?? '' });
      const text = made ? uploading.done(made.name, made.rev) : uploading.done(file.name, 1);
      return { file: file.name, text, failed: false, warnings: made?.warnings ?? [] };
    } catch (error) {
      return failed(error instanceof SyntaxError ? uploading.notJson(error.message) : reasonOf(error));
    }
  };
  const submit = async (): Promise<void> => {
    setTouched(true);
    if (files.length === 0 || busy) return;
    setBusy(true);
    setOutcomes([]);
    // The files are uploaded one after another, because several files may contain revisions of one content pack.
    for (const file of files) {
      const outcome = await uploaded(file);
      setOutcomes((all) => [...all, outcome]);
    }
    setBusy(false);
    setFiles([]);
    setTouched(false);
  };
  // Dropped files must not also reach the page behind the dialog, which accepts files too.
  const takes = (event: DragEvent): boolean => {
    if (!event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const drop = (event: DragEvent): void => {
    if (takes(event) && !busy) setFiles([...files, ...event.dataTransfer.files]);
  };
  return (
    <Dialog
      open
      size="medium"
      title={uploading.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{outcomes.length > 0 ? texts.close : texts.cancel}</Button>
          <Button type="submit" appearance="primary" busy={busy}>
            {uploading.submit}
          </Button>
        </>
      }
    >
      <div className={styles.form} onDragOver={takes} onDrop={drop}>
        <Field
          label={uploading.files}
          required
          group
          help={uploading.help}
          error={touched && files.length === 0 ? uploading.noFile : undefined}
        >
          <input
            ref={input}
            type="file"
            multiple
            tabIndex={-1}
            aria-label={uploading.files}
            accept=".json,application/json"
            className={styles.native}
            onChange={(event) => setFiles([...(event.target.files ?? [])])}
          />
          <div className={styles.zone}>
            <Button data-autofocus onClick={() => openFileDialog(input.current)}>
              {uploading.choose}
            </Button>
            {uploading.drop}
          </div>
        </Field>
        {files.length > 0 && (
          <ul className={styles.list}>
            {files.map((file, at) => (
              <li key={at} className={styles.name}>
                {file.name}
              </li>
            ))}
          </ul>
        )}
        {outcomes.map(({ file, text, failed, warnings }, at) => (
          <Alert key={at} kind={failed ? 'danger' : warnings.length > 0 ? 'warning' : 'success'} title={file}>
            {[text, ...warnings].join(' ')}
          </Alert>
        ))}
      </div>
    </Dialog>
  );
}
