import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useContext, useEffect, useId, type ReactNode } from 'react';
import { bindParameters } from '../../../api/language/index.js';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import {
  draftGroups,
  type DraftItemKey,
  type DraftItems,
  type EventDefinitionDraft,
} from '../../../machines/event-definition-draft/items.js';
import {
  eventDefinitionDraftMachine,
  isOffered,
  strategies,
} from '../../../machines/event-definition-draft/machine.js';
import { boundValues } from '../../../machines/variable-values.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox, Radio } from '../../kit/checkbox.js';
import { Dialog } from '../../kit/dialog.js';
import { writeLocal } from '../../kit/local-store.js';
import { tokens, type } from '../../kit/tokens.js';
import { formatNumber } from '../values/number-format.js';
import { clauseOf, newEventDefinitionRoute, type ActionSubject } from './actions.js';
import { dialogTexts } from './dialog-texts.js';
import { useFieldInteractions, WidgetScopeContext } from './interactions.js';

export interface EventDefinitionDialogProps {
  readonly subject: Extract<ActionSubject, { kind: 'value' }>;
  readonly onClose: () => void;
}

const texts = dialogTexts.eventDefinition;

const useStyles = makeStyles({
  strategies: { display: 'flex', flexDirection: 'column', gap: '8px', border: 'none', margin: 0, padding: 0 },
  legend: { ...type.cardTitle, padding: '0 0 8px' },
  about: { color: tokens.text.tertiary, ...type.caption, paddingLeft: '24px' },
  details: { marginTop: '12px' },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    margin: '12px 0 0',
    padding: '12px',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
  },
  inner: { display: 'flex', flexDirection: 'column', gap: '6px', paddingLeft: '24px' },
  value: { ...type.logSmall, overflowWrap: 'anywhere' },
  name: { color: tokens.text.secondary },
});

const singles: readonly DraftItemKey[] = ['streams', 'searchWithinMs', 'lookupParameters'];
/** Returns the storage key of the draft, which the wizard reads once and deletes. */
const storageKey = (session: string): string => `cedfv-${session}`;

/** Shows the dialog once it is known whether the server knows formulas in conditions. */
export function EventDefinitionDialog(props: EventDefinitionDialogProps): ReactNode {
  const { client } = useConnection();
  const { data: root, isPending } = useQuery(serverRootQuery(client));
  return isPending ? null : <DraftDialog {...props} formulas={root?.embedded === true} />;
}

interface DraftDialogProps extends EventDefinitionDialogProps {
  /** True if the server knows formulas in conditions. */
  readonly formulas: boolean;
}

/** Selects the parts of a value for a new event definition, stores them as a draft and opens the wizard (spec 3 §4). */
function DraftDialog({ subject, onClose, formulas }: DraftDialogProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const formId = useId();
  const widget = useContext(WidgetScopeContext);
  const facts = widget?.search();
  const { declared = [], bindings = {} } = facts?.parameters ?? {};
  const values = boundValues(declared, bindings);
  const interactions = useFieldInteractions();
  const [state, send, actor] = useMachine(eventDefinitionDraftMachine, {
    input: {
      field: subject.field,
      value: subject.value,
      valueQuery:
        subject.paths?.function === undefined
          ? clauseOf(subject.field, subject.value, subject.type, interactions?.typeOf)
          : undefined,
      ...(formulas && { formulas: widget?.metrics ?? new Map() }),
      paths: subject.paths,
      searchQuery: bindParameters(facts?.queryString ?? '', values),
      filterQueries: (facts?.filterQueries ?? []).map((text) => bindParameters(text, values)),
      streams: facts?.streams ?? [],
      timeRange: facts?.timeRange,
    },
  });
  const { items, strategy, checked, details } = state.context;
  useEffect(() => {
    const ready = actor.on('draftReady', ({ draft }) => {
      const session = storageKey(randomIds.uuid());
      writeLocal(session, draft satisfies EventDefinitionDraft);
      const query = new URLSearchParams({ step: 'condition', 'session-id': session });
      navigate(`${newEventDefinitionRoute}?${query.toString()}`, { newTab: true });
    });
    return () => ready.unsubscribe();
  });
  useEffect(() => {
    if (state.status === 'done') onClose();
  }, [state.status, onClose]);

  const has = (key: DraftItemKey) => items[key] !== undefined;
  const cancel = () => send({ type: 'cancelled' });
  return (
    <Dialog
      open
      size="medium"
      title={texts.title}
      onClose={cancel}
      onSubmit={() => send({ type: 'continued' })}
      footer={
        <>
          <Button onClick={cancel}>{dialogTexts.cancel}</Button>
          <Button appearance="primary" type="submit">
            {texts.continue}
          </Button>
        </>
      }
    >
      <fieldset className={styles.strategies}>
        <legend className={styles.legend}>{texts.strategy}</legend>
        {strategies
          .filter((one) => isOffered(one, items))
          .map((one) => {
            const [label, about] = texts.strategies[one];
            return (
              <div key={one}>
                <Radio
                  name={formId}
                  label={label}
                  checked={strategy === one}
                  aria-describedby={`${formId}-${one}`}
                  onChoose={() => send({ type: 'strategy.chosen', strategy: one })}
                />
                <div id={`${formId}-${one}`} className={styles.about}>
                  {about}
                </div>
              </div>
            );
          })}
      </fieldset>
      <Button
        appearance="subtle"
        size="small"
        className={styles.details}
        aria-expanded={details}
        onClick={() => send({ type: 'details.toggled' })}
      >
        {details ? texts.hideDetails : texts.showDetails}
      </Button>
      {details && (
        <div className={styles.list}>
          {Object.keys(items).length === 0 && texts.nothing}
          {(Object.keys(draftGroups) as (keyof typeof draftGroups)[]).map((group) => {
            const own = draftGroups[group].filter(has);
            if (own.length === 0) return null;
            const count = own.filter((key) => checked.has(key)).length;
            return (
              <div key={group} role="group" aria-label={texts.groups[group]}>
                <Checkbox
                  label={texts.groups[group]}
                  checked={count === own.length ? true : count > 0 && 'mixed'}
                  onChange={() => send({ type: 'group.toggled', group })}
                />
                <div className={styles.inner}>
                  {own.map((key) => (
                    <Item
                      key={key}
                      name={key}
                      items={items}
                      checked={checked.has(key)}
                      onToggle={() => send({ type: 'item.toggled', key })}
                    />
                  ))}
                </div>
              </div>
            );
          })}
          {singles.filter(has).map((key) => (
            <Item
              key={key}
              name={key}
              items={items}
              checked={checked.has(key)}
              onToggle={() => send({ type: 'item.toggled', key })}
            />
          ))}
        </div>
      )}
    </Dialog>
  );
}

interface ItemProps {
  readonly name: DraftItemKey;
  readonly items: DraftItems;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

function Item({ name, items, checked, onToggle }: ItemProps) {
  const styles = useStyles();
  const titles = useStreamTitles();
  return (
    <Checkbox
      checked={checked}
      onChange={onToggle}
      label={
        <>
          <span className={styles.name}>{texts.items[name]}: </span>
          <span className={styles.value}>{itemText(name, items, titles)}</span>
        </>
      }
    />
  );
}

function itemText(name: DraftItemKey, items: DraftItems, titles: ReadonlyMap<string, string>): string {
  switch (name) {
    case 'condition':
      return items.condition
        ? `${items.condition.formula ?? `${items.condition.function}(${items.condition.field ?? ''})`}: ${String(items.condition.value)}`
        : '';
    case 'streams':
      return (items.streams ?? []).map((id) => titles.get(id) ?? id).join(', ');
    case 'searchWithinMs':
      return texts.milliseconds(formatNumber(items.searchWithinMs ?? 0));
    case 'rowGroupBy':
    case 'columnGroupBy':
      return (items[name] ?? []).join(', ');
    case 'lookupParameters':
      return (items.lookupParameters ?? []).map((one) => String(one['name'])).join(', ');
    default:
      return items[name] ?? '';
  }
}

function useStreamTitles(): ReadonlyMap<string, string> {
  const { client } = useConnection();
  const { data } = useQuery(streamsQuery(client));
  return new Map(data?.streams.map(({ id, title }) => [id, title]));
}
