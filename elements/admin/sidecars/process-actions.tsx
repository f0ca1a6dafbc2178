/** Renders actions on selected collectors: assign configurations, and start, restart and stop after a summary. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type {
  ActionRequest,
  CollectorSummary,
  ConfigurationSummary,
  SidecarSummary,
} from '../../../api/contract/sidecars.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { actMutation } from '../../../api/queries/sidecars.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { useToasts } from '../../kit/feedback.js';
import { ChevronDownIcon } from '../../kit/icons.js';
import { Menu } from '../../kit/menu.js';
import { AssignDialog } from './assign-dialog.js';
import { pageTexts } from './page-texts.js';
import { texts } from './texts.js';

const words = pageTexts.administration;

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  list: { margin: '8px 0', paddingInlineStart: '20px', maxHeight: '40vh', overflowY: 'auto' },
});

export interface SelectedCollector {
  readonly sidecar: SidecarSummary;
  readonly collector: CollectorSummary;
}

export interface ProcessActionsProps {
  readonly selected: readonly SelectedCollector[];
  readonly configurations: readonly ConfigurationSummary[];
  readonly onDone: () => void;
}

type Action = ActionRequest['action'];
const actions = ['start', 'restart', 'stop'] as const;

export function ProcessActions({ selected, configurations, onDone }: ProcessActionsProps): ReactNode {
  const styles = useStyles();
  const [assigning, setAssigning] = useState(false);
  const [chosen, setChosen] = useState<Action>();
  const [first] = selected;
  const isOne = first !== undefined && selected.every(({ collector }) => collector.id === first.collector.id);
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        disabled={!isOne}
        {...(!isOne && { disabledReason: words.oneCollector })}
        onClick={() => setAssigning(true)}
      >
        {words.assign}
      </Button>
      <Menu
        label={words.process}
        entries={actions.map((action) => ({
          key: action,
          label: words.actions[action],
          onSelect: () => setChosen(action),
        }))}
      >
        <Button size="small" iconAfter={<ChevronDownIcon />}>
          {words.process}
        </Button>
      </Menu>
      {assigning && first && (
        <AssignDialog
          collector={first.collector}
          sidecars={selected.map(({ sidecar }) => sidecar)}
          configurations={configurations.filter(({ collector_id: id }) => id === first.collector.id)}
          onClose={() => setAssigning(false)}
          onDone={onDone}
        />
      )}
      {chosen && <Summary action={chosen} selected={selected} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </div>
  );
}

interface SummaryProps {
  readonly action: Action;
  readonly selected: readonly SelectedCollector[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Summary({ action, selected, onClose, onDone }: SummaryProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const acting = useMutation(actMutation(client, queryClient));
  const without = selected.some(
    ({ sidecar, collector }) => !sidecar.assignments.some(({ collector_id: id }) => id === collector.id),
  );
  const confirm = (): void => {
    const byNode = new Map<string, string[]>();
    for (const { sidecar, collector } of selected)
      byNode.set(sidecar.node_id, [...(byNode.get(sidecar.node_id) ?? []), collector.id]);
    acting.mutate(
      { action, collectors: [...byNode].map(([sidecar_id, collector_ids]) => ({ sidecar_id, collector_ids })) },
      {
        onSuccess: () => {
          toast('success', words.summary.done(action, selected.length), texts.success);
          host.emit('log-changed', { type: 'sidecar', id: '' });
          onClose();
          onDone();
        },
        onError: (error) => toast('error', reasonOf(error), words.summary.failed),
      },
    );
  };
  return (
    <Dialog
      open
      title={words.summary.title}
      onClose={onClose}
      onSubmit={confirm}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" appearance="primary" busy={acting.isPending}>
            {words.summary.confirm}
          </Button>
        </>
      }
    >
      <p>{words.summary.text(action, selected.length)}</p>
      <ul className={styles.list}>
        {selected.map(({ sidecar, collector }) => (
          <li key={`${sidecar.node_id} ${collector.id}`}>
            {collector.name} – {sidecar.node_name}
          </li>
        ))}
      </ul>
      {without && <Alert kind="warning">{words.summary.without}</Alert>}
    </Dialog>
  );
}
