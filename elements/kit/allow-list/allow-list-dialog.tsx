/**
 * Renders a dialog for the URL whitelist, in which users add, change and remove entries or switch the list off (spec 1
 * §4, §5; screens/administration.md B). When opened because of an unlisted address, it starts with a new entry for this
 * address.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { UrlAllowList } from '../../../api/contract/cluster-config.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { regexQuery, saveUrlAllowListMutation, urlAllowListQuery } from '../../../api/queries/url-allow-list.js';
import { entryErrors, storedEntry, withEntry, type AllowListEntry } from '../../../machines/allow-list-draft.js';
import { randomIds } from '../../../machines/view/ids.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../alert.js';
import { Button } from '../button.js';
import { Checkbox } from '../checkbox.js';
import { Dialog } from '../dialog.js';
import { ErrorPanel } from '../error-panel.js';
import { useToasts } from '../feedback.js';
import { FormDialog } from '../form/form.js';
import { useForm } from '../form/use-form.js';
import { AddIcon } from '../icons.js';
import { Loading } from '../loading.js';
import { kitTexts } from '../texts.js';
import { tokens, type } from '../tokens.js';
import { useDebounced } from '../use-debounced.js';
import { EntryRow } from './entry-row.js';
import { allowListTexts as texts } from './texts.js';

/** Milliseconds after the last change of an entry until the server checks its regular expression. */
const validateAfterMs = 200;

const useStyles = makeStyles({
  help: { margin: 0, color: tokens.text.secondary, ...type.body },
  rows: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

/** A new entry, which has no id yet; an absent title counts as empty. */
export type NewEntry = Pick<AllowListEntry, 'type' | 'value'> & Partial<Pick<AllowListEntry, 'title'>>;

export interface AllowListDialogProps {
  /** Entry that the dialog adds to the list; absent: no entry is added. */
  readonly add?: NewEntry | undefined;
  readonly onClose: () => void;
}

export function AllowListDialog({ add, onClose }: AllowListDialogProps): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery({ ...urlAllowListQuery(client), refetchOnWindowFocus: false });
  // The list as it was when the dialog opened; saving compares it with the list that is then stored.
  const [initial, setInitial] = useState<UrlAllowList>();
  if (data && !initial) setInitial(data);
  if (initial) return <ListForm initial={initial} add={add} onClose={onClose} />;
  return (
    <Dialog open title={texts.title} onClose={onClose} footer={<Button onClick={onClose}>{kitTexts.cancel}</Button>}>
      {error ? (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

interface ListFormProps extends AllowListDialogProps {
  readonly initial: UrlAllowList;
}

const newEntry = (given: NewEntry): AllowListEntry => ({
  id: randomIds.uuid(),
  title: '',
  ...given,
});

function ListForm({ initial, add, onClose }: ListFormProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const saving = useMutation(saveUrlAllowListMutation(client, queryClient));
  const [added] = useState(() => add && newEntry(add));
  const form = useForm<UrlAllowList, undefined>({
    initial,
    stored: () => queryClient.fetchQuery(urlAllowListQuery(client)),
    save: (values) => saving.mutateAsync({ ...values, entries: values.entries.map(storedEntry) }),
    onSaved: () => {
      toast('success', texts.saved, texts.success);
      emit('log-changed', { type: 'url-whitelist', id: '' });
      onClose();
    },
    guarded: false,
  });
  const [begun, setBegun] = useState(added === undefined);
  if (!begun && added) {
    setBegun(true);
    form.set({ entries: [...initial.entries, added] });
  }
  const { values, set } = form;
  const { entries } = values;
  const isValid = useValidPatterns(entries, initial.entries);
  const errors = entries.map((entry) => entryErrors(entry, isValid));
  const isWrong = errors.some(({ title, value }) => title !== undefined || value !== undefined);
  const addEntry = (): void => set({ entries: [...entries, newEntry({ type: 'literal', value: '' })] });
  const addButton = (
    <span>
      <Button icon={<AddIcon />} onClick={addEntry}>
        {texts.add}
      </Button>
    </span>
  );
  return (
    <FormDialog
      form={form}
      size="large"
      title={texts.title}
      submit={texts.submit}
      failed={texts.failed}
      blocked={isWrong ? texts.invalid : undefined}
      onClose={onClose}
    >
      <p className={styles.help}>{texts.help}</p>
      <Checkbox label={texts.disable} checked={values.disabled} onChange={(disabled) => set({ disabled })} />
      {values.disabled && <Alert kind="warning">{texts.disabled}</Alert>}
      {addButton}
      {entries.length === 0 ? (
        <Alert>{texts.none}</Alert>
      ) : (
        <ol className={styles.rows}>
          {entries.map((entry, index) => (
            <EntryRow
              key={entry.id}
              place={index + 1}
              entry={entry}
              errors={errors[index] ?? {}}
              isFocused={entry.id === added?.id}
              onChange={(changed) => set({ entries: withEntry(entries, changed) })}
              onRemove={() => set({ entries: entries.filter(({ id }) => id !== entry.id) })}
            />
          ))}
        </ol>
      )}
      {addButton}
    </FormDialog>
  );
}

/**
 * Returns a function that tells whether the server has found a new or changed pattern valid. It returns undefined for a
 * pattern without an answer, and for the stored patterns, which are not checked again.
 */
function useValidPatterns(
  entries: readonly AllowListEntry[],
  stored: readonly AllowListEntry[],
): (pattern: string) => boolean | undefined {
  const { client } = useConnection();
  const patterns = entries
    .filter((entry) => entry.type === 'regex' && entry.value !== '' && !stored.some((one) => sameWire(one, entry)))
    .map(({ value }) => value);
  const requested = useDebounced(patterns.join('\n'), validateAfterMs);
  const unique = [...new Set(requested.split('\n').filter((pattern) => pattern !== ''))];
  const answers = useQueries({ queries: unique.map((pattern) => regexQuery(client, pattern)) });
  return (pattern) => answers[unique.indexOf(pattern)]?.data;
}
