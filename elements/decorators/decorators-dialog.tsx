import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { Decorator } from '../../api/contract/searches.js';
import { reasonOf } from '../../api/failures.js';
import { decoratorsQuery, storeDecoratorsMutation } from '../../api/queries/decorators.js';
import { streamOptions, streamsQuery } from '../../api/queries/streams.js';
import { decoratorDifference, decoratorsOfStream } from '../../machines/decorator-difference.js';
import { useConnection, useCurrentUser, usePermission } from '../element/connection-context.js';
import { allows } from '../../api/permissions.js';
import { Button } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { useToasts } from '../kit/feedback.js';
import { Field } from '../kit/field.js';
import { Loading } from '../kit/loading.js';
import { Select } from '../kit/select.js';
import { space, tokens, type } from '../kit/tokens.js';
import { DecoratorsEditor } from './decorators-editor.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xxl}px` },
  help: { margin: 0, color: tokens.text.secondary, ...type.body },
});

/**
 * The preview uses messages of the last day from the edited stream, or from all streams for searches without a stream.
 */
const sampleRange = { type: 'relative', from: 86_400 } as const;
/** Option value for searches without a stream. */
const noStream = '';

export interface DecoratorsDialogProps {
  readonly onClose: () => void;
}

/**
 * Renders a dialog with the default decorators of new searches, per stream or without a stream; saves only the
 * differences (screens/administration.md B).
 */
export function DecoratorsDialog({ onClose }: DecoratorsDialogProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const user = useCurrentUser();
  const mayCreate = usePermission('decorators:create');
  const mayDelete = usePermission('decorators:edit');
  const stored = useQuery(decoratorsQuery(client));
  const streams = useQuery({ ...streamsQuery(client), select: streamOptions });
  const [chosen, setChosen] = useState(noStream);
  /** Edited lists by stream; streams without an entry are unchanged. */
  const [edited, setEdited] = useState<Readonly<Record<string, readonly Decorator[]>>>({});
  const save = useMutation(storeDecoratorsMutation(client, queryClient));

  const options = useMemo(
    () => [
      { value: noStream, label: texts.defaultStream },
      ...(streams.data ?? [])
        .filter(({ id }) => user !== undefined && allows(user.permissions, `streams:edit:${id}`))
        .map(({ id, title }) => ({ value: id, label: title })),
    ],
    [streams.data, user],
  );
  const streamOf = (value: string): string | null => (value === noStream ? null : value);
  const before = (value: string): Decorator[] => decoratorsOfStream(stored.data ?? [], streamOf(value));
  const differences = Object.entries(edited).map(([value, after]) => decoratorDifference(before(value), after));
  const changed = differences.some(
    ({ created, updated, deleted }) => created.length + updated.length + deleted.length > 0,
  );

  const submit = () => {
    save.mutate(differences, {
      onSuccess: () => {
        toast('success', texts.saved, texts.savedTitle);
        onClose();
      },
      onError: (failure) => toast('error', reasonOf(failure), texts.saveFailed),
    });
  };
  return (
    <Dialog
      open
      title={texts.manageTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button appearance="primary" busy={save.isPending} disabled={!changed} onClick={submit}>
            {texts.save}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.help}>{texts.manageHelp}</p>
        <Field label={texts.stream}>
          <Select options={options} value={chosen} onChange={setChosen} />
        </Field>
        {stored.isError ? (
          <ErrorPanel
            title={texts.loadFailed}
            errors={[reasonOf(stored.error)]}
            onRetry={() => void stored.refetch()}
          />
        ) : stored.data ? (
          <DecoratorsEditor
            key={chosen}
            decorators={edited[chosen] ?? before(chosen)}
            onChange={(decorators) => setEdited({ ...edited, [chosen]: decorators })}
            stream={streamOf(chosen)}
            sample={{ streams: chosen === noStream ? [] : [chosen], timeRange: sampleRange, queryString: '' }}
            mayCreate={mayCreate}
            mayDelete={mayDelete}
          />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  );
}
