/**
 * Renders fields for a metric's unit and for the thresholds at which its values are highlighted. The preview shows
 * changes immediately, without a search.
 */
import { makeStyles } from '@griffel/react';
import { useState } from 'react';
import { units } from '../../../machines/pivot/units.js';
import { longestUnit, tidyLook, type MetricLook } from '../../../machines/view/metric-look.js';
import { Button } from '../../kit/button.js';
import { Combobox } from '../../kit/combobox.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { space } from '../../kit/tokens.js';
import { FormRow } from './form-row.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  open: { alignSelf: 'flex-start' },
  limits: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: `${space.xs}px`, width: '100%' },
  side: { gridColumn: '1 / -1' },
});

const unitOptions = units.map(({ symbol, title }) => ({ value: symbol, label: symbol, note: title }));

export interface LookFieldsProps {
  readonly look: MetricLook;
  readonly onChange: (look: MetricLook) => void;
}

export function LookFields({ look, onChange }: LookFieldsProps) {
  const styles = useStyles();
  const [open, setOpen] = useState(tidyLook(look) !== undefined);
  const { unit = '', thresholds = {} } = look;
  const { warning, critical, below = false } = thresholds;
  const limit = (changed: MetricLook['thresholds']) => onChange({ ...look, thresholds: { ...thresholds, ...changed } });
  if (!open) {
    return (
      <FormRow label="" group>
        <Button size="small" appearance="subtle" className={styles.open} onClick={() => setOpen(true)}>
          {texts.unitAndThresholds}
        </Button>
      </FormRow>
    );
  }
  return (
    <>
      <FormRow label={texts.unit} error={unit.length > longestUnit ? texts.longUnit(longestUnit) : undefined}>
        <Combobox
          options={unitOptions}
          value={unit}
          placeholder={texts.noUnit}
          onChange={(next) => onChange({ ...look, unit: next === '' ? undefined : next })}
        />
      </FormRow>
      <FormRow label={texts.thresholds} group>
        <div className={styles.limits}>
          <Select
            className={styles.side}
            aria-label={texts.thresholdSide}
            options={[
              { value: 'above', label: texts.atOrAbove },
              { value: 'below', label: texts.atOrBelow },
            ]}
            value={below ? 'below' : 'above'}
            onChange={(side) => limit({ below: side === 'below' })}
          />
          <NumberInput
            aria-label={texts.warningThreshold}
            placeholder={texts.warning}
            step="any"
            value={warning}
            onChange={(value) => limit({ warning: value })}
          />
          <NumberInput
            aria-label={texts.criticalThreshold}
            placeholder={texts.critical}
            step="any"
            value={critical}
            onChange={(value) => limit({ critical: value })}
          />
        </div>
      </FormRow>
    </>
  );
}
