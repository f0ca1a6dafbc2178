/** Renders a dialog to create, edit or copy a stream (screens/data-intake.md S1a). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { IndexSet } from '../../../api/contract/index-sets.js';
import type { Stream } from '../../../api/contract/streams.js';
import { indexSetsQuery } from '../../../api/queries/index-sets.js';
import {
  createStreamMutation,
  streamQuery,
  updateStreamMutation,
  type StreamValues,
} from '../../../api/queries/stream-administration.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { SearchSelect } from '../../kit/search-select.js';
import { tokens, type } from '../../kit/tokens.js';
import { descriptionToSend, keepsDescription } from './stream-changes.js';
import { routes } from './routes.js';
import { Link } from '../../kit/link.js';
import { texts } from './texts.js';

const { dialog: words } = texts;

const useStyles = makeStyles({
  help: { paddingLeft: '24px', color: tokens.text.tertiary, ...type.caption },
});

export type StreamTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'clone'; readonly stream: Pick<Stream, keyof StreamValues | 'id'> };

export interface StreamDialogProps {
  readonly task: StreamTask;
  readonly onClose: () => void;
}

/** Shows the dialog once the index sets are loaded, which they usually are. */
export function StreamDialog(props: StreamDialogProps): ReactNode {
  const { client } = useConnection();
  const mayReadSets = usePermission('indexsets:read');
  const sets = useQuery({ ...indexSetsQuery(client), enabled: mayReadSets });
  const streams = useQuery({ ...streamsQuery(client), enabled: !mayReadSets || sets.isError });
  const readable = sets.data ?? [];
  const usual =
    readable.find((set) => set.default)?.id ?? streams.data?.streams.find((one) => one.is_default)?.index_set_id;
  const pending = readable.length === 0 && (sets.isLoading || streams.isLoading);
  return pending ? null : <LoadedDialog {...props} sets={readable} usual={usual ?? ''} />;
}

interface LoadedProps extends StreamDialogProps {
  readonly sets: readonly IndexSet[];
  /** Id of the default index set; empty: unknown. */
  readonly usual: string;
}

function LoadedDialog({ task, sets, usual, onClose }: LoadedProps): ReactNode {
  const styles = useStyles();
  const helpId = useId();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const creating = useMutation(createStreamMutation(client, queryClient));
  const updating = useMutation(updateStreamMutation(client, queryClient));
  const step = words[task.kind];
  const edited = task.kind === 'edit' ? task.stream : undefined;
  const form = useForm({
    initial: edited ? valuesOf(edited) : { ...empty, index_set_id: usual },
    check: ({ title, index_set_id: set }) => ({
      title: title.trim() === '' ? words.nameMissing : undefined,
      index_set_id: set === '' ? words.indexSetMissing : undefined,
    }),
    ...(edited && {
      stored: async () => valuesOf(await queryClient.fetchQuery({ ...streamQuery(client, edited.id), staleTime: 0 })),
    }),
    save: async (values) => {
      const named = { ...values, title: values.title.trim() };
      if (edited) {
        const description = descriptionToSend(values.description, edited.description);
        const stream = await updating.mutateAsync({ id: edited.id, changes: { ...named, description } });
        return { id: edited.id, isKept: keepsDescription(description, stream) };
      }
      const copyOf = task.kind === 'clone' ? task.stream.id : undefined;
      return { id: (await creating.mutateAsync({ copyOf, values: named })).stream_id, isKept: false };
    },
    onSaved: ({ id, isKept }, { title }) => {
      if (isKept) toast('warning', words.descriptionKept(title.trim()), words.descriptionKeptTitle);
      else
        toast(
          'success',
          <>
            {step.done(title.trim())} {task.kind === 'create' && <Link route={routes.rules(id)}>{words.toRules}</Link>}
          </>,
          texts.success,
        );
      host.emit('log-changed', { type: 'stream', id });
      onClose();
    },
  });
  const { values, set, field } = form;
  const options = sets
    .filter((one) => one.can_be_default || one.id === values.index_set_id)
    .map(({ id, title }) => ({ value: id, label: title }));
  return (
    <FormDialog
      form={form}
      size="small"
      title={step.title}
      submit={step.submit}
      submitting={step.submitting}
      failed={step.failed}
      onClose={onClose}
    >
      <Field label={words.name} required {...field('title')}>
        <Input value={values.title} data-autofocus="" onChange={(title) => set({ title })} />
      </Field>
      <Field label={words.description} optional {...field('description')}>
        <Input value={values.description} onChange={(description) => set({ description })} />
      </Field>
      {options.length > 0 ? (
        <Field label={words.indexSet} required help={words.indexSetHelp} {...field('index_set_id')}>
          <SearchSelect
            options={options}
            value={values.index_set_id}
            onChange={(id) => set({ index_set_id: id ?? '' })}
          />
        </Field>
      ) : (
        <p>{words.noneReadable}</p>
      )}
      <div>
        <Checkbox
          label={words.remove}
          aria-describedby={helpId}
          checked={values.remove_matches_from_default_stream}
          onChange={(on) => set({ remove_matches_from_default_stream: on })}
        />
        <div id={helpId} className={styles.help}>
          {words.removeHelp}
        </div>
      </div>
    </FormDialog>
  );
}

const empty: StreamValues = { title: '', description: '', index_set_id: '', remove_matches_from_default_stream: false };

const valuesOf = (stream: Pick<Stream, keyof StreamValues>): StreamValues => ({
  title: stream.title,
  description: (stream.description ?? '').trim(),
  index_set_id: stream.index_set_id,
  remove_matches_from_default_stream: stream.remove_matches_from_default_stream ?? false,
});
