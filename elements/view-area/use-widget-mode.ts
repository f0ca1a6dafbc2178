import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Widget } from '../../api/contract/views.schema.js';
import type { Positions } from '../../machines/view/positions.js';
import { widgetModeMachine, type WidgetModeAddress } from '../../machines/widget-mode.js';
import { useView, type ViewPageActor } from './view-page.js';

export type WidgetModeActor = ActorRefFrom<typeof widgetModeMachine>;

/**
 * Selects the displayed widgets: all widgets, or the widget that is focused or edited. Synchronizes this mode between
 * the page, its view and its address.
 */
export function useWidgetMode(
  page: ViewPageActor,
  widgets: readonly Widget[],
  address: WidgetModeAddress | undefined,
  onMode: ((mode: WidgetModeAddress) => void) | undefined,
) {
  const { view } = useView(page);
  const mode = useActorRef(widgetModeMachine, { input: { mode: address, widgets } });
  const latest = useRef(onMode);
  // Positions of the widgets before a new widget opened in the editor; they are restored when that edit is cancelled.
  const positionsBefore = useRef<Positions>({});
  useEffect(() => {
    latest.current = onMode;
  });
  useEffect(() => {
    const subscription = mode.on('modeChanged', ({ mode: changed }) => latest.current?.(changed));
    const restore = mode.on('restoreWanted', ({ widget }) => view.send({ type: 'widget.updated', widget }));
    const withdraw = mode.on('withdrawalWanted', ({ widgetId }) =>
      view.send({ type: 'widget.withdrawn', widgetId, positions: positionsBefore.current }),
    );
    return () => {
      subscription.unsubscribe();
      restore.unsubscribe();
      withdraw.unsubscribe();
    };
  }, [mode, view]);

  const { focusedId, focusing, editing } = address ?? {};
  const shownWidgets = useRef(widgets);
  useEffect(() => {
    const wanted = view.on('widgetEditWanted', ({ widget, positions }) => {
      if (!mode.getSnapshot().matches('editing')) positionsBefore.current = positions;
      // The address names the new widget before the next render, so the widget must already be known here.
      shownWidgets.current = [...shownWidgets.current, widget];
      if (mode.getSnapshot().matches('focusing')) mode.send({ type: 'widget.unfocused' });
      mode.send({ type: 'widget.edited', widget, added: true });
    });
    return () => wanted.unsubscribe();
  }, [mode, view]);
  useEffect(() => {
    const before = new Set(shownWidgets.current.map(({ id }) => id));
    shownWidgets.current = widgets;
    // Adding a widget ends the focus mode, so that the new widget is visible (screens/search.md §7 "resets focus").
    if (widgets.some(({ id }) => !before.has(id)) && mode.getSnapshot().matches('focusing')) {
      mode.send({ type: 'widget.unfocused' });
    }
    mode.send({ type: 'widgets.changed', widgets });
  }, [mode, widgets]);
  const followed = address !== undefined;
  useEffect(() => {
    // A bookmarked or shared address may name a widget that no longer exists.
    if (focusedId !== undefined && !shownWidgets.current.some(({ id }) => id === focusedId)) latest.current?.({});
    // oxlint-disable-next-line react/exhaustive-deps -- only the address that the page was opened with is checked, because later ones come from this page
  }, []);
  useEffect(() => {
    if (!followed) return;
    mode.send({ type: 'address.changed', mode: { focusedId, focusing, editing }, widgets: shownWidgets.current });
  }, [mode, followed, focusedId, focusing, editing]);

  const widgetId = useSelector(mode, ({ context }) => context.widgetId);
  useEffect(() => {
    page.send({ type: 'widgets.limited', widgetIds: widgetId === undefined ? undefined : [widgetId] });
  }, [page, widgetId]);
  return {
    mode,
    widgetId,
    editing: useSelector(mode, (state) => state.matches('editing')),
  };
}
