/** Renders facts about the replayed event above its search; conditions have the colours of their highlighting. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import type { EventDefinition } from '../../api/contract/event-definitions.js';
import type { Event } from '../../api/contract/events.js';
import type { HighlightingRule } from '../../api/contract/views.schema.js';
import { notificationTitlesQuery } from '../../api/queries/event-replay.js';
import {
  comparisonText,
  isChangedSince,
  ruleFor,
  withComparisonColor,
  type ReplayedComparison,
} from '../../machines/replay.js';
import { stateOf } from '../../machines/view/document.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { markColors } from '../kit/color-contrast.js';
import { ColorSwatch } from '../kit/color-swatch.js';
import { Details } from '../kit/detail-page/index.js';
import { ChevronDownIcon, ChevronRightIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { Timestamp } from '../kit/timestamp.js';
import { container, radius, space, tokens, type as textType } from '../kit/tokens.js';
import { useView, type ViewPageActor } from '../view-area/index.js';
import { texts, type ReplayedKind } from './texts.js';

export interface Replayed {
  /** The event; absent when a definition is replayed. */
  readonly event?: Event | undefined;
  readonly definition?: EventDefinition | undefined;
  /** Reason why the event's definition is unavailable. */
  readonly lack?: 'gone' | 'denied' | undefined;
}

export interface ReplayInfoProps extends Replayed {
  readonly page: ViewPageActor;
  readonly comparisons: readonly ReplayedComparison[];
}

const useStyles = makeStyles({
  bar: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
    gap: `${space.m}px`,
    marginBottom: `${space.xl}px`,
    padding: `${space.m}px ${space.xl}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
  },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${space.m}px ${space.xxl}px`,
    justifySelf: 'stretch',
    alignItems: 'start',
    paddingBottom: `${space.m}px`,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  notice: { gridColumn: '1 / -1' },
  link: {
    color: tokens.text.link,
    textDecorationLine: 'none',
    ':hover': { color: tokens.text.linkHover, textDecorationLine: 'underline' },
  },
  /** Aligns the text with the texts of the facts. */
  toggle: { marginLeft: `-${space.xl}px` },
  none: { color: tokens.text.tertiary },
  list: { display: 'grid', gap: `${space.s}px`, margin: 0, padding: 0, listStyleType: 'none' },
  condition: { display: 'flex', alignItems: 'center', gap: `${space.m}px`, minWidth: 0, ...textType.logSmall },
});

export function ReplayInfo({ page, comparisons, ...replayed }: ReplayInfoProps): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(true);
  const id = useId();
  const { event, definition, lack } = replayed;
  const kind: ReplayedKind = event ? (event.alert ? 'alert' : 'event') : 'event definition';
  return (
    <section className={styles.bar} aria-label={texts.label(kind)}>
      <Button
        size="small"
        appearance="subtle"
        className={styles.toggle}
        icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? texts.hide(kind) : texts.show(kind)}
      </Button>
      {open && (
        <div id={id} className={styles.facts}>
          {event && definition && isChangedSince(definition, event) && (
            <div className={styles.notice}>
              <Alert kind="warning">
                {texts.changed} {texts.changedAt} <Timestamp instant={definition.updated_at ?? ''} />.
              </Alert>
            </div>
          )}
          {lack && (
            <div className={styles.notice}>
              <Alert kind="warning">{texts[lack]}</Alert>
            </div>
          )}
          <Facts {...replayed} page={page} comparisons={comparisons} />
        </div>
      )}
    </section>
  );
}

type Rows = ComponentProps<typeof Details>['rows'];

function Facts({ page, event, definition, comparisons }: ReplayInfoProps): ReactNode {
  const when: Rows = event ? [[texts.timestamp, <Timestamp key="" instant={event.timestamp} format="complete" />]] : [];
  if (!definition) return <Details rows={when} />;
  const { config, priority, description } = definition;
  const times = 'execute_every_ms' in config ? config : undefined;
  const none = <None key="" />;
  return (
    <>
      <Details
        rows={[
          ...when,
          [texts.definition, event && <DefinitionLink key="" definition={definition} />],
          [texts.priority, texts.priorities[priority] ?? String(priority)],
          [texts.every, times?.execute_every_ms ? texts.duration(times.execute_every_ms) : none],
          [texts.within, times?.search_within_ms ? texts.duration(times.search_within_ms) : none],
        ]}
      />
      <Details
        rows={[
          [texts.description, description || none],
          [texts.notifications, <Notifications key="" definition={definition} />],
          [texts.conditions, <Conditions key="" page={page} comparisons={comparisons} />],
        ]}
      />
    </>
  );
}

function None(): ReactNode {
  const styles = useStyles();
  return <span className={styles.none}>{texts.none}</span>;
}

/** Renders a link if the console has the page, plain text otherwise. */
function Named({ route, children }: { readonly route: string; readonly children: ReactNode }): ReactNode {
  const styles = useStyles();
  const hasRoute = useHasRoute();
  if (!hasRoute(route)) return <span>{children}</span>;
  return (
    <Link className={styles.link} route={route} target="_blank">
      {children}
    </Link>
  );
}

const DefinitionLink = ({ definition: { id, title } }: { readonly definition: EventDefinition }): ReactNode => (
  <Named route={`/alerts/definitions/${encodeURIComponent(id)}`}>{title}</Named>
);

function Notifications({ definition }: { readonly definition: EventDefinition }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { notifications } = definition;
  const titles = useQuery({ ...notificationTitlesQuery(client), enabled: notifications.length > 0 });
  if (notifications.length === 0) return <None />;
  return (
    <ul className={styles.list}>
      {notifications.map(({ notification_id: id }) => (
        <li key={id}>
          {titles.data?.has(id) ? (
            <Named route={`/alerts/notifications/${encodeURIComponent(id)}`}>{titles.data.get(id)}</Named>
          ) : (
            // The id is shown for a notification that was deleted or that the user may not read.
            id
          )}
        </li>
      ))}
    </ul>
  );
}

function Conditions({ page, comparisons }: Pick<ReplayInfoProps, 'page' | 'comparisons'>): ReactNode {
  const styles = useStyles();
  const { readonly: readOnly } = useHostElement();
  const { view, document, queryId } = useView(page);
  if (comparisons.length === 0) return <None />;
  const rules = (document && stateOf(document, queryId).formatting?.highlighting) ?? [];
  return (
    <ul className={styles.list}>
      {comparisons.map((comparison) => {
        const text = comparisonText(comparison);
        const color = colorOf(ruleFor(rules as readonly HighlightingRule[], comparison));
        return (
          <li key={text} className={styles.condition}>
            <ColorSwatch
              label={texts.color(text)}
              color={color}
              shown={color && markColors(color).backgroundColor}
              {...(!readOnly && {
                onColor: (chosen: string) =>
                  view.send({
                    type: 'highlighting.changed',
                    rules: withComparisonColor(rules as readonly HighlightingRule[], comparison, chosen),
                  }),
              })}
            />
            {text}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the colour of a rule; undefined without a static colour. */
function colorOf(rule: HighlightingRule | undefined): string | undefined {
  const color = rule?.color;
  if (typeof color === 'string') return color;
  return color?.type === 'static' ? color.color : undefined;
}
