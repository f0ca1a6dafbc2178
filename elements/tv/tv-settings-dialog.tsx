/**
 * Renders a dialog that starts the wall display, with its settings: intervals, pages and announcements of alerts
 * (screens/dashboards-sharing-alerts.md §6.6 "Configuration modal").
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { defaultTvSettings } from '../../machines/tv-display.js';
import { tvRoute } from '../../machines/tv-route.js';
import { queryIds, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { pageTitle } from '../../machines/view/titles.js';
import { Button } from '../kit/button.js';
import { Checkbox } from '../kit/checkbox.js';
import { Dialog } from '../kit/dialog.js';
import { Field } from '../kit/field.js';
import { NumberInput } from '../kit/number-input.js';
import { shareToolTexts } from '../kit/share-tools.js';
import { texts } from './texts.js';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px', paddingTop: '4px' } });

export interface TvSettingsDialogProps {
  readonly document: ViewDocument;
  readonly onClose: () => void;
  /** Called with the values of `log-tv`'s attributes by property name; if undefined, embedding is not offered. */
  readonly onEmbed?: (values: Readonly<Record<string, string>>) => void;
  /** Called with the route of the wall display that the user has configured. */
  readonly onStart: (route: string) => void;
}

const isSeconds = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1;

export function TvSettingsDialog({ document, onClose, onEmbed, onStart }: TvSettingsDialogProps): ReactNode {
  const styles = useStyles();
  const pages = queryIds(document).map((id, index) => pageTitle(stateOf(document, id), index));
  const [refresh, setRefresh] = useState<number | undefined>(defaultTvSettings.refreshMs / 1_000);
  const [interval, setInterval] = useState<number | undefined>(defaultTvSettings.intervalMs / 1_000);
  const [tabs, setTabs] = useState<readonly number[]>(() => pages.map((_, index) => index));
  const [sound, setSound] = useState(false);
  const [badge, setBadge] = useState(false);
  const valid = isSeconds(refresh) && isSeconds(interval) && tabs.length > 0;
  const start = () => {
    if (valid) onStart(tvRoute(document.view.id, { interval, refresh, tabs, pages: pages.length, sound, badge }));
  };
  return (
    <Dialog
      open
      size="small"
      title={texts.settings.title}
      onClose={onClose}
      onSubmit={start}
      footer={
        <>
          {onEmbed && (
            <Button
              appearance="subtle"
              disabled={!valid}
              onClick={() =>
                onEmbed({
                  interval: String(interval),
                  refresh: String(refresh),
                  ...(tabs.length < pages.length && { tabs: [...tabs].sort((one, other) => one - other).join(',') }),
                })
              }
            >
              {shareToolTexts.embed}
            </Button>
          )}
          <Button onClick={onClose}>{texts.settings.cancel}</Button>
          <Button type="submit" appearance="primary" disabled={!valid}>
            {texts.settings.start}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label={texts.settings.refresh}
          help={texts.settings.refreshHelp}
          error={isSeconds(refresh) ? undefined : texts.settings.required}
        >
          <NumberInput value={refresh} onChange={setRefresh} min={1} step={1} required />
        </Field>
        <Field label={texts.settings.tabs} group error={tabs.length > 0 ? undefined : texts.settings.tabsMissing}>
          {pages.map((title, index) => (
            <Checkbox
              key={index}
              label={title}
              checked={tabs.includes(index)}
              onChange={(chosen) => setTabs(chosen ? [...tabs, index] : tabs.filter((other) => other !== index))}
            />
          ))}
        </Field>
        <Field
          label={texts.settings.cycle}
          help={texts.settings.cycleHelp}
          error={isSeconds(interval) ? undefined : texts.settings.required}
        >
          <NumberInput value={interval} onChange={setInterval} min={1} step={1} required />
        </Field>
        <Field label={texts.settings.alerts} group help={texts.settings.alertsHelp}>
          <Checkbox label={texts.settings.sound} checked={sound} onChange={setSound} />
          <Checkbox label={texts.settings.badge} checked={badge} onChange={setBadge} />
        </Field>
      </div>
    </Dialog>
  );
}
