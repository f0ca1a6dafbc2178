/** Renders settings in the embed dialog: content, appearance, what viewers may do, and how they sign in. */
import { makeStyles } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import { choicesOf, type EmbedChoices } from '../../machines/embed/choices.js';
import { Checkbox, Radio } from '../kit/checkbox.js';
import { Field } from '../kit/field.js';
import { Select } from '../kit/select.js';
import type { EmbedOffer, EmbedRequest } from '../kit/share-tools.js';
import { Tabs } from '../kit/tabs.js';
import { space } from '../kit/tokens.js';
import { texts } from './texts.js';

export interface SettingsProps {
  readonly offers: EmbedRequest['offers'];
  readonly offer: EmbedOffer;
  readonly onOffer: (offer: EmbedOffer) => void;
  readonly choices: EmbedChoices;
  readonly onChoices: (choices: EmbedChoices) => void;
}

const useStyles = makeStyles({
  group: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: `${space.s}px ${space.m}px` },
  list: { display: 'grid', gap: `${space.s}px` },
});

const optionsOf = (named: Readonly<Record<string, string>>) =>
  Object.entries(named).map(([value, label]) => ({ value, label }));

/**
 * Returns the options with an additional option for a value that is missing, such as a value chosen outside this
 * dialog.
 */
function withValue(options: ReturnType<typeof optionsOf>, value: string, label: string): ReturnType<typeof optionsOf> {
  return options.some((one) => one.value === value) ? options : [...options, { value, label }];
}

export function Settings({ offers, offer, onOffer, choices, onChoices }: SettingsProps): ReactNode {
  const styles = useStyles();
  const group = useId();
  const { tag, values } = offer.subject;
  const { hide, allow, range } = choicesOf[tag];
  const refresh = choices.refresh === undefined ? '' : String(choices.refresh);
  const isStored = values['viewId'] !== undefined;
  const set = (changed: Partial<EmbedChoices>): void => onChoices({ ...choices, ...changed });
  const switched = (words: readonly string[], word: string, on: boolean): readonly string[] =>
    on ? [...words, word] : words.filter((one) => one !== word);
  return (
    <>
      {offers.length > 1 && (
        <Field label={texts.shown} group>
          <Tabs
            kind="segments"
            label={texts.shown}
            tabs={offers.map(({ label }) => ({ key: label, label }))}
            active={offer.label}
            onChange={(label) => onOffer(offers.find((one) => one.label === label) ?? offer)}
          />
        </Field>
      )}
      <Field label={texts.theme}>
        <Select
          size="small"
          options={optionsOf(texts.themes)}
          value={choices.theme}
          onChange={(theme) => set({ theme: theme as EmbedChoices['theme'] })}
        />
      </Field>
      {range && (
        <>
          <Field label={texts.range}>
            <Select
              size="small"
              options={withValue(
                [{ value: '', label: isStored ? texts.ownRange : texts.defaultRange }, ...optionsOf(texts.ranges)],
                choices.range,
                texts.rangeOf(choices.range),
              )}
              value={choices.range}
              onChange={(chosen) => set({ range: chosen })}
            />
          </Field>
          <Field label={texts.refresh}>
            <Select
              size="small"
              // Objects iterate integer keys first, so the options are sorted explicitly.
              options={withValue(
                [
                  { value: '', label: tag === 'log-tv' ? texts.wallRefresh : texts.noRefresh },
                  ...optionsOf(texts.refreshes),
                ],
                refresh,
                texts.everySeconds(refresh),
              ).sort((one, other) => Number(one.value) - Number(other.value))}
              value={refresh}
              onChange={(seconds) => set({ refresh: seconds === '' ? undefined : Number(seconds) })}
            />
          </Field>
        </>
      )}
      {hide.length > 0 && (
        <Field label={texts.parts} group>
          <div className={styles.group}>
            {hide.map((part) => (
              <Checkbox
                key={part}
                label={texts.part[part as keyof typeof texts.part]}
                checked={!choices.hide.includes(part)}
                onChange={(shown) => set({ hide: switched(choices.hide, part, !shown) })}
              />
            ))}
          </div>
        </Field>
      )}
      {allow.length > 0 && (
        <Field label={texts.allow} group>
          <div className={styles.list}>
            {allow.map((word) => (
              <Checkbox
                key={word}
                label={texts.may[word as keyof typeof texts.may]}
                checked={choices.allow.includes(word)}
                onChange={(may) => set({ allow: switched(choices.allow, word, may) })}
              />
            ))}
          </div>
        </Field>
      )}
      <Field label={texts.access} group>
        <div className={styles.list}>
          {(['guests', 'people'] as const).map((access) => (
            <Radio
              key={access}
              name={group}
              label={texts[access]}
              checked={choices.access === access}
              onChoose={() => set({ access })}
            />
          ))}
        </div>
      </Field>
    </>
  );
}
