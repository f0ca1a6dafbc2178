/**
 * Renders a replay page: an unsaved search created from an event or event definition
 * (screens/dashboards-sharing-alerts.md §11).
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { AggregationConfig, EventDefinition } from '../../api/contract/event-definitions.js';
import type { Event } from '../../api/contract/events.js';
import type { Decorator } from '../../api/contract/searches.js';
import { Forbidden, NotFound } from '../../api/failures.js';
import { decoratorsQuery } from '../../api/queries/decorators.js';
import { replayedDefinitionQuery, replayedEventQuery } from '../../api/queries/event-replay.js';
import { replayedView, replayOfDefinition, replayOfEvent, type ReplayedSearch } from '../../machines/replay.js';
import { randomIds } from '../../machines/view/ids.js';
import type { WidgetModeAddress } from '../../machines/widget-mode.js';
import { useConnection, usePermission, useUsername } from '../element/connection-context.js';
import { usePageTitle } from '../element/page-title.js';
import { EmptyState } from '../kit/empty-state.js';
import { useToasts } from '../kit/feedback.js';
import { AlertIcon } from '../kit/icons.js';
import { Loading } from '../kit/loading.js';
import { randomHighlightColor } from '../kit/palettes.js';
import { LogSearch, type SearchOrigin } from '../search/index.js';
import { ReplayInfo, type Replayed } from './replay-info.js';
import { texts } from './texts.js';

interface ShownProps {
  /** Focused widget from the address. */
  readonly widgetMode: WidgetModeAddress;
  readonly hasRoute: (route: string) => boolean;
}

export function EventReplay({ eventId, ...shown }: ShownProps & { readonly eventId: string }): ReactNode {
  const { client } = useConnection();
  const decorators = useDecorators();
  const { data: event, error } = useQuery(replayedEventQuery(client, eventId));
  const definitionId = event?.event_definition_id ?? '';
  const mayRead = usePermission(`eventdefinitions:read:${definitionId}`);
  const definition = useQuery({
    ...replayedDefinitionQuery(client, definitionId),
    enabled: event !== undefined && mayRead,
  });
  usePageTitle(event && `${texts.eventTitle}: ${event.message}`);
  const missing = definition.error;
  const isGone = !mayRead || missing instanceof NotFound || missing instanceof Forbidden;
  if (error) return <Failed error={error} title={texts.eventMissingTitle} text={texts.eventMissing(eventId)} />;
  if (missing && !isGone) return <Failed error={missing} />;
  if (!event || !decorators || (definition.isFetching && !isGone)) return <Loading />;
  const lack = missing instanceof NotFound ? 'gone' : isGone ? 'denied' : undefined;
  return (
    <OfEvent
      event={event}
      definition={isGone ? undefined : definition.data}
      lack={lack}
      {...{ decorators }}
      {...shown}
    />
  );
}

export function DefinitionReplay({
  definitionId,
  ...shown
}: ShownProps & { readonly definitionId: string }): ReactNode {
  const { client } = useConnection();
  const decorators = useDecorators();
  const { data: definition, error, isFetching } = useQuery(replayedDefinitionQuery(client, definitionId));
  usePageTitle(definition && `${texts.eventTitle}: ${definition.title}`);
  if (error) {
    return <Failed error={error} title={texts.definitionMissingTitle} text={texts.definitionMissing(definitionId)} />;
  }
  if (!definition || !decorators || isFetching) return <Loading />;
  const config = searching(definition);
  if (!config) return <Nothing text={texts.nothingOfDefinition} />;
  return <Replay search={replayOfDefinition(config)} replayed={{ definition }} {...{ decorators }} {...shown} />;
}

interface MadeProps extends ShownProps {
  readonly decorators: readonly Decorator[];
}

function OfEvent({
  event,
  definition,
  lack,
  ...shown
}: MadeProps & {
  readonly event: Event;
  readonly definition: EventDefinition | undefined;
  readonly lack: 'gone' | 'denied' | undefined;
}): ReactNode {
  const search = replayOfEvent(event, searching(definition));
  if (!search) return <Nothing text={texts.nothingOfEvent} />;
  return <Replay search={search} replayed={{ event, definition, lack }} {...shown} />;
}

const noStreams: readonly string[] = [];

function Replay({
  search,
  replayed,
  decorators,
  widgetMode,
  hasRoute,
}: MadeProps & { readonly search: ReplayedSearch; readonly replayed: Replayed }): ReactNode {
  const owner = useUsername();
  // The view of the replay is created once, because the user may edit it afterwards.
  const [document] = useState(() =>
    replayedView(
      search,
      { decorators, createdAt: new Date().toISOString(), owner, color: randomHighlightColor },
      randomIds,
    ),
  );
  return (
    <LogSearch
      given={document}
      query=""
      range={undefined}
      streams={noStreams}
      viewId={undefined}
      layout="full"
      widgetMode={widgetMode}
      hasRoute={hasRoute}
      // Charts on the replay page of an event show no marks of alerts, because the whole page is about that event.
      marksAlerts={replayed.event === undefined}
      origin={originOf(replayed)}
      info={(page) => <ReplayInfo page={page} comparisons={search.comparisons} {...replayed} />}
    />
  );
}

function originOf({ event, definition }: Replayed): SearchOrigin | undefined {
  if (event) return { name: texts.alertsCrumb, route: '/alerts', title: event.id };
  return definition && { name: texts.definitionsCrumb, route: '/alerts/definitions', title: definition.title };
}

function searching(definition: EventDefinition | undefined): AggregationConfig | undefined {
  const config = definition?.config;
  return config?.type === 'aggregation-v1' ? config : undefined;
}

/** Returns the decorators; undefined while they are loading, and an empty list if they cannot be loaded. */
function useDecorators(): readonly Decorator[] | undefined {
  const { client } = useConnection();
  const { data, isError } = useQuery(decoratorsQuery(client));
  return isError ? [] : data;
}

/**
 * Passes the error on to the console, which shows a page for it. If the entity does not exist, a toast names it first.
 */
function Failed({
  error,
  title,
  text,
}: {
  readonly error: Error;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}): ReactNode {
  const { toast } = useToasts();
  const [reported, setReported] = useState(false);
  useEffect(() => {
    if (error instanceof NotFound && text !== undefined && title !== undefined) toast('error', text, title);
    setReported(true);
  }, [error, text, title, toast]);
  if (reported) throw error;
  return null;
}

function Nothing({ text }: { readonly text: string }): ReactNode {
  return (
    <EmptyState icon={<AlertIcon />} title={texts.nothingTitle}>
      {text}
    </EmptyState>
  );
}
