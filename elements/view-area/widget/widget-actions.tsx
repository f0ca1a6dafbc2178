/** Renders icons and menu at the right end of a widget's header (screens/search.md §6 "Widget actions"). */
import { makeStyles } from '@griffel/react';
import { useRef, useState, type ReactNode } from 'react';
import type { Widget } from '../../../api/contract/views.schema.js';
import { gridColumns, positionOf, widthOf, type Positions } from '../../../machines/view/positions.js';
import { IconButton } from '../../kit/icon-button.js';
import { EditIcon, FocusIcon, MoreIcon, PlayIcon, StretchIcon, UnfocusIcon } from '../../kit/icons.js';
import { Menu, type MenuEntry, type MenuItemEntry } from '../../kit/menu.js';
import { shareToolTexts } from '../../kit/share-tools.js';
import { pictureTexts } from '../picture/use-picture.js';
import { texts } from '../texts.js';
import { widgetTypes, type WidgetType } from './widget-types.js';

/** Commands available for a widget; absent commands are not offered. */
export interface WidgetCommands {
  readonly onReplay?: (widget: Widget) => void;
  readonly onStretch?: (widget: Widget) => void;
  readonly onFocus?: (widget: Widget) => void;
  readonly onUnfocus?: () => void;
  readonly onEdit?: (widget: Widget) => void;
  readonly onDuplicate?: (widget: Widget) => void;
  readonly onCopyToDashboard?: (widget: Widget) => void;
  readonly onExport?: (widget: Widget) => void;
  readonly onPicture?: (widget: Widget) => void;
  readonly onEmbed?: (widget: Widget) => void;
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

const useStyles = makeStyles({
  /** In a narrow widget the icons are hidden; the menu then contains their actions. */
  icons: { display: 'flex', '@container widget (max-width: 359.98px)': { display: 'none' } },
  /** Hides, except in a narrow widget, a menu whose only entries are the actions of the icons. */
  onlyNarrow: { '@container widget (min-width: 360px)': { display: 'none' } },
});

interface Action {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

function quickActions(
  { widget, positions, focused, commands }: WidgetActionsProps,
  type: WidgetType | undefined,
): readonly Action[] {
  const { onReplay, onStretch, onFocus, onUnfocus, onEdit } = commands;
  const stretched = widthOf(positionOf(positions, widget)) >= gridColumns;
  const offered: readonly (Action | undefined | false)[] = [
    // A text widget has no search to replay.
    onReplay &&
      type?.searched !== false && {
        key: 'replay',
        label: texts.actions.replay,
        icon: <PlayIcon />,
        run: () => onReplay(widget),
      },
    !focused &&
      onStretch && {
        key: 'stretch',
        label: stretched ? texts.actions.compress : texts.actions.stretch,
        icon: <StretchIcon />,
        run: () => onStretch(widget),
      },
    focused
      ? onUnfocus && { key: 'unfocus', label: texts.actions.unfocus, icon: <UnfocusIcon />, run: onUnfocus }
      : onFocus && { key: 'focus', label: texts.actions.focus, icon: <FocusIcon />, run: () => onFocus(widget) },
    onEdit &&
      type?.editable === true && {
        key: 'edit',
        label: texts.actions.edit,
        icon: <EditIcon />,
        run: () => onEdit(widget),
      },
  ];
  return offered.filter((action): action is Action => !!action);
}

export function WidgetActions(props: WidgetActionsProps): ReactNode {
  const { widget, title, commands } = props;
  const styles = useStyles();
  const icons = useRef<HTMLSpanElement>(null);
  const [crowded, setCrowded] = useState(false);
  const types = widgetTypes.use();
  const quick = quickActions(
    props,
    types.find(({ type }) => type === widget.type.toLowerCase()),
  );
  const entry = (
    key: string,
    label: string,
    command: ((widget: Widget) => void) | undefined,
    danger = false,
  ): readonly MenuItemEntry[] => (command ? [{ key, label, danger, onSelect: () => command(widget) }] : []);
  const isTable = widget.type.toLowerCase() === 'messages';
  const others = [
    [
      ...entry('duplicate', texts.actions.duplicate, commands.onDuplicate),
      ...entry('copy', texts.actions.copyToDashboard, commands.onCopyToDashboard),
      ...(isTable ? entry('export', texts.actions.export, commands.onExport) : []),
      ...entry('picture', pictureTexts.save, commands.onPicture),
      ...entry('embed', shareToolTexts.embed, commands.onEmbed),
      ...entry('move', texts.actions.moveToPage, commands.onMoveToPage),
    ],
    entry('delete', texts.actions.delete, commands.onDelete, true),
  ].filter((group) => group.length > 0);
  const isAlone = others.length === 0;
  const entryOf = ({ key, label, icon: image, run }: Action) => ({ key, label, icon: image, onSelect: run });
  const groups = (crowded || isAlone) && quick.length > 0 ? [quick.map(entryOf), ...others] : others;
  const entries = groups.flatMap((group, index): readonly MenuEntry[] =>
    index === 0 ? group : [{ kind: 'divider' }, ...group],
  );
  return (
    <>
      <span ref={icons} className={styles.icons}>
        {quick.map(({ key, label, icon, run }) => (
          <IconButton key={key} size="small" quiet label={label} icon={icon} onClick={run} />
        ))}
      </span>
      <Menu
        label={texts.actions.menuOf(title)}
        entries={entries}
        onOpenChange={(open) => open && setCrowded(icons.current?.checkVisibility() === false)}
      >
        <IconButton
          size="small"
          quiet
          label={texts.actions.more}
          icon={<MoreIcon />}
          {...(isAlone && { className: styles.onlyNarrow })}
        />
      </Menu>
    </>
  );
}
