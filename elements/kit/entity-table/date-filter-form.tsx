/**
 * Renders a form for the start and end of a date filter in the element's time zone; either the start or the end may be
 * open (spec 2 §5 for the texts).
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { formatInstant, parseInstant } from '../../../machines/time-range/local-time.js';
import { timeRangeTexts } from '../../../machines/time-range/texts.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../button.js';
import { Checkbox } from '../checkbox.js';
import { Field } from '../field.js';
import { Input } from '../input.js';
import { kitTexts } from '../texts.js';
import { tableTexts } from './texts.js';

/** Time in ms before now at which a new filter starts. */
const defaultSpanMs = 5 * 60_000;

const useStyles = makeStyles({
  form: { display: 'grid', gap: '12px', width: '280px' },
  side: { display: 'grid', gap: '4px' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

export interface DateFilterFormProps {
  /** Value of the filter, `{from}><{until}` with ISO 8601 instants or empty texts; undefined: a new filter. */
  readonly value: string | undefined;
  readonly onApply: (value: string) => void;
  readonly onCancel: () => void;
}

export function DateFilterForm({ value, onApply, onCancel }: DateFilterFormProps): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const [from = '', until = ''] = (value ?? '').split('><');
  const local = (instant: number): string => formatInstant(instant, timezone).slice(0, -4);
  const [start, setStart] = useState(() => ({
    open: value !== undefined && from === '',
    text: local(from === '' ? Date.now() - defaultSpanMs : Date.parse(from)),
  }));
  const [end, setEnd] = useState(() => ({
    open: until === '',
    text: local(until === '' ? Date.now() : Date.parse(until)),
  }));
  const startAt = start.open ? undefined : parseInstant(start.text, timezone);
  const endAt = end.open ? undefined : parseInstant(end.text, timezone);
  const startError = !start.open && startAt === undefined ? timeRangeTexts.format : undefined;
  const endError =
    !end.open && endAt === undefined
      ? timeRangeTexts.format
      : start.open && end.open
        ? tableTexts.bothEmpty
        : startAt !== undefined && endAt !== undefined && endAt <= startAt
          ? timeRangeTexts.untilBeforeFrom
          : undefined;
  const invalid = startError !== undefined || endError !== undefined;
  const iso = (instant: number | undefined): string => (instant === undefined ? '' : new Date(instant).toISOString());
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!invalid) onApply(`${iso(startAt)}><${iso(endAt)}`);
      }}
    >
      <div className={styles.side}>
        <Field label={tableTexts.from} error={startError}>
          <Input mono value={start.text} disabled={start.open} onChange={(text) => setStart({ ...start, text })} />
        </Field>
        <Checkbox label={tableTexts.allTime} checked={start.open} onChange={(open) => setStart({ ...start, open })} />
      </div>
      <div className={styles.side}>
        <Field label={tableTexts.until} error={endError}>
          <Input mono value={end.text} disabled={end.open} onChange={(text) => setEnd({ ...end, text })} />
        </Field>
        <Checkbox label={tableTexts.now} checked={end.open} onChange={(open) => setEnd({ ...end, open })} />
      </div>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{kitTexts.cancel}</Button>
        <Button type="submit" appearance="primary" disabled={invalid}>
          {tableTexts.apply}
        </Button>
      </div>
    </form>
  );
}
