/** Renders the card of an input with its type, state, throughput and actions. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputSummary, InputTypeInfo } from '../../../api/contract/inputs.js';
import type { NodeSummary } from '../../../api/contract/system.js';
import { allows } from '../../../api/permissions.js';
import { deleteInputMutation, type Figures } from '../../../api/queries/input-administration.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { ProvisionedMark, useProvisioned } from '../../kit/provisioned.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Chip, StatusBadge } from '../../kit/chip.js';
import { ConfigurationWell } from '../../kit/configured/configuration-well.js';
import { ConfiguredCard, Detail, Identifier } from '../../kit/configured/configured-card.js';
import { extractorsRoute } from '../../kit/extractor-routes.js';
import {
  AddIcon,
  ChartIcon,
  DeleteIcon,
  EditIcon,
  ErrorIcon,
  ExtractIcon,
  HelpIcon,
  MessagesIcon,
  MoreIcon,
  PlayIcon,
  StopIcon,
  TowardsIcon,
} from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { nodeName } from '../../kit/node-name.js';
import { Popover } from '../../kit/popover.js';
import { container, focusRing, type as texttype } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { figuresOf } from './input-figures.js';
import { recognisedOf, stateOfInput, troublesOf, type ShownState, type StatesByNode } from './input-state.js';
import { routes } from './routes.js';
import { sendingHelp, type SendingHelp } from './sending-help.js';
import { StaticFields } from './static-fields.js';
import { texts } from './texts.js';
import { Throughput } from './throughput.js';
import { useRunInput } from './use-run-input.js';

const useStyles = makeStyles({
  body: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    alignItems: 'start',
    gap: '16px 24px',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  state: {
    // The padding makes the touch target larger.
    padding: '2px 0',
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':focus-visible': focusRing,
  },
  // File names contain no spaces at which a line could wrap, so they wrap anywhere.
  recognised: { minWidth: 0, overflowWrap: 'anywhere' },
  states: {
    display: 'grid',
    gap: '6px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
    ...texttype.body,
    // Links within text are underlined, because colour alone does not distinguish them (WCAG 1.4.1).
    '& a': { textDecorationLine: 'underline' },
  },
});

/** Names the action of the open dialog of the inputs page. */
export type InputTask =
  | { readonly kind: 'create'; readonly type: string }
  | { readonly kind: 'edit'; readonly input: InputSummary }
  | { readonly kind: 'field' | 'refused'; readonly input: InputSummary }
  | { readonly kind: 'trial'; readonly input: InputSummary; readonly sample: string }
  | { readonly kind: 'sending'; readonly input: InputSummary; readonly help: SendingHelp };

export interface InputCardProps {
  readonly input: InputSummary;
  /** Description of the input's type; undefined if the type is unknown or not loaded yet. */
  readonly type: InputTypeInfo | undefined;
  readonly typesKnown: boolean;
  /** States of the inputs by node id; undefined while they are loading. */
  readonly states: StatesByNode | undefined;
  readonly nodes: readonly NodeSummary[];
  /** Statistics by node id; undefined while they are unknown. */
  readonly figures: Readonly<Record<string, Figures>> | undefined;
  readonly onTask: (task: InputTask) => void;
}

export function InputCard(props: InputCardProps): ReactNode {
  const { input, type, typesKnown, states, nodes, figures, onTask } = props;
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const hasRoute = useHasRoute();
  const granted = useCurrentUser()?.permissions ?? [];
  const { id, title, node } = input;
  const may = (permission: string): boolean => !readonly && allows(granted, permission);
  const mayEdit = may(`inputs:edit:${id}`);
  // The server requires this permission for starting and stopping; `inputs:edit` is not sufficient.
  const mayRun = may(`inputs:changestate:${id}`);
  const state = states && stateOfInput(input, states, nodes.length);
  const troubles = state ? troublesOf(state) : [];
  const recognised = state && recognisedOf(state);
  const running = state?.running === true;
  const listening = state?.nodes.length === 1 ? state.nodes[0]?.listening : undefined;
  const taken = figuresOf(input, Object.values(figures ?? {}));
  const { busy, run } = useRunInput(input);
  const deletion = useMutation(deleteInputMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: deletion.mutateAsync,
    onGone: () => void emit('log-changed', { type: 'input', id }),
  });
  const extractors = extractorsRoute({ inputId: id, nodeId: input.global ? null : node });

  const more: MenuEntry[] = [];
  if (mayEdit) {
    more.push({
      key: 'edit',
      label: texts.actions.edit,
      icon: <EditIcon />,
      onSelect: () => onTask({ kind: 'edit', input }),
      ...(!type && { disabled: true, ...(typesKnown && { disabledReason: texts.actions.unknownType }) }),
    });
  }
  if (node !== null && hasRoute(routes.metrics(node, id))) {
    more.push({
      key: 'metrics',
      label: texts.actions.metrics,
      icon: <ChartIcon />,
      onSelect: () => navigate(routes.metrics(node, id)),
    });
  }
  const help = sendingHelp(input.type, input.attributes, listening, client.baseUrl);
  if (help) {
    more.push({
      key: 'sending',
      label: texts.actions.sending,
      icon: <HelpIcon />,
      onSelect: () => onTask({ kind: 'sending', input, help }),
    });
  }
  const sample = type?.sample_message;
  if (mayEdit && running && sample !== undefined) {
    more.push({
      key: 'trial',
      label: texts.actions.trial,
      icon: <TowardsIcon />,
      onSelect: () => onTask({ kind: 'trial', input, sample }),
    });
  }
  if (mayEdit) {
    more.push({
      key: 'field',
      label: texts.actions.addField,
      icon: <AddIcon />,
      onSelect: () => onTask({ kind: 'field', input }),
    });
    // Only a server that counts malformed messages also lists them.
    if (taken.malformedMessages !== undefined) {
      more.push({
        key: 'refused',
        label: texts.actions.diagnosis,
        icon: <ErrorIcon />,
        onSelect: () => onTask({ kind: 'refused', input }),
      });
    }
  }
  if (may(`inputs:terminate:${id}`)) {
    if (more.length > 0) more.push({ kind: 'divider' });
    more.push({
      key: 'delete',
      label: texts.actions.delete,
      icon: <DeleteIcon />,
      danger: true,
      onSelect: () => void remove(id, title),
    });
  }
  const provisionedBy = useProvisioned();
  return (
    <ConfiguredCard
      title={title}
      level={3}
      facts={
        <>
          <span>{input.name}</span>
          <Identifier>({id})</Identifier>
          {state && <StateBadge title={title} state={state} nodes={nodes} />}
          {input.content_pack !== null && <Chip size="small">{texts.contentPack}</Chip>}
          <ProvisionedMark file={provisionedBy(id)} />
          {listening !== undefined && <span>{texts.listening(listening)}</span>}
          {recognised !== undefined && <span className={styles.recognised}>{recognised}</span>}
          {node !== null && (
            <span>
              {texts.onNode} <NodeName nodeId={node} nodes={nodes} />
            </span>
          )}
        </>
      }
      actions={
        <>
          {allows(granted, 'searches:relative') && hasRoute(routes.received(id)) && (
            <Button size="small" icon={<MessagesIcon />} onClick={() => navigate(routes.received(id))}>
              {texts.actions.received}
            </Button>
          )}
          {mayEdit && hasRoute(extractors) && (
            <Button size="small" icon={<ExtractIcon />} onClick={() => navigate(extractors)}>
              {texts.actions.extractors}
            </Button>
          )}
          {mayRun && (
            <Button
              size="small"
              icon={running ? <StopIcon /> : <PlayIcon />}
              busy={busy !== undefined}
              disabled={!state}
              disabledReason={texts.unknownState}
              onClick={() => void run(!running)}
            >
              {busy ?? (running ? texts.actions.stop : texts.actions.start)}
            </Button>
          )}
          {more.length > 0 && (
            <Menu label={texts.actions.more(title)} entries={more}>
              <Button size="small" icon={<MoreIcon />} aria-label={texts.actions.more(title)}>
                {texts.actions.moreShort}
              </Button>
            </Menu>
          )}
        </>
      }
    >
      {state && troubles.length > 0 && (
        <Alert kind={state.kind === 'danger' ? 'danger' : 'warning'} title={texts.trouble(state.text)}>
          {troubles.map((reason) => (
            <Detail key={reason}>{reason}</Detail>
          ))}
        </Alert>
      )}
      <div className={styles.body}>
        <div className={styles.side}>
          <ConfigurationWell fields={type?.requested_configuration} values={input.attributes} />
          <StaticFields input={input} mayEdit={mayEdit} />
        </div>
        <Throughput input={input} sums={taken} figures={figures} nodes={nodes} />
      </div>
    </ConfiguredCard>
  );
}

/** Renders the name of a node, as a link if the console has a page of the node. */
function NodeName({ nodeId, nodes }: { readonly nodeId: string; readonly nodes: readonly NodeSummary[] }): ReactNode {
  const hasRoute = useHasRoute();
  const node = nodes.find((one) => one.node_id === nodeId);
  const name = node ? nodeName(node) : nodeId;
  return hasRoute(routes.node(nodeId)) ? <Link route={routes.node(nodeId)}>{name}</Link> : name;
}

interface StateBadgeProps {
  readonly title: string;
  readonly state: ShownState;
  readonly nodes: readonly NodeSummary[];
}

function StateBadge({ title, state, nodes }: StateBadgeProps): ReactNode {
  const styles = useStyles();
  return (
    <Popover
      label={texts.states(title)}
      trigger={
        <button type="button" className={styles.state} aria-label={`${texts.states(title)}: ${state.text}`}>
          <StatusBadge kind={state.kind}>{state.text}</StatusBadge>
        </button>
      }
    >
      {() =>
        state.nodes.length === 0 ? (
          texts.noStates
        ) : (
          <ul className={styles.states}>
            {state.nodes.map(({ nodeId, state: own, detail, listening }) => (
              <li key={nodeId}>
                <NodeName nodeId={nodeId} nodes={nodes} />: {own}
                {listening !== undefined && `, ${texts.listening(listening)}`}
                {detail !== null && detail !== '' && <Detail>{detail}</Detail>}
              </li>
            ))}
          </ul>
        )
      }
    </Popover>
  );
}
