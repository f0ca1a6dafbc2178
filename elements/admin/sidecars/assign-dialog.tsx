/**
 * Renders a dialog to assign configurations of one collector to selected sidecars; assignments by tag or rule are
 * locked (screens/administration.md F3).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CollectorSummary, ConfigurationSummary, SidecarSummary } from '../../../api/contract/sidecars.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { assignMutation } from '../../../api/queries/sidecars.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Dialog } from '../../kit/dialog.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Link } from '../../kit/link.js';
import { SearchBox } from '../../kit/search-box.js';
import { tokens, type } from '../../kit/tokens.js';
import { assignedTo, changedAssignments, lockOf } from './assignment-change.js';
import { originOf } from './configuration-label.js';
import { pageTexts } from './page-texts.js';
import { routes } from './routes.js';
import { systemName } from './state.js';
import { texts } from './texts.js';

const words = pageTexts.assign;

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: '12px 0', padding: 0, maxHeight: '45vh', overflowY: 'auto' },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  note: { color: tokens.text.secondary, ...type.caption },
});

export interface AssignDialogProps {
  readonly collector: CollectorSummary;
  readonly sidecars: readonly SidecarSummary[];
  /** Configurations of the collector. */
  readonly configurations: readonly ConfigurationSummary[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function AssignDialog({ collector, sidecars, configurations, onClose, onDone }: AssignDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const assigning = useMutation(assignMutation(client, queryClient));
  const [query, setQuery] = useState('');
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const names = (on: boolean): string[] =>
    configurations.filter(({ id }) => choices.get(id) === on).map(({ name }) => name);
  const save = async (): Promise<void> => {
    if (choices.size === 0 || assigning.isPending) return;
    const text = words.confirmText(names(true), names(false), sidecars.length);
    if (!(await confirm({ title: words.confirmTitle, text, confirm: words.confirm }))) return;
    try {
      await assigning.mutateAsync(changedAssignments(sidecars, collector.id, choices));
      toast('success', words.done(sidecars.length), texts.success);
      host.emit('log-changed', { type: 'sidecar', id: '' });
      onClose();
      onDone();
    } catch (error) {
      toast('error', reasonOf(error), words.failed);
    }
  };
  const shown = configurations.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <Dialog
      open
      title={`${words.title}: ${collector.name} on ${systemName(collector.node_operating_system)}`}
      size="medium"
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button disabled={choices.size === 0} onClick={() => setChoices(new Map())}>
            {words.reset}
          </Button>
          <Button type="submit" appearance="primary" busy={assigning.isPending} disabled={choices.size === 0}>
            {words.save}
          </Button>
        </>
      }
    >
      <SearchBox label={words.search} placeholder={words.search} query={query} onSearch={setQuery} debounceMs={0} />
      {shown.length === 0 && <p className={styles.note}>{words.none}</p>}
      <ul className={styles.list}>
        {shown.map((configuration) => {
          const before = assignedTo(sidecars, configuration.id);
          const lock = lockOf(sidecars, configuration.id);
          const chosen = choices.get(configuration.id);
          const checked = chosen ?? (before === 'all' ? true : before === 'some' ? 'mixed' : false);
          return (
            <li key={configuration.id} className={styles.row}>
              <Checkbox
                label={configuration.name}
                checked={checked}
                disabled={lock !== undefined}
                onChange={() =>
                  setChoices((made) => {
                    const next = new Map(made);
                    const on = checked !== true;
                    if ((before === 'all' && on) || (before === 'none' && !on)) next.delete(configuration.id);
                    else next.set(configuration.id, on);
                    return next;
                  })
                }
              />
              <span className={styles.note}>{lock ? originOf(lock) : words.states[before]}</span>
            </li>
          );
        })}
      </ul>
      <Link route={routes.newConfiguration}>{words.add}</Link>
    </Dialog>
  );
}
