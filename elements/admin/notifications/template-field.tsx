/** Renders a field for a template, which shows errors while the user types, and a preview with an event. */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import {
  knowsTemplatesQuery,
  newestEventsQuery,
  templatePreviewQuery,
} from '../../../api/queries/event-notifications.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { CodeField } from '../../kit/form/index.js';
import { formatDate } from '../../kit/format.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { Select } from '../../kit/select.js';
import { shortText } from '../../kit/short-text.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { texts } from './texts.js';
import type { Escape } from './types.js';

const { templates: words } = texts;

/** Milliseconds between the last change of the template and its validation. */
const delayMs = 400;
/** Maximum number of characters of an event's message in the list of events. */
const longestMessage = 80;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  shown: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '8px',
    padding: '12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
  },
  text: {
    margin: 0,
    maxHeight: '260px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
  note: { color: tokens.text.secondary, ...type.body },
});

/** The event and the time zone with which all templates of a form are previewed. */
export interface TriedOn {
  /** Id of the previewed event; undefined for the built-in sample event. */
  readonly eventId: string | undefined;
  readonly onEvent: (eventId: string | undefined) => void;
  /** IANA name of the time zone of the times in the preview. */
  readonly zone: string;
}

export interface TemplateFieldProps {
  readonly label: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly help?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** True for a single-line template. */
  readonly short: boolean;
  /** Selects the escaping of values that replace placeholders of the template. */
  readonly escape: Escape;
  readonly triedOn: TriedOn;
}

export function TemplateField({
  value,
  onChange,
  short,
  escape,
  triedOn,
  error,
  ...around
}: TemplateFieldProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [first] = useState(value);
  const { data: isKnown = false } = useQuery(knowsTemplatesQuery(client));
  const template = useDebounced(value, delayMs);
  const { eventId, zone } = triedOn;
  const preview = useQuery({
    ...templatePreviewQuery(client, {
      template,
      escape,
      time_zone: zone,
      ...(eventId !== undefined && { event_id: eventId }),
    }),
    // A template that is unchanged is not validated again, unless its preview is open.
    enabled: isKnown && template !== '' && (open || template !== first),
    placeholderData: keepPreviousData,
  });
  const problem =
    template === value && template !== '' && !preview.isPlaceholderData ? preview.data?.problem : undefined;
  const wrong = error ?? (problem ? words.problem(problem.line, problem.column, problem.message) : undefined);
  return (
    <div className={styles.root}>
      {short ? (
        <Field {...around} error={wrong}>
          <Input value={value} onChange={onChange} />
        </Field>
      ) : (
        <CodeField {...around} error={wrong} value={value} onChange={onChange} />
      )}
      {isKnown && (
        <div>
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={open}
            aria-controls={id}
            aria-label={open ? words.hideOf(around.label) : words.previewOf(around.label)}
            onClick={() => setOpen(!open)}
          >
            {open ? words.hide : words.preview}
          </Button>
        </div>
      )}
      {open && (
        <div id={id} className={styles.shown} role="region" aria-label={words.previewOf(around.label)}>
          <EventChoice triedOn={triedOn} />
          {value === '' ? (
            <p className={styles.note}>{words.empty}</p>
          ) : preview.error && !preview.isFetching ? (
            <Alert kind="danger">{words.failed(reasonOf(preview.error))}</Alert>
          ) : preview.data === undefined ? (
            <Loading />
          ) : preview.data.problem ? (
            <p className={styles.note}>{words.unreadable}</p>
          ) : (
            <>
              <pre className={styles.text} aria-busy={preview.isFetching} tabIndex={0}>
                {preview.data.text}
              </pre>
              {preview.data.cut && <p className={styles.note}>{words.cut}</p>}
            </>
          )}
        </div>
      )}
    </div>
  );
}

const ofTests = '';

function EventChoice({ triedOn: { eventId, onEvent } }: { readonly triedOn: TriedOn }): ReactNode {
  const { client } = useConnection();
  const { timezone } = useHostElement();
  const { data: events = [] } = useQuery(newestEventsQuery(client));
  const options = events.map(({ id, message, timestamp }) => ({
    value: id,
    label: `${formatDate(timestamp, timezone)} ${shortText(message, longestMessage).text}`,
  }));
  return (
    <Field label={words.event}>
      <Select
        size="small"
        options={[{ value: ofTests, label: words.ofTests }, ...options]}
        value={eventId ?? ofTests}
        onChange={(chosen) => onEvent(chosen === ofTests ? undefined : chosen)}
      />
    </Field>
  );
}
