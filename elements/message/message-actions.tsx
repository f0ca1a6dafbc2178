import { makeStyles } from '@griffel/react';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { CompareIcon, CopyIcon, FieldsIcon, LinkIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { useHasRoute } from '../element/routes-context.js';
import { tokens, type } from '../kit/tokens.js';
import type { ResultMessage } from '../widgets/faces.js';
import { hasChanges, messageJson } from './message-fields.js';
import { StreamTestMenu } from './stream-test-menu.js';
import { streamTestRoute } from './stream-test.js';
import type { SurroundingConfig } from './surrounding.js';
import { SurroundingMenu } from './surrounding-menu.js';
import { texts } from './texts.js';

export interface MessageActionsProps {
  readonly message: ResultMessage;
  readonly streams?: readonly string[] | undefined;
  readonly surrounding?: SurroundingConfig | undefined;
  readonly changes: boolean;
  readonly onToggleChanges: () => void;
  /** Selected for comparing; absent: messages cannot be compared here. */
  readonly compared?: boolean | undefined;
  readonly onCompare?: (() => void) | undefined;
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
export function MessageActions(props: MessageActionsProps) {
  const { message, streams, surrounding, changes, onToggleChanges, compared = false, onCompare } = props;
  const styles = useStyles();
  const hasRoute = useHasRoute();
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
      {hasChanges(message) && (
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
      {message.index && hasRoute(streamTestRoute('any', message)) && <StreamTestMenu message={message} />}
      {onCompare && (
        <Button size="small" appearance="subtle" icon={<CompareIcon />} aria-pressed={compared} onClick={onCompare}>
          {compared ? texts.compared : texts.compare}
        </Button>
      )}
    </div>
  );
}
