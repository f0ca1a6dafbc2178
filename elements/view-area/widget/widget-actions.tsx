/** The icons and the menu at the right end of a widget's header (screens/search.md §6 "Widget actions"). */
import type { ReactNode } from 'react';
import type { Widget } from '../../../api/contract/views.schema.js';
import { gridColumns, positionOf, widthOf, type Positions } from '../../../machines/view/positions.js';
import { IconButton } from '../../kit/icon-button.js';
import { EditIcon, FocusIcon, MoreIcon, PlayIcon, StretchIcon, UnfocusIcon } from '../../kit/icons.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { texts } from '../texts.js';

/** What may be done with a widget; whatever is absent is not offered. */
export interface WidgetCommands {
  readonly onReplay?: (widget: Widget) => void;
  readonly onStretch?: (widget: Widget) => void;
  readonly onFocus?: (widget: Widget) => void;
  readonly onUnfocus?: () => void;
  readonly onEdit?: (widget: Widget) => void;
  readonly onDuplicate?: (widget: Widget) => void;
  readonly onCopyToDashboard?: (widget: Widget) => void;
  readonly onExport?: (widget: Widget) => void;
  readonly onMoveToPage?: (widget: Widget) => void;
  readonly onDelete?: (widget: Widget) => void;
}

export interface WidgetActionsProps {
  readonly widget: Widget;
  readonly title: string;
  readonly positions: Positions;
  readonly focused: boolean;
  readonly commands: WidgetCommands;
}

/** There is an editor for this type. */
const isEditable = ({ type }: Widget): boolean => ['aggregation', 'messages'].includes(type.toLowerCase());

export function WidgetActions({ widget, title, positions, focused, commands }: WidgetActionsProps): ReactNode {
  const stretched = widthOf(positionOf(positions, widget)) >= gridColumns;
  const icon = (label: string, glyph: ReactNode, run: (() => void) | undefined) =>
    run && <IconButton size="small" quiet label={label} icon={glyph} onClick={run} />;
  const bound = (command: ((widget: Widget) => void) | undefined) => command && (() => command(widget));
  return (
    <>
      {icon(texts.actions.replay, <PlayIcon />, bound(commands.onReplay))}
      {!focused &&
        icon(stretched ? texts.actions.compress : texts.actions.stretch, <StretchIcon />, bound(commands.onStretch))}
      {focused
        ? icon(texts.actions.unfocus, <UnfocusIcon />, commands.onUnfocus)
        : icon(texts.actions.focus, <FocusIcon />, bound(commands.onFocus))}
      {isEditable(widget) && icon(texts.actions.edit, <EditIcon />, bound(commands.onEdit))}
      <More widget={widget} title={title} commands={commands} />
    </>
  );
}

function More({ widget, title, commands }: Pick<WidgetActionsProps, 'widget' | 'title' | 'commands'>): ReactNode {
  const entry = (
    key: string,
    label: string,
    command: ((widget: Widget) => void) | undefined,
    danger = false,
  ): readonly MenuEntry[] => (command ? [{ key, label, danger, onSelect: () => command(widget) }] : []);
  const isTable = widget.type.toLowerCase() === 'messages';
  const first = [
    ...entry('duplicate', texts.actions.duplicate, commands.onDuplicate),
    ...entry('copy', texts.actions.copyToDashboard, commands.onCopyToDashboard),
    ...(isTable ? entry('export', texts.actions.export, commands.onExport) : []),
    ...entry('move', texts.actions.moveToPage, commands.onMoveToPage),
  ];
  const last = entry('delete', texts.actions.delete, commands.onDelete, true);
  if (first.length + last.length === 0) return null;
  const divider: readonly MenuEntry[] = first.length > 0 && last.length > 0 ? [{ kind: 'divider' }] : [];
  return (
    <Menu label={texts.actions.menuOf(title)} entries={[...first, ...divider, ...last]}>
      <IconButton size="small" quiet label={texts.actions.more} icon={<MoreIcon />} />
    </Menu>
  );
}
