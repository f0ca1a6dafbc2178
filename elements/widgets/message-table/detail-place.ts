/** Placement of message details and width of the panel beside the table, both remembered per user in this browser. */
import { useState, useSyncExternalStore } from 'react';
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
/** Largest share of the panel in the total width. */
const largestShare = 0.6;
/** Smallest width in px left for the table: column heads disappear below 480 px; the rest is the scroll bar. */
const leastTablePx = 500;
/** Smallest total width in px for a panel. */
const leastRoomPx = leastTablePx + smallestPanelPx;
const wideWindow = '(min-width: 1000px)';

/** @param room width in px of table and panel together */
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

/** Returns the placement that the user chose last in any table. */
export function useDetailPlace(): readonly [DetailPlace, (place: DetailPlace) => void] {
  const { server } = useConnection();
  const key = `log-console.message-detail ${server} ${useUsername() ?? ''}`;
  const [known, setKnown] = useState(() => remembered(key));
  // The place is remembered per user.
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

/** @param room width in px of table and panel together */
export function useRoomBeside(room: number): boolean {
  const wide = useSyncExternalStore(listen, () => matchMedia(wideWindow).matches);
  return wide && room >= leastRoomPx;
}

function listen(changed: () => void): () => void {
  const media = matchMedia(wideWindow);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
