/** Holds the state of the sidebar: the open section and the position of its panel. */
import { useMemo, useState } from 'react';
import type { View } from '../../api/contract/views.schema.js';
import { isGuest, useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { readLocal, usePinned, writeLocal } from './use-pinned.js';
import { railTexts, type SectionId } from './rail-texts.js';
import type { Room } from './use-room.js';

const sectionIds = Object.keys(railTexts.sections) as SectionId[];

export interface SidebarState {
  /** Available sections; a read-only view, and the view of a guest, has no section for creating widgets. */
  readonly sections: readonly SectionId[];
  /** The open section; undefined: closed. */
  readonly section: SectionId | undefined;
  readonly pinned: boolean;
  /** True when there is room for a panel beside the page. */
  readonly pinnable: boolean;
  /** True until the user opens or closes a section: an open panel was then opened by default and may load later. */
  readonly unasked: boolean;
  /** True when the panel overlays the page and closes on a click outside. */
  readonly overlay: boolean;
  /** Opens another section, or closes the open one. */
  readonly choose: (section: SectionId) => void;
  readonly close: () => void;
  /** Called when the user works in the section: it then stays open even if the room beside the page disappears. */
  readonly keep: () => void;
  /** Opens the first section, or closes the panel. */
  readonly toggle: () => void;
  readonly pin: (pinned: boolean) => void;
}

const lastSectionKey = (type: View['type']): string => `log-console.sidebar-section ${type}`;
/**
 * Returns the storage key that tells that the user closed the panel beside the page; it stays closed at the next visit.
 */
const closedKey = (type: View['type']): string => `log-console.sidebar-closed ${type}`;
/** Storage key for a search panel that overlays the page although there is room beside it. */
const aboveKey = 'log-console.sidebar-above SEARCH';
const isSection = (name: string | null): name is SectionId => sectionIds.some((id) => id === name);

export function useSidebar(type: View['type'], room: Room): SidebarState {
  const { readonly: readOnly } = useHostElement();
  const isGuestView = isGuest(useUsername());
  const sections = readOnly || isGuestView ? sectionIds.filter((id) => id !== 'create') : sectionIds;
  const [pinned, pin] = usePinned(type);
  /** Section that the user has opened; null: closed by the user; undefined: not chosen yet, so the default applies. */
  const [chosen, setChosen] = useState<SectionId | null>();
  const search = type === 'SEARCH';
  const [above, setAbove] = useState(() => search && readLocal(aboveKey) === 'true');
  const pinnable = room === 'roomy' || room === 'wide';
  // Where there is room, the fields of a search are shown beside it by default.
  const beside = pinnable && (pinned === true || (search && room === 'roomy' && !above));
  const begins = useMemo(() => {
    if (readLocal(closedKey(type)) === 'true') return undefined;
    const last = readLocal(lastSectionKey(type));
    return isSection(last) ? last : search ? 'fields' : sectionIds[0];
  }, [type, search]);
  const wanted = chosen === undefined ? (beside ? begins : undefined) : (chosen ?? undefined);
  const section = sections.find((id) => id === wanted);
  const open = (next: SectionId | undefined): void => {
    setChosen(next ?? null);
    if (next) writeLocal(lastSectionKey(type), next);
    // Closing a panel that overlaid the page is not remembered.
    if (next || beside) writeLocal(closedKey(type), String(next === undefined));
  };
  return {
    sections,
    section,
    pinned: beside || pinned === true,
    pinnable,
    unasked: chosen === undefined,
    overlay: !beside,
    choose: (next) => open(next === section ? undefined : next),
    close: () => open(undefined),
    keep: () => section && setChosen(section),
    toggle: () => open(section === undefined ? sectionIds[0] : undefined),
    pin: (next) => {
      // A section that is open by default is now kept open regardless of the changed default.
      if (section) setChosen(section);
      if (search) {
        writeLocal(aboveKey, String(!next));
        setAbove(!next);
      }
      if (next !== pinned) pin(next);
    },
  };
}
