/**
 * Stores the placement of message details and the width of the panel beside the table in this browser, per server and
 * user.
 */
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useConnection, useUsername } from '../../element/connection-context.js';
import { readLocal, writeLocal } from '../../kit/local-store.js';

export interface DetailPlace {
  /** True for the panel beside the table; otherwise details are below the row. */
  readonly beside: boolean;
  /** Width of the panel in px. */
  readonly width: number;
}

export const usualPanelPx = 480;
export const smallestPanelPx = 320;
/** Maximum share of the panel in the width of table and panel together. */
const largestShare = 0.6;
/**
 * Minimum width in px of the table beside the panel: the column headers need 480 px, and the rest is for the scroll
 * bar.
 */
const leastTablePx = 500;
/** Minimum width in px of table and panel together. */
const leastRoomPx = leastTablePx + smallestPanelPx;
const wideWindow = '(min-width: 1000px)';
/** Media query of the windows in which details fill the screen as a sheet. */
const phoneWindow = '(max-width: 599.98px)';

/**
 * Returns the maximum width of the panel in px.
 *
 * @param room width in px of table and panel together
 */
export const largestPanel = (room: number): number =>
  Math.max(smallestPanelPx, Math.floor(Math.min(room * largestShare, room - leastTablePx)));

export const panelWidth = (width: number, room: number): number =>
  Math.round(Math.min(Math.max(width, smallestPanelPx), largestPanel(room)));

export function isDetailPlace(value: unknown): value is DetailPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { beside, width } = value as Partial<DetailPlace>;
  return typeof beside === 'boolean' && typeof width === 'number' && Number.isFinite(width);
}

const below: DetailPlace = { beside: false, width: usualPanelPx };

/** Returns the placement that the user last chose in any table, and a function that stores another placement. */
export function useDetailPlace(): readonly [DetailPlace, (place: DetailPlace) => void] {
  const { server } = useConnection();
  const key = `log-console.message-detail ${server} ${useUsername() ?? ''}`;
  const [known, setKnown] = useState(() => remembered(key));
  // After another user has signed in, the placement of that user applies.
  const now = known.key === key ? known : remembered(key);
  if (now !== known) setKnown(now);
  return [
    now.place,
    (place) => {
      setKnown({ key, place });
      writeLocal(key, place);
    },
  ];
}

const remembered = (key: string) => ({ key, place: readLocal(key, isDetailPlace) ?? below });

/**
 * Returns true if the window and the widget have room for a panel beside the table.
 *
 * @param room width in px of table and panel together
 */
export function useRoomBeside(room: number): boolean {
  return useWindow(wideWindow) && room >= leastRoomPx;
}

/** Returns true while the window is as narrow as that of a phone. */
export const usePhone = (): boolean => useWindow(phoneWindow);

function useWindow(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}
