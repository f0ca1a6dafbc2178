/** Renders a section that determines which threat-intelligence lists are used. */
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Details } from '../../kit/detail-page/index.js';
import { ConfigSection, onOff } from './stored-section.js';
import { texts } from './texts.js';

const { threats: words } = texts;

export function ThreatsSection(): ReactNode {
  return (
    <ConfigSection
      config="threatIntel"
      heading={words.heading}
      intro={words.intro}
      summary={(config) => (
        <Details
          rows={[
            [words.tor, onOff(config.tor_enabled)],
            [words.spamhaus, onOff(config.spamhaus_enabled)],
          ]}
        />
      )}
      dialog={(stored, onClose) => <ThreatsDialog stored={stored} onClose={onClose} />}
    />
  );
}

interface ThreatsDialogProps {
  readonly stored: ConfigValues['threatIntel'];
  readonly onClose: () => void;
}

function ThreatsDialog({ stored, onClose }: ThreatsDialogProps): ReactNode {
  const form = useConfigForm<'threatIntel', { tor: boolean; spamhaus: boolean }>({
    key: 'threatIntel',
    stored,
    valuesOf: (config) => ({ tor: config.tor_enabled, spamhaus: config.spamhaus_enabled }),
    bodyOf: ({ tor, spamhaus }) => ({ tor_enabled: tor, spamhaus_enabled: spamhaus }),
    onClose,
  });
  const { values, set } = form;
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      <Checkbox label={words.torField} checked={values.tor} onChange={(tor) => set({ tor })} />
      <Checkbox label={words.spamhausField} checked={values.spamhaus} onChange={(spamhaus) => set({ spamhaus })} />
    </ConfigDialog>
  );
}
