import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { nodesQuery } from '../../../api/queries/nodes.js';
import { isLevelField } from '../../../api/level-field.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import {
  AddIcon,
  AlertIcon,
  ChartIcon,
  CompareIcon,
  CopyIcon,
  DashboardIcon,
  ExcludeIcon,
  ExtractIcon,
  HighlightIcon,
  IncludeIcon,
  MessagesIcon,
  NumberIcon,
  OpenOutsideIcon,
  PluginIcon,
  RemoveIcon,
  StackIcon,
  TableIcon,
} from '../../kit/icons.js';
import { copyText } from '../../kit/copy-button.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { ContextMenu, type MenuEntry } from '../../kit/menu.js';
import { tokens, type } from '../../kit/tokens.js';
import type { Registered } from '../../kit/plugins/slots.js';
import { Float } from '../../kit/float.js';
import { texts } from '../texts.js';
import { levelLabel } from '../values/level.js';
import { shortText } from '../../kit/short-text.js';
import { displayText } from '../values/value-text.js';
import { alertMarksOf } from '../alert-marks.js';
import { actionSources, type MenuAction } from './action-sources.js';
import { instantOfPath, stepActions, type ActionSubject, type FieldAction, type ValueDialog } from './actions.js';
import { CopyOutcome } from './copy-outcome.js';
import { MessageOriginContext, TableColumnsContext, useFieldInteractions, WidgetScopeContext } from './interactions.js';
import { menuTexts } from './menu-texts.js';

const ExtractorDialog = lazyPart(() => import('./extractor-dialog.js'), 'ExtractorDialog');
const PluginActionDialog = lazyPart(() => import('./plugin-action-dialog.js'), 'PluginActionDialog');
const OpenDashboardDialog = lazyPart(() => import('./open-dashboard-dialog.js'), 'OpenDashboardDialog');
const MarkDialog = lazyPart(() => import('../marks/mark-dialog.js'), 'MarkDialog');
const EventDefinitionDialog = lazyPart(() => import('./event-definition-dialog.js'), 'EventDefinitionDialog');

export interface ActionMenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly subject: ActionSubject;
  readonly onClose: () => void;
}

const headerLimit = 60;
const confirmationMs = 1500;

const icons: Readonly<Record<FieldAction['id'], ReactNode>> & Readonly<Record<string, ReactNode>> = {
  chart: <ChartIcon />,
  showTopValues: <TableIcon />,
  statistics: <NumberIcon />,
  addToTable: <AddIcon />,
  removeFromTable: <RemoveIcon />,
  addToAllTables: <AddIcon />,
  removeFromAllTables: <RemoveIcon />,
  copyFieldName: <CopyIcon />,
  excludeFromResults: <ExcludeIcon />,
  addToQuery: <IncludeIcon />,
  traceMessages: <StackIcon />,
  spanMessages: <StackIcon />,
  compareValue: <CompareIcon />,
  showDocuments: <MessagesIcon />,
  createExtractor: <ExtractIcon />,
  highlightValue: <HighlightIcon />,
  copyValue: <CopyIcon />,
  createEventDefinition: <AlertIcon />,
  openDashboard: <DashboardIcon />,
  addMark: <AddIcon />,
};

const useStyles = makeStyles({
  head: { overflowWrap: 'anywhere', ...type.logSmall },
  field: { color: tokens.text.secondary },
});

const dialogs = {
  extractor: ExtractorDialog,
  eventDefinition: EventDefinitionDialog,
  openDashboard: OpenDashboardDialog,
  mark: MarkAction,
} as const;

/** Renders a dialog that adds a mark at the start of the time bucket of the value. */
function MarkAction({ subject, onClose }: { readonly subject: ValueSubject; readonly onClose: () => void }): ReactNode {
  return <MarkDialog mark={undefined} at={instantOfPath(subject.paths)} onClose={onClose} />;
}

type ValueSubject = Extract<ActionSubject, { kind: 'value' }>;

type Outcome =
  { readonly copied: string } | { readonly dialog: ValueDialog } | { readonly part: Registered<'valueActions'> };

/**
 * Renders the menu of a field or value (screens/search.md §7): the header "field = type" or "field = value", then the
 * actions.
 */
export function ActionMenu({ anchor, subject, onClose }: ActionMenuProps) {
  const styles = useStyles();
  const { element, timezone, linked } = useHostElement();
  const mayMark = useMayMark(element);
  const interactions = useFieldInteractions();
  const columns = useContext(TableColumnsContext);
  const widget = useContext(WidgetScopeContext);
  const message = useContext(MessageOriginContext);
  const mayExtract = usePermission(`inputs:edit:${message?.inputId ?? ''}`);
  const nodes = useNodeIds(message !== undefined && interactions?.hasRoute !== undefined && mayExtract);
  const sources = actionSources.use();
  const [outcome, setOutcome] = useState<Outcome>();
  // True when the selected action continues after the menu has closed, for example with a dialog.
  const goingOn = useRef(false);
  const copied = outcome !== undefined && 'copied' in outcome;
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(onClose, confirmationMs);
    // If the user opens the menu again while the outcome of copying is shown, the menu replaces the outcome.
    const element = anchor.current;
    const again = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      goingOn.current = false;
      setOutcome(undefined);
    };
    element?.addEventListener('click', again);
    element?.addEventListener('keydown', again);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('click', again);
      element?.removeEventListener('keydown', again);
    };
  }, [copied, onClose, anchor]);
  if (!interactions || !anchor.current) return null;
  if (outcome && 'copied' in outcome) return <CopyOutcome anchor={anchor} text={outcome.copied} />;
  if (outcome && 'part' in outcome) {
    return (
      <Kept>
        <Float onFailed={onClose}>
          <PluginActionDialog part={outcome.part} subject={subject} onClose={onClose} />
        </Float>
      </Kept>
    );
  }
  if (outcome && subject.kind === 'value') {
    const Dialog = dialogs[outcome.dialog];
    return (
      <Kept>
        <Float onFailed={onClose}>
          <Dialog subject={subject} onClose={onClose} />
        </Float>
      </Kept>
    );
  }
  const entryOf = ({ id, label, disabled, disabledReason, effect }: MenuAction): MenuEntry => ({
    key: id,
    label,
    icon: icons[id] ?? ('href' in effect ? <OpenOutsideIcon /> : <PluginIcon />),
    disabled,
    ...(disabledReason !== undefined && { disabledReason }),
    ...('route' in effect && { route: effect.route }),
    onSelect: () => {
      if ('route' in effect) {
        message?.onLeave?.();
        return;
      }
      if ('run' in effect) {
        effect.run();
        return;
      }
      if ('href' in effect) {
        window.open(effect.href, '_blank', 'noopener');
        return;
      }
      goingOn.current = true;
      if ('dialog' in effect || 'part' in effect) setOutcome(effect);
      else void copyText(effect.copy).then((text) => setOutcome({ copied: text }));
    },
  });
  const steps = stepActions(subject, interactions).map(({ step, actions }, index): MenuEntry => ({
    kind: 'group',
    label: `${step.field} = ${shortText(displayText(step.value, step.kind === 'time' ? 'date' : undefined, timezone), headerLimit).text}`,
    entries: actions.map((one) => ({ ...entryOf(one), key: `${one.id}-${index}` }) as MenuEntry),
  }));
  const place = { columns, widget, message, nodes, mayExtract, mayMark, linked };
  const [own = [], ...others] = sources.map(({ of }) => {
    const all = of(subject, interactions, place);
    // Enabled actions come first; disabled actions follow. Both keep their order.
    return [...all.filter(({ disabled }) => !disabled), ...all.filter(({ disabled }) => disabled)].map(entryOf);
  });
  const plugged = others.flat();
  return (
    <Kept>
      <ContextMenu
        target={anchor.current}
        label={menuTexts.actions}
        header={
          <span className={styles.head}>
            <span className={styles.field}>{subject.field} = </span>
            {headText(subject, timezone)}
          </span>
        }
        entries={[
          ...own,
          ...(plugged.length > 0 ? [{ kind: 'divider' } satisfies MenuEntry, ...plugged] : []),
          ...steps,
        ]}
        // The menu reports closing before it reports the selection, so closing is handled in a microtask.
        onClose={() => queueMicrotask(() => !goingOn.current && onClose())}
      />
    </Kept>
  );
}

/** Stops React events of the portal from bubbling to the surrounding table row, which would handle them as its own. */
function Kept({ children }: { readonly children: ReactNode }) {
  return (
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      {children}
    </span>
  );
}

/** Returns true if the charts of the element can show marks and the server stores marks that users add. */
function useMayMark(element: HTMLElement): boolean {
  const { client } = useConnection();
  const shown = alertMarksOf(element).get() !== undefined;
  const { data } = useQuery({ ...serverRootQuery(client), enabled: shown });
  return shown && data?.embedded === true;
}

/**
 * Returns the ids of the running nodes; undefined until they are loaded. They are requested only if `wanted` is true.
 */
function useNodeIds(wanted: boolean): readonly string[] | undefined {
  const { client } = useConnection();
  const { data } = useQuery({ ...nodesQuery(client), enabled: wanted });
  return data?.map(({ node_id: id }) => id);
}

function headText(subject: ActionSubject, zone: string): string {
  if (subject.kind === 'field') return subject.type ?? 'string';
  const text = displayText(subject.value, subject.type, zone);
  const { text: short, shortened } = shortText(text.trim() === '' ? texts.emptyValue : text, headerLimit);
  return shortened ? `${short}…` : isLevelField(subject.field) ? levelLabel(short) : short;
}
