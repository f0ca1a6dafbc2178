/** Renders a dialog to delete a stream; lists the entities and outputs that use the stream. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Stream, StreamDependents } from '../../../api/contract/streams.js';
import { outputsQuery } from '../../../api/queries/outputs.js';
import { deleteStreamMutation, streamDependentsQuery } from '../../../api/queries/stream-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { useForm } from '../../kit/form/index.js';
import { Loading } from '../../kit/loading.js';
import { kitTexts } from '../../kit/texts.js';
import { texts } from './texts.js';

const { removal: words } = texts;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  list: { paddingLeft: '18px', '& > li': { listStyle: 'disc', overflowWrap: 'anywhere' } },
});

export interface DeleteStreamDialogProps {
  readonly stream: Pick<Stream, 'id' | 'title'>;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

export function DeleteStreamDialog({ stream: { id, title }, onClose, onGone }: DeleteStreamDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const dependents = useQuery(streamDependentsQuery(client, id));
  const mayReadOutputs = usePermission('stream_outputs:read');
  const outputs = useQuery({ ...outputsQuery(client, id), enabled: mayReadOutputs });
  const pending = dependents.isPending || outputs.isLoading;
  const outputTitles = (outputs.data ?? []).map((output) => words.output(output.title));
  const deleting = useMutation(deleteStreamMutation(client, queryClient));
  const form = useForm({
    initial: {},
    guarded: false,
    save: () => deleting.mutateAsync(id),
    onSaved: () => {
      toast('success', words.done(title), texts.success);
      host.emit('log-changed', { type: 'stream', id });
      onGone();
      onClose();
    },
  });
  return (
    <Dialog
      open
      alert
      size="small"
      title={words.title}
      onClose={onClose}
      onSubmit={() => !pending && form.submit()}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {kitTexts.cancel}
          </Button>
          <Button type="submit" appearance="danger" busy={form.busy} disabled={pending}>
            {words.delete}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{words.text(title)}</p>
        {pending && <Loading text={words.loading} />}
        {dependents.isError && <p>{words.unknown}</p>}
        {dependents.data === null && <p>{words.unreported}</p>}
        <Uses uses={[...(dependents.data ? usesOf(dependents.data) : []), ...outputTitles]} />
        {form.failure !== undefined && <ErrorPanel title={words.failedTitle} errors={[form.failure]} />}
      </div>
    </Dialog>
  );
}

const shownViews = 5;

function usesOf({ views, ...counts }: StreamDependents): readonly string[] {
  const shown = views
    .slice(0, shownViews)
    .map(({ type, title }) => (type === 'DASHBOARD' ? words.dashboard(title) : words.search(title)));
  const say = (count: number, text: (count: number) => string): string[] => (count > 0 ? [text(count)] : []);
  return [
    ...shown,
    ...say(views.length - shown.length, words.more),
    ...say(counts.hidden_views, words.hidden),
    ...say(counts.shared_with, words.shared),
    ...say(counts.start_page_of, words.startPage),
    ...say(counts.decorators, words.decorators),
  ];
}

function Uses({ uses }: { readonly uses: readonly string[] }): ReactNode {
  const styles = useStyles();
  if (uses.length === 0) return null;
  return (
    <div>
      <p>{words.uses}</p>
      <ul className={styles.list}>
        {uses.map((use, at) => (
          <li key={at}>{use}</li>
        ))}
      </ul>
    </div>
  );
}
