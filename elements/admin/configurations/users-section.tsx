/** Renders a section with the session timeout that applies to all users. */
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { normalPeriod } from '../../../machines/time-range/searches-config-form.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Details } from '../../kit/detail-page/index.js';
import { PeriodField, periodProblem, periodSummary } from './fields.js';
import { ConfigSection, onOff } from './stored-section.js';
import { texts } from './texts.js';

const { users: words } = texts;

export function UsersSection(): ReactNode {
  return (
    <ConfigSection
      config="users"
      heading={words.heading}
      intro={words.intro}
      summary={({ enable_global_session_timeout: enabled, global_session_timeout_interval: interval }) => (
        <Details
          rows={[
            [words.enabled, onOff(enabled)],
            [words.interval, enabled ? periodSummary(interval) : texts.none],
          ]}
        />
      )}
      dialog={(stored, onClose) => <UsersDialog stored={stored} onClose={onClose} />}
    />
  );
}

interface UsersDialogProps {
  readonly stored: ConfigValues['users'];
  readonly onClose: () => void;
}

function UsersDialog({ stored, onClose }: UsersDialogProps): ReactNode {
  const form = useConfigForm<'users', { enabled: boolean; interval: string }>({
    key: 'users',
    stored,
    valuesOf: (config) => ({
      enabled: config.enable_global_session_timeout,
      interval: config.global_session_timeout_interval,
    }),
    bodyOf: ({ enabled, interval }) => ({
      enable_global_session_timeout: enabled,
      ...(enabled && { global_session_timeout_interval: normalPeriod(interval) }),
    }),
    check: ({ enabled, interval }) => ({
      interval: enabled ? periodProblem(interval, 1000, '1 second') : undefined,
    }),
    serverNames: { global_session_timeout_interval: 'interval' },
    onClose,
  });
  const { values, set, field } = form;
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      <Checkbox label={words.enable} checked={values.enabled} onChange={(enabled) => set({ enabled })} />
      <PeriodField
        label={words.interval}
        disabled={!values.enabled}
        value={values.interval}
        onChange={(interval) => set({ interval })}
        {...field('interval')}
      />
    </ConfigDialog>
  );
}
