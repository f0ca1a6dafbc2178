/** Keeps the open messages of a table and the placement of their details. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MessageOpenHandler, OpenMessage, ResultMessage } from '../faces.js';
import { messageKey } from './columns.js';
import { useDetailPlace, usePhone, useRoomBeside } from './detail-place.js';
import { alone, closed, isOpen, shownKey, toggled, without, type OpenMessages } from './open-messages.js';

export interface OpenedInput {
  readonly messages: readonly ResultMessage[];
  /** Keys of the messages. */
  readonly keys: readonly string[];
  readonly onOpen: MessageOpenHandler | undefined;
  /** True if details may be placed in a panel beside the table. */
  readonly mayBeBeside: boolean;
  /** Width in px of table and panel together; 0: not yet measured. */
  readonly room: number;
  /** Number of messages before the first message of the page. */
  readonly offset: number;
  /** Message that a link opens. */
  readonly requested: OpenMessage | undefined;
}

export interface Opened {
  /** True on a phone, where the details fill the screen as a sheet. */
  readonly isSheet: boolean;
  readonly any: boolean;
  readonly isOpen: (key: string) => boolean;
  /** Message in the panel or sheet; undefined: neither is open. */
  readonly panel: ShownMessage | undefined;
  /** Width of the panel in px. */
  readonly panelWidth: number;
  readonly onPanelWidth: (width: number) => void;
  /** Opens or closes the message at an index; the function object stays the same between renders. */
  readonly toggle: (index: number) => void;
  readonly close: () => void;
  /** Returns true at the first call after the user opened the message or moved its details below the row. */
  readonly takeFresh: (key: string) => boolean;
  /** Moves the details of an open message beside the table or below its row; absent when there is no room for both. */
  readonly onPlace: ((key: string) => void) | undefined;
  /** Field filters of the open messages. */
  readonly filters: FieldFilters;
  /** Key of the message that a link has opened. */
  readonly requestedKey: string | undefined;
}

interface ShownMessage {
  readonly key: string;
  readonly message: ResultMessage;
  /** Index of the message; -1: no longer in the list. */
  readonly index: number;
}

interface FieldFilters {
  readonly of: (key: string) => string;
  readonly set: (key: string, text: string) => void;
  /** Copies the field filter of a message to the message that is opened in its place. */
  readonly take: (from: string, to: string) => void;
}

export function useOpened(input: OpenedInput): Opened {
  const { messages, keys, onOpen, mayBeBeside, room, offset, requested } = input;
  const [open, setOpen] = useState<OpenMessages>(new Map());
  const [place, setPlace] = useDetailPlace();
  const hasRoom = useRoomBeside(room) && mayBeBeside;
  const isSheet = usePhone();
  // Key of the message that a link opened although the list does not contain it.
  const [apart, setApart] = useState<string>();
  const isApart = apart !== undefined && apart === shownKey(open) && !keys.includes(apart);
  /** True: details are shown in the panel beside the table, or in the sheet of a phone; false: below their row. */
  const inPanel = isSheet || (hasRoom && (place.beside || isApart));

  const filters = useFieldFilters();
  const fresh = useRef<string>(undefined);
  const latest = useRef({ messages, open, onOpen, inPanel });
  useEffect(() => {
    latest.current = { messages, open, onOpen, inPanel };
  });
  const change = useCallback((next: OpenMessages) => {
    // The current value is also kept here, because a second change may come before the next render.
    latest.current.open = next;
    setOpen(next);
  }, []);
  const toggle = useCallback(
    (index: number) => {
      const { messages, open, onOpen, inPanel } = latest.current;
      const message = messages[index];
      if (!message) return;
      const shown = inPanel ? shownKey(open) : undefined;
      if (shown !== undefined) filters.take(shown, messageKey(message));
      fresh.current = messageKey(message);
      change(toggled(open, message, inPanel, onOpen));
    },
    [change, filters],
  );
  const reached = useRequested({
    ...{ requested, messages, keys, open, inPanel, change, onOpen },
    mayBeApart: isSheet || hasRoom,
    isMeasured: room > 0,
    onApart: setApart,
  });
  useClosedWithRow({ requested, keys, offset, open, inPanel, change, onOpen });
  const key = inPanel ? shownKey(open) : undefined;
  const index = useMemo(() => (key === undefined ? -1 : keys.indexOf(key)), [keys, key]);
  const message = messages[index] ?? (key === undefined ? undefined : open.get(key));
  return {
    isSheet,
    any: open.size > 0,
    isOpen: (one) => isOpen(open, one, inPanel),
    panel: key !== undefined && message ? { key, message, index } : undefined,
    panelWidth: place.width,
    onPanelWidth: (width) => setPlace({ ...place, width }),
    toggle,
    close: () => change(closed(open, onOpen)),
    takeFresh: (one) => {
      if (fresh.current !== one) return false;
      fresh.current = undefined;
      return true;
    },
    onPlace: hasRoom
      ? (one) => {
          if (!inPanel) change(alone(open, one, onOpen));
          else fresh.current = one;
          setPlace({ ...place, beside: !inPanel });
        }
      : undefined,
    filters,
    requestedKey: reached,
  };
}

interface RowInput extends Pick<OpenedInput, 'requested' | 'keys' | 'onOpen'> {
  readonly open: OpenMessages;
  readonly inPanel: boolean;
  readonly change: (open: OpenMessages) => void;
}

/**
 * Closes the message of the address when its details are below its row and a changed search has removed the row: an
 * address must not name a message that cannot be read. A message on another page of the results stays open.
 */
function useClosedWithRow({
  requested,
  keys,
  offset,
  open,
  inPanel,
  change,
  onOpen,
}: RowInput & Pick<OpenedInput, 'offset'>): void {
  const listed = useRef<{ readonly key: string; readonly offset: number }>(undefined);
  const key = requested?.key;
  useEffect(() => {
    if (key === undefined || !open.has(key)) return;
    if (keys.includes(key)) {
      listed.current = { key, offset };
      return;
    }
    const isOnOtherPage = listed.current?.key === key && listed.current.offset !== offset;
    if (!inPanel && !isOnOtherPage) change(without(open, key, onOpen));
  }, [key, keys, offset, open, inPanel, change, onOpen]);
}

interface RequestInput extends RowInput, Pick<OpenedInput, 'messages'> {
  /** True if there is room for a panel or a sheet, whatever placement the user has chosen. */
  readonly mayBeApart: boolean;
  readonly isMeasured: boolean;
  /** Called with the key of a message that is opened although the list does not contain it. */
  readonly onApart: (key: string) => void;
}

/**
 * Opens, only once, the message that a link names. A message that the list does not contain is opened in the panel, and
 * is reported as closed where there is no room for a panel.
 *
 * @returns the key of the message that was opened because of a link
 */
function useRequested(input: RequestInput): string | undefined {
  const { requested, messages, keys, open, inPanel, change, onOpen, mayBeApart, isMeasured, onApart } = input;
  const [opened, setOpened] = useState<string>();
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (requested?.key === known.current) return;
    // When the user has opened or closed a message, the address follows, and nothing must be opened.
    if (!requested || open.has(requested.key)) {
      known.current = requested?.key;
      return;
    }
    const listed = messages[keys.indexOf(requested.key)];
    const message = listed ?? (isMeasured ? requested.message : undefined);
    if (!message) return;
    known.current = requested.key;
    if (!listed && !mayBeApart) {
      onOpen?.(message, false);
      return;
    }
    if (onOpen?.(message, true) === false) return;
    if (!listed) onApart(requested.key);
    const next = new Map(open).set(requested.key, message);
    change(inPanel || !listed ? alone(next, requested.key, onOpen) : next);
    setOpened(requested.key);
  }, [requested, messages, keys, open, inPanel, change, onOpen, mayBeApart, isMeasured, onApart]);
  return opened;
}

function useFieldFilters(): FieldFilters {
  const texts = useRef(new Map<string, string>());
  return useMemo(() => {
    const of = (key: string): string => texts.current.get(key) ?? '';
    const set = (key: string, text: string): void => {
      if (text === '') texts.current.delete(key);
      else texts.current.set(key, text);
    };
    return { of, set, take: (from, to) => set(to, of(from)) };
  }, []);
}
