/**
 * Renders the Relative tab of the time range picker: start and end of the range as time before now (screens/search.md
 * §3).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useId } from 'react';
import { offeredUnits, type TimeUnit } from '../../../machines/time-range/units.js';
import { Select } from '../../kit/select.js';
import { container, space, tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { useFieldStyles } from './field-styles.js';
import { pickerTexts } from './texts.js';

interface RelativeSide {
  /** Number in the field; null while the field is empty. */
  readonly value: number | null;
  readonly unit: TimeUnit;
  /** True leaves the side open: for the start it means all time, for the end now. */
  readonly open: boolean;
}

export interface RelativeFieldsProps {
  readonly from: RelativeSide;
  readonly until: RelativeSide;
  readonly onChange: (side: 'from' | 'until', value: RelativeSide) => void;
  readonly errors: { readonly from?: string | undefined; readonly until?: string | undefined };
  /** Longest allowed range in seconds; 0: no limit. */
  readonly limitSeconds: number;
  readonly presets: readonly { readonly key: string; readonly label: string; readonly chosen: boolean }[];
  readonly onPreset: (key: string) => void;
}

const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: `${space.xxl}px`,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: `${space.m}px` },
  },
  side: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  second: {
    paddingLeft: `${space.xxl}px`,
    borderLeft: `1px solid ${tokens.border.divider}`,
    [container.compact]: { paddingLeft: 0, borderLeft: 'none' },
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', height: '28px', marginBottom: '4px' },
  chips: { display: 'flex', flexWrap: 'wrap', gap: `${space.m}px` },
});

export function RelativeFields(props: RelativeFieldsProps) {
  const { from, until, onChange, errors, limitSeconds, presets, onPreset } = props;
  const styles = useStyles();
  const field = useFieldStyles();
  return (
    <>
      <div className={styles.sides}>
        <Side
          name={pickerTexts.from}
          side={from}
          openLabel={texts.timeRange.allTime}
          openBarred={limitSeconds > 0}
          error={errors.from}
          limitSeconds={limitSeconds}
          onChange={(value) => onChange('from', value)}
        />
        <Side
          name={pickerTexts.until}
          side={until}
          openLabel={texts.timeRange.now}
          openBarred={from.open}
          error={errors.until}
          limitSeconds={limitSeconds}
          onChange={(value) => onChange('until', value)}
          className={styles.second}
        />
      </div>
      <div role="group" aria-label={texts.timeRange.presets} className={styles.chips}>
        {presets.map(({ key, label, chosen }) => (
          <button
            key={key}
            type="button"
            aria-pressed={chosen}
            className={mergeClasses(field.chip, chosen && field.chipChosen)}
            onClick={() => onPreset(key)}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

interface SideProps {
  readonly name: string;
  readonly side: RelativeSide;
  readonly onChange: (side: RelativeSide) => void;
  readonly openLabel: string;
  readonly openBarred: boolean;
  readonly error: string | undefined;
  readonly limitSeconds: number;
  readonly className?: string;
}

function Side({ name, side, onChange, openLabel, openBarred, error, limitSeconds, className }: SideProps) {
  const styles = useStyles();
  const field = useFieldStyles();
  const errorId = useId();
  return (
    <fieldset className={mergeClasses(styles.side, className)} aria-label={name}>
      <div className={styles.head}>
        <span className={field.label}>{name}</span>
        <label className={field.check}>
          <input
            type="checkbox"
            checked={side.open}
            disabled={openBarred}
            onChange={(event) => onChange({ ...side, open: event.currentTarget.checked })}
          />
          {openLabel}
        </label>
      </div>
      <div className={field.row}>
        <input
          type="number"
          min={1}
          step={1}
          className={mergeClasses(field.input, field.number, error !== undefined && field.wrong)}
          aria-label={pickerTexts.value(name)}
          aria-invalid={error !== undefined}
          aria-describedby={errorId}
          disabled={side.open}
          value={side.value ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...side, value: value === '' ? null : Number(value) });
          }}
        />
        <Select
          className={field.select}
          aria-label={pickerTexts.unit(name)}
          disabled={side.open}
          options={offeredUnits(limitSeconds).map((unit) => ({ value: unit, label: pickerTexts.units[unit] }))}
          value={side.unit}
          onChange={(unit) => onChange({ ...side, unit })}
        />
        <span className={field.muted}>{pickerTexts.ago}</span>
      </div>
      <p id={errorId} className={field.error} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </fieldset>
  );
}
