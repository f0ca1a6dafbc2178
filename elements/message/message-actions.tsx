import { makeStyles } from '@griffel/react';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { ChevronDownIcon, CopyIcon, FieldsIcon, LinkIcon, TimeIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { Menu } from '../kit/menu.js';
import { hrefOf, useHostElement, useNavigate } from '../element/host-context.js';
import { tokens, type } from '../kit/tokens.js';
import type { ResultMessage } from '../widgets/faces.js';
import { messageJson } from './message-fields.js';
import { surroundingOptions, surroundingRoute, type SurroundingConfig } from './surrounding.js';
import { texts } from './texts.js';

export interface MessageActionsProps {
  readonly message: ResultMessage;
  readonly streams?: readonly string[] | undefined;
  readonly surrounding?: SurroundingConfig | undefined;
  readonly changes: boolean;
  readonly onToggleChanges: () => void;
}

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px' },
  id: { ...type.logSmall, overflowWrap: 'anywhere', minWidth: 0, flexGrow: 1, marginRight: '8px' },
  label: {
    padding: '0 6px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    color: tokens.text.secondary,
    ...type.caption,
  },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '28px',
    padding: '0 9px',
    borderRadius: '4px',
    color: tokens.text.primary,
    ...type.body,
    '& > svg': { fontSize: '16px' },
    ':hover': { backgroundColor: tokens.surface.hover, color: tokens.text.primary, textDecorationLine: 'none' },
  },
});

/** The bar of a message: its id, which is its link, and what can be done with it (screens/search.md §8). */
export function MessageActions({ message, streams, surrounding, changes, onToggleChanges }: MessageActionsProps) {
  const styles = useStyles();
  const id = String(message.message['_id'] ?? '');
  const route = message.index ? `/messages/${encodeURIComponent(message.index)}/${encodeURIComponent(id)}` : undefined;
  return (
    <div className={styles.bar}>
      <span className={styles.id}>
        {route ? (
          <Link route={route}>{id}</Link>
        ) : (
          <>
            {id} <span className={styles.label}>{texts.notStored}</span>
          </>
        )}
      </span>
      {message.decoration_stats && (
        <Button size="small" appearance="subtle" aria-pressed={changes} onClick={onToggleChanges}>
          {texts.showChanges}
        </Button>
      )}
      {route && (
        <Link route={route} className={styles.link}>
          <LinkIcon />
          {texts.permalink}
        </Link>
      )}
      <CopyButton words label={texts.copyId} text={id} icon={<CopyIcon />} />
      <CopyButton words label={texts.copyMessage} text={() => messageJson(message.message)} icon={<FieldsIcon />} />
      {surrounding && <SurroundingMenu message={message} streams={streams} config={surrounding} />}
    </div>
  );
}

interface SurroundingMenuProps {
  readonly message: ResultMessage;
  readonly streams: readonly string[] | undefined;
  readonly config: SurroundingConfig;
}

function SurroundingMenu({ message, streams, config }: SurroundingMenuProps) {
  const host = useHostElement();
  const navigate = useNavigate();
  const entries = surroundingOptions(config.options).flatMap(({ seconds, label }) => {
    const route = surroundingRoute(message, seconds, config.filterFields, streams);
    if (route === undefined) return [];
    const onSelect = () => navigate(route, { newTab: true });
    return [{ key: String(seconds), label, href: hrefOf(host, route), onSelect }];
  });
  if (entries.length === 0) return null;
  return (
    <Menu label={texts.showSurrounding} entries={entries}>
      <Button size="small" appearance="subtle" icon={<TimeIcon />} iconAfter={<ChevronDownIcon />}>
        {texts.showSurrounding}
      </Button>
    </Menu>
  );
}
