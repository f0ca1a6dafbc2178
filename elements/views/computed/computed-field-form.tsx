/**
 * Renders the form that adds computed fields or changes one; it shows the values that the server computes from sample
 * texts.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  computedKinds,
  longestComputedPattern,
  mostComputedSamples,
  type ComputedKind,
  type ComputedPreviewBody,
} from '../../../api/contract/computed-fields.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { computedPreviewQuery } from '../../../api/queries/computed-fields.js';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import {
  grokCapture,
  isComputedName,
  isNumberText,
  numericCaptures,
  suggestedName,
  type ComputedField,
} from '../../../machines/computed-fields.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Combobox } from '../../kit/combobox.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { useCloseGuard } from '../../kit/form/use-close-guard.js';
import { formatNumber } from '../../kit/format.js';
import { Input } from '../../kit/input.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { computedTexts } from './texts.js';

const words = computedTexts.form;
/** Milliseconds between the last keystroke and the request for values. */
const previewAfterMs = 300;

/** Number of messages whose texts are shown as samples at once. */
const shownSamples = 3;
/** Maximum number of characters of a text from a message that the form shows; the server gets the whole text. */
const longestShown = 1_000;

/** Returns the distinct texts of a field in messages, without blank texts. */
const textsOf = (messages: ComputedFieldFormProps['messages'], field: string): readonly string[] => [
  ...new Set(
    messages.flatMap((message) => {
      const text = Object.hasOwn(message, field) ? message[field] : undefined;
      return typeof text === 'string' && text.trim() !== '' ? [text] : [];
    }),
  ),
];

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';

/** Returns texts as the form shows them: each as one line of at most `longestShown` characters. */
const asLines = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/\s+/g, ' ').slice(0, longestShown)).join('\n');

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
  list: { margin: 0, padding: 0, listStyleType: 'none', ...type.body, overflowWrap: 'anywhere' },
  none: { color: tokens.text.tertiary },
});

export interface ComputedFieldFormProps {
  /** Field that is changed; absent: fields are added. */
  readonly changed?: ComputedField | undefined;
  /** Names of the other fields that the view computes already. */
  readonly taken: readonly string[];
  /** Number of fields that may still be added. */
  readonly left: number;
  /** Messages on the page; the texts of their source field are the samples until the user writes others. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly onBack: () => void;
  readonly onTake: (added: readonly ComputedField[]) => void;
}

export function ComputedFieldForm(props: ComputedFieldFormProps): ReactNode {
  const { changed, taken, left, messages, onBack, onTake } = props;
  const styles = useStyles();
  const { client } = useConnection();
  const [kind, setKind] = useState<ComputedKind>(changed?.kind ?? 'regex');
  const [source, setSource] = useState(changed?.source ?? 'message');
  const [pattern, setPattern] = useState(changed?.pattern ?? '');
  const found = textsOf(messages, source);
  const [ownSamples, setSamples] = useState<string>();
  const [first, setFirst] = useState(0);
  const ofMessages = found.slice(first, first + shownSamples);
  const [ownName, setName] = useState(changed?.name);
  const name = ownName ?? suggestedName(kind, pattern);
  // The type in a grok pattern makes a field a number by itself, so it does not count as a choice of the user.
  const [wasNumber] = useState(
    () =>
      changed?.number === true &&
      !numericCaptures(changed.kind, changed.pattern).has(grokCapture(changed.pattern, changed.capture) ?? ''),
  );
  const [number, setNumber] = useState(wasNumber);
  const [tried, setTried] = useState(false);
  const { data: stored = [], isFetching } = useQuery(allFieldsQuery(client));
  // The server computes values from the stored texts, which may contain several lines and more spaces than the form
  // shows.
  const texts = ownSamples?.split('\n').filter((line) => line.trim() !== '') ?? ofMessages;
  const previewed = JSON.stringify({ kind, pattern, texts: texts.slice(0, mostComputedSamples) });
  /** Request whose values are shown, as JSON, so that the same request after another keystroke is not sent again. */
  const requested = useDebounced(previewed, previewAfterMs);
  // Cast: this component has serialised the request itself, so the type of the text is known.
  const request = JSON.parse(requested) as ComputedPreviewBody;
  const isTooLong = (text: string): boolean => text.length > longestComputedPattern;
  const preview = useQuery({
    ...computedPreviewQuery(client, request),
    enabled: request.pattern !== '' && !isTooLong(request.pattern),
  });
  const patternError = isTooLong(pattern)
    ? words.patternTooLong(formatNumber(longestComputedPattern), formatNumber(pattern.length))
    : preview.error
      ? reasonOf(preview.error)
      : undefined;
  const captures = preview.data?.fields ?? [];
  const named = captures.filter((one) => one.name !== '');
  const numeric = numericCaptures(kind, pattern);
  const isNumeric = (capture: string): boolean => number || numeric.has(capture);
  // A changed field keeps its capture; the other captures of its pattern are fields of their own, or were removed.
  const kept = named.filter((one) => one.name === changed?.capture);
  const used = kept.length > 0 ? kept : named;
  const isNamed = named.length > 0;
  const isTyped = isNamed && used.every((one) => numeric.has(one.name));
  // The type in the pattern overrides the checkbox, even if the user clicked it before the server named the captures.
  if (isTyped && number) setNumber(false);
  const names = isNamed ? used.map((one) => one.name).slice(0, left) : [name.trim()];
  const [label, help] = computedTexts.patterns[kind];
  const isKnown = (own: string): boolean =>
    taken.includes(own) || (own !== changed?.name && stored.some((one) => one.name === own));
  const nameError = names.some((own) => !isComputedName(own))
    ? words.nameInvalid
    : names.some(isKnown)
      ? words.nameTaken
      : undefined;
  const ready = preview.isSuccess && requested === previewed;
  const isDirty =
    pattern !== (changed?.pattern ?? '') ||
    number !== wasNumber ||
    !isBlank(ownSamples) ||
    (changed !== undefined && (kind !== changed.kind || source !== changed.source || name !== changed.name));
  useLeaveGuard(() => isDirty);
  const close = useCloseGuard(isDirty, onBack);
  const take = (): void => {
    setTried(true);
    if (!ready || nameError !== undefined || source.trim() === '') return;
    const common = { kind, source: source.trim(), pattern };
    onTake(
      names.map((own) => ({
        ...{ name: own, ...common },
        ...(isNamed && { capture: own }),
        ...(isNumeric(own) && { number: true }),
      })),
    );
  };
  return (
    <Dialog
      open
      size="medium"
      title={changed ? words.editTitle(changed.name) : words.title}
      onClose={close}
      onSubmit={take}
      footer={
        <>
          <Button onClick={onBack}>{words.back}</Button>
          <Button type="submit" appearance="primary" disabled={!ready}>
            {changed ? words.change : words.take}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Field label={words.kind}>
          <Select
            options={computedKinds.map((one) => ({ value: one, label: computedTexts.kinds[one] }))}
            value={kind}
            onChange={setKind}
          />
        </Field>
        <Field label={words.source} required>
          <Combobox
            mono
            completes
            options={stored.map((one) => ({ value: one.name, label: one.name }))}
            value={source}
            loading={isFetching}
            onChange={(next) => {
              setSource(next);
              setFirst(0);
            }}
          />
        </Field>
        <Field label={label} help={help} error={patternError} required>
          <Input mono value={pattern} onChange={setPattern} />
        </Field>
        <Field
          label={words.samples}
          help={words.samplesHelp}
          error={texts.length > mostComputedSamples ? words.manySamples(mostComputedSamples, texts.length) : undefined}
          optional
        >
          <Textarea mono rows={shownSamples} value={ownSamples ?? asLines(ofMessages)} onChange={setSamples} />
        </Field>
        {found.length > shownSamples && isBlank(ownSamples) && (
          <div>
            <Button
              size="small"
              onClick={() => {
                setSamples(undefined);
                setFirst(first + shownSamples < found.length ? first + shownSamples : 0);
              }}
            >
              {words.otherSamples}
            </Button>
          </div>
        )}
        {captures.length > 0 && texts.length > 0 && (
          <Field label={words.preview} group>
            <ul className={styles.list}>
              {captures.map((one) => (
                <li key={one.name}>
                  {one.name !== '' && `${one.name}: `}
                  {one.values.map((value, at) => (
                    <span key={at} className={value === null ? styles.none : undefined}>
                      {at > 0 && ' · '}
                      {value === null
                        ? words.nothing
                        : isNumeric(one.name) && !isNumberText(value)
                          ? words.noNumber(value)
                          : value}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </Field>
        )}
        {isNamed ? (
          <>
            <Field label={words.names(names.length)} group>
              <span className={styles.list}>{names.join(', ')}</span>
            </Field>
            {tried && nameError !== undefined && <p role="alert">{nameError}</p>}
          </>
        ) : (
          <Field label={words.name} error={tried ? nameError : undefined} required>
            <Input mono value={name} maxLength={256} onChange={setName} />
          </Field>
        )}
        <Checkbox label={words.number} checked={number || isTyped} disabled={isTyped} onChange={setNumber} />
      </div>
    </Dialog>
  );
}
