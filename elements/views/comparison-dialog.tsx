/** Renders a dialog to choose the earlier time range with which charts, tables and single numbers are compared. */
import { makeStyles } from '@griffel/react';
import { useId, useState, type ReactNode } from 'react';
import { agoOf, agoUnits, secondsOf, type AgoUnit } from '../../machines/comparison/ago.js';
import { mostSecondsAgo, type Comparison } from '../../machines/comparison/choice.js';
import { Button } from '../kit/button.js';
import { Radio } from '../kit/checkbox.js';
import { Dialog } from '../kit/dialog.js';
import { NumberInput } from '../kit/number-input.js';
import { Select } from '../kit/select.js';
import { space } from '../kit/tokens.js';
import { comparisonWanted } from '../widgets/comparison.js';
import { dialogTexts } from './dialog-texts.js';

const texts = dialogTexts.comparison;

const useStyles = makeStyles({
  choices: { display: 'grid', gap: `${space.s}px` },
  own: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: `${space.s}px` },
  count: { width: '96px' },
  help: { margin: `0 0 ${space.m}px` },
});

type Choice = 'none' | 'previous' | 'day' | 'week' | 'own';
const fixed: Readonly<Record<'day' | 'week', number>> = { day: 86_400, week: 604_800 };

function choiceOf(comparison: Comparison | undefined): Choice {
  if (!comparison) return 'none';
  if (comparison.type === 'previous') return 'previous';
  return comparison.seconds === fixed.day ? 'day' : comparison.seconds === fixed.week ? 'week' : 'own';
}

export function ComparisonDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const styles = useStyles();
  const name = useId();
  const [before] = useState(comparisonWanted.get);
  const [choice, setChoice] = useState(choiceOf(before));
  const ago = agoOf(before?.type === 'ago' ? before.seconds : 2 * fixed.day);
  const [count, setCount] = useState<number | undefined>(ago.count);
  const [unit, setUnit] = useState<AgoUnit>(ago.unit);
  const most = Math.floor(mostSecondsAgo / secondsOf(unit));
  const isWrong = choice === 'own' && !(count !== undefined && Number.isInteger(count) && count >= 1 && count <= most);
  const submit = (): void => {
    if (isWrong) return;
    comparisonWanted.set(comparison());
    onClose();
  };
  function comparison(): Comparison | undefined {
    switch (choice) {
      case 'none':
        return undefined;
      case 'previous':
        return { type: 'previous' };
      case 'own':
        return { type: 'ago', seconds: (count ?? 1) * secondsOf(unit) };
      default:
        return { type: 'ago', seconds: fixed[choice] };
    }
  }
  const radio = (id: Choice, label: string): ReactNode => (
    <Radio key={id} name={name} label={label} checked={choice === id} onChoose={() => setChoice(id)} />
  );
  return (
    <Dialog
      open
      size="small"
      title={texts.title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" appearance="primary" disabled={isWrong} disabledReason={texts.wrong(most)}>
            {texts.apply}
          </Button>
        </>
      }
    >
      <p className={styles.help}>{texts.help}</p>
      <div className={styles.choices} role="radiogroup" aria-label={texts.title}>
        {radio('none', texts.none)}
        {radio('previous', texts.previous)}
        {radio('day', texts.day)}
        {radio('week', texts.week)}
        <div className={styles.own}>
          {radio('own', texts.own)}
          <NumberInput
            aria-label={texts.count}
            className={styles.count}
            value={count}
            min={1}
            max={most}
            step={1}
            onChange={(value) => {
              setChoice('own');
              setCount(value);
            }}
          />
          <Select
            aria-label={texts.unit}
            value={unit}
            options={agoUnits.map((one) => ({ value: one.unit, label: texts.units[one.unit] }))}
            onChange={(value) => {
              setChoice('own');
              setUnit(value);
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}
