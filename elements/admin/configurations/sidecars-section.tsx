/**
 * Renders a section with the settings of sidecars, such as the reporting interval and the time until a sidecar counts
 * as silent.
 */
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { normalPeriod } from '../../../machines/time-range/searches-config-form.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Details } from '../../kit/detail-page/index.js';
import { PeriodField, periodMs, periodProblem, periodSummary } from './fields.js';
import { ConfigSection, onOff } from './stored-section.js';
import { texts } from './texts.js';

const { sidecars: words } = texts;

export function SidecarsSection(): ReactNode {
  return (
    <ConfigSection
      config="sidecars"
      heading={words.heading}
      intro={words.intro}
      summary={(config) => (
        <Details
          rows={[
            [words.inactive, periodSummary(config.sidecar_inactive_threshold)],
            [words.expiration, periodSummary(config.sidecar_expiration_threshold)],
            [words.interval, periodSummary(config.sidecar_update_interval)],
            [words.status, onOff(config.sidecar_send_status)],
            [words.override, onOff(config.sidecar_configuration_override)],
          ]}
        />
      )}
      dialog={(stored, onClose) => <SidecarsDialog stored={stored} onClose={onClose} />}
    />
  );
}

interface SidecarValues {
  readonly inactive: string;
  readonly expiration: string;
  readonly interval: string;
  readonly status: boolean;
  readonly override: boolean;
}

function check({ inactive, expiration, interval }: SidecarValues) {
  const shortest = Math.min(periodMs(inactive) ?? Infinity, periodMs(expiration) ?? Infinity);
  const late = (periodMs(interval) ?? 0) >= shortest ? words.intervalLate : undefined;
  return {
    inactive: periodProblem(inactive, 1000, '1 second'),
    expiration: periodProblem(expiration, 60_000, '1 minute'),
    interval: periodProblem(interval, 1000, '1 second') ?? late,
  };
}

interface SidecarsDialogProps {
  readonly stored: ConfigValues['sidecars'];
  readonly onClose: () => void;
}

function SidecarsDialog({ stored, onClose }: SidecarsDialogProps): ReactNode {
  const form = useConfigForm<'sidecars', SidecarValues>({
    key: 'sidecars',
    stored,
    valuesOf: (config) => ({
      inactive: config.sidecar_inactive_threshold,
      expiration: config.sidecar_expiration_threshold,
      interval: config.sidecar_update_interval,
      status: config.sidecar_send_status,
      override: config.sidecar_configuration_override,
    }),
    bodyOf: (values) => ({
      sidecar_inactive_threshold: normalPeriod(values.inactive),
      sidecar_expiration_threshold: normalPeriod(values.expiration),
      sidecar_update_interval: normalPeriod(values.interval),
      sidecar_send_status: values.status,
      sidecar_configuration_override: values.override,
    }),
    check,
    serverNames: {
      sidecar_inactive_threshold: 'inactive',
      sidecar_expiration_threshold: 'expiration',
      sidecar_update_interval: 'interval',
    },
    onClose,
  });
  const { values, set, field } = form;
  const period = (name: 'inactive' | 'expiration' | 'interval', help: string) => (
    <PeriodField
      label={words[name]}
      help={help}
      value={values[name]}
      onChange={(text) => set({ [name]: text })}
      {...field(name)}
    />
  );
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      {period('inactive', words.inactiveHelp)}
      {period('expiration', words.expirationHelp)}
      {period('interval', words.intervalHelp)}
      <Checkbox label={words.status} checked={values.status} onChange={(status) => set({ status })} />
      <Checkbox label={words.override} checked={values.override} onChange={(override) => set({ override })} />
    </ConfigDialog>
  );
}
