/** Renders controls of the search for alerts and events: query, time range, types, state and view. */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { alertTypes, type AlertsQuestion } from '../../../machines/alerts-question.js';
import { offeredUnits, quantityOf, secondsOf, type TimeUnit } from '../../../machines/time-range/units.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { formatDate } from '../../kit/format.js';
import { RetryIcon, SearchIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type } from '../../kit/tokens.js';
import { alertStatusNames, severalStates } from './status-names.js';
import { texts } from './texts.js';
import { useDefinitionTitle } from './use-definition-title.js';

const useStyles = makeStyles({
  bar: {
    display: 'grid',
    gap: '8px',
    padding: '8px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
  },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  query: { flex: '1 1 320px', minWidth: 0 },
  number: { width: '88px' },
  label: { color: tokens.text.secondary, ...type.body },
  error: { color: tokens.status.danger.text, ...type.caption },
});

export interface AlertsBarProps {
  readonly question: AlertsQuestion;
  readonly onAsk: (part: Partial<AlertsQuestion>) => void;
  readonly onRefresh: () => void;
  readonly busy: boolean;
  /** True if the server stores states of alerts. */
  readonly keepsStates: boolean;
  /**
   * Returns the title of an event definition; null while the answer is loading, undefined if it lacks the definition.
   */
  readonly nameOf: (definitionId: string) => string | undefined | null;
}

export function AlertsBar(props: AlertsBarProps): ReactNode {
  const { question, onAsk, onRefresh, busy, keepsStates, nameOf } = props;
  const styles = useStyles();
  const { timezone } = useHostElement();
  const { query, seconds, chosen, type: shown, states, definitions, view } = question;
  const [draft, setDraft] = useState(query);
  const [given, setGiven] = useState({ query, seconds });
  const start = seconds === 0 ? { value: undefined, unit: 'all' as const } : quantityOf(seconds);
  const [time, setTime] = useState<{ readonly value: number | undefined; readonly unit: TimeUnit | 'all' }>(start);
  if (given.query !== query || given.seconds !== seconds) {
    setGiven({ query, seconds });
    setDraft(query);
    setTime(start);
  }
  const isTime = (value: number | undefined): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 1 && value < 1_000_000;
  const change = (next: typeof time): void => {
    setTime(next);
    if (next.unit === 'all') onAsk({ seconds: 0, chosen: undefined });
    else if (isTime(next.value))
      onAsk({ seconds: secondsOf({ value: next.value, unit: next.unit }), chosen: undefined });
  };
  const search = (): void => {
    if (draft === query) onRefresh();
    else onAsk({ query: draft });
  };
  return (
    <form
      className={styles.bar}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <div className={styles.row}>
        <Input
          className={styles.query}
          mono
          type="search"
          aria-label={texts.query}
          placeholder={texts.queryHelp}
          value={draft}
          onChange={setDraft}
          before={<SearchIcon />}
        />
        <Button type="submit" icon={<RetryIcon />} busy={busy}>
          {texts.refresh}
        </Button>
      </div>
      <div className={styles.row}>
        <span className={styles.label}>{texts.within}</span>
        {time.unit !== 'all' && (
          <NumberInput
            className={styles.number}
            aria-label={texts.within}
            min={1}
            invalid={!isTime(time.value)}
            value={time.value}
            onChange={(value) => change({ ...time, value })}
          />
        )}
        <Select
          aria-label={texts.unit}
          options={[
            ...offeredUnits(0).map((unit) => ({ value: unit, label: texts.units[unit] })),
            { value: 'all' as const, label: texts.allTime },
          ]}
          value={time.unit}
          onChange={(unit) => change({ value: time.value ?? 1, unit })}
        />
        {time.unit !== 'all' && !isTime(time.value) && <span className={styles.error}>{texts.atLeastOne}</span>}
        {chosen && (
          <Chip label={texts.chosenName} onRemove={() => onAsk({ chosen: undefined })}>
            {texts.chosen(formatDate(chosen.from, timezone), formatDate(chosen.to, timezone))}
          </Chip>
        )}
        {definitions.map((id) => (
          <DefinitionChip
            key={id}
            id={id}
            name={nameOf(id)}
            onRemove={() => onAsk({ definitions: definitions.filter((one) => one !== id) })}
          />
        ))}
        <Tabs
          kind="segments"
          label={texts.types}
          tabs={alertTypes.map((key) => ({ key, label: texts.type[key] }))}
          active={shown}
          onChange={(next) => onAsk({ type: next })}
        />
        {keepsStates && (
          <>
            <Select
              aria-label={texts.stateFilter}
              options={states.length > 1 ? [...alertStatusNames, severalStates(states)] : alertStatusNames}
              value={states.length > 1 ? 'several' : (states[0] ?? 'all')}
              onChange={(state) => {
                if (state !== 'several') onAsk({ states: state === 'all' ? [] : [state] });
              }}
            />
            <Tabs
              kind="segments"
              label={texts.views}
              tabs={[
                { key: 'list', label: texts.view.list },
                { key: 'groups', label: texts.view.groups },
              ]}
              active={view}
              onChange={(next) => onAsk({ view: next })}
            />
          </>
        )}
      </div>
    </form>
  );
}

interface DefinitionChipProps {
  readonly id: string;
  /** Title of the definition; null while it may still become known, undefined if it must be requested. */
  readonly name: string | undefined | null;
  readonly onRemove: () => void;
}

function DefinitionChip({ id, name, onRemove }: DefinitionChipProps): ReactNode {
  return <Chip onRemove={onRemove}>{useDefinitionTitle(id, name)}</Chip>;
}
