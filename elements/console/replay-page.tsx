/**
 * Renders a page that replays an event or an event definition: the search page with a query derived from the event or
 * definition. The query is not in the address.
 */
import type { ReactNode } from 'react';
import { readWidgetMode } from '../../machines/view/address.js';
import { useHasRoute } from '../element/routes-context.js';
import { DefinitionReplay, EventReplay } from '../replay/index.js';
import type { ShownProps } from './pages.js';
import { Listening, showMode, type WidgetFocus } from './view-events.js';

export function Replay({ location, router }: ShownProps): ReactNode {
  const hasRoute = useHasRoute();
  const { eventId, definitionId = '' } = location.params;
  const shown = { widgetMode: readWidgetMode(location.search), hasRoute };
  const onEvent = (name: string, detail: object) => {
    if (name === 'log-widget-focus') showMode(router, location.path, detail as WidgetFocus);
    if (name === 'log-view-saved')
      router.navigate(`/search/${encodeURIComponent((detail as { readonly id: string }).id)}`);
  };
  return (
    <Listening onEvent={onEvent}>
      {eventId === undefined ? (
        <DefinitionReplay key={definitionId} definitionId={definitionId} {...shown} />
      ) : (
        <EventReplay key={eventId} eventId={eventId} {...shown} />
      )}
    </Listening>
  );
}
