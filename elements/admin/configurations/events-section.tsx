/** Renders a section with the settings of event searches and notifications. */
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Details } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { formatNumber } from '../../kit/format.js';
import { NumberInput } from '../../kit/number-input.js';
import { AmountField, amountOf, msOf, type Amount, type Unit } from './fields.js';
import { ConfigSection, onOff } from './stored-section.js';
import { texts } from './texts.js';

const { events: words } = texts;

/** Units of durations, largest first. */
const units: readonly Unit[] = ['hours', 'minutes', 'seconds'];
/** Initial value of the catch-up window when the user switches it on. */
const usualWindow: Amount = { value: 1, unit: 'hours' };

function periodText(ms: number): string {
  const { value, unit } = amountOf(ms, units);
  return texts.quantity(value, texts.units[unit]);
}

export function EventsSection(): ReactNode {
  return (
    <ConfigSection
      config="events"
      heading={words.heading}
      intro={words.intro}
      summary={(config) => (
        <Details
          rows={[
            [words.timeout, periodText(config.events_search_timeout)],
            [words.retry, periodText(config.events_notification_retry_period)],
            [words.backlog, formatNumber(config.events_notification_default_backlog)],
            [words.catchUp, config.events_catchup_window > 0 ? periodText(config.events_catchup_window) : texts.off],
            [words.keepAliveFor, onOff(config.events_notification_tcp_keepalive)],
          ]}
        />
      )}
      dialog={(stored, onClose) => <EventsDialog stored={stored} onClose={onClose} />}
    />
  );
}

interface EventsValues {
  readonly timeout: Amount;
  readonly retry: Amount;
  readonly backlog: number | undefined;
  readonly catchesUp: boolean;
  readonly catchUp: Amount;
  readonly keepAlive: boolean;
}

interface EventsDialogProps {
  readonly stored: ConfigValues['events'];
  readonly onClose: () => void;
}

function EventsDialog({ stored, onClose }: EventsDialogProps): ReactNode {
  const form = useConfigForm<'events', EventsValues>({
    key: 'events',
    stored,
    valuesOf: (config) => ({
      timeout: amountOf(config.events_search_timeout, units),
      retry: amountOf(config.events_notification_retry_period, units),
      backlog: config.events_notification_default_backlog,
      catchesUp: config.events_catchup_window > 0,
      catchUp: config.events_catchup_window > 0 ? amountOf(config.events_catchup_window, units) : usualWindow,
      keepAlive: config.events_notification_tcp_keepalive,
    }),
    bodyOf: (values) => ({
      events_search_timeout: msOf(values.timeout),
      events_notification_retry_period: msOf(values.retry),
      events_notification_default_backlog: values.backlog ?? 0,
      events_catchup_window: values.catchesUp ? msOf(values.catchUp) : 0,
      events_notification_tcp_keepalive: values.keepAlive,
    }),
    check: ({ timeout, retry, backlog, catchesUp, catchUp }) => ({
      timeout: msOf(timeout) < 1000 ? texts.atLeast('1 second') : undefined,
      retry: retry.value === undefined || retry.value < 0 ? texts.number : undefined,
      backlog: Number.isInteger(backlog) && Number(backlog) >= 0 ? undefined : texts.number,
      catchUp: catchesUp && msOf(catchUp) < 1000 ? texts.atLeast('1 second') : undefined,
    }),
    serverNames: {
      events_search_timeout: 'timeout',
      events_notification_retry_period: 'retry',
      events_notification_default_backlog: 'backlog',
      events_catchup_window: 'catchUp',
    },
    onClose,
  });
  const { values, set, field } = form;
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      <AmountField
        label={words.timeout}
        help={words.timeoutHelp}
        units={units}
        amount={values.timeout}
        onChange={(timeout) => set({ timeout })}
        {...field('timeout')}
      />
      <AmountField
        label={words.retry}
        help={words.retryHelp}
        units={units}
        min={0}
        amount={values.retry}
        onChange={(retry) => set({ retry })}
        {...field('retry')}
      />
      <Field label={words.backlog} required help={words.backlogHelp} {...field('backlog')}>
        <NumberInput min={0} value={values.backlog} onChange={(backlog) => set({ backlog })} />
      </Field>
      <Checkbox label={words.catchUpOn} checked={values.catchesUp} onChange={(catchesUp) => set({ catchesUp })} />
      <AmountField
        label={words.catchUp}
        help={words.catchUpHelp}
        units={units}
        disabled={!values.catchesUp}
        amount={values.catchUp}
        onChange={(catchUp) => set({ catchUp })}
        {...field('catchUp')}
      />
      <Checkbox label={words.keepAlive} checked={values.keepAlive} onChange={(keepAlive) => set({ keepAlive })} />
    </ConfigDialog>
  );
}
