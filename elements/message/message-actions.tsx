import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactElement } from 'react';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { IconButton } from '../kit/icon-button.js';
import {
  BelowIcon,
  BesideIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  CloseIcon,
  CompareIcon,
  CopyIcon,
  FieldsIcon,
  LinkIcon,
  SourceIcon,
  StackIcon,
} from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { shareToolTexts, useShareTools } from '../kit/share-tools.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { tokens, type } from '../kit/tokens.js';
import type { TraceLink } from '../widgets/actions/trace-link.js';
import type { ResultMessage } from '../widgets/faces.js';
import { hasChanges, messageJson } from './message-fields.js';
import { StreamTestMenu } from './stream-test-menu.js';
import { streamTestRoute } from './stream-test.js';
import type { SurroundingConfig } from './surrounding.js';
import { SurroundingMenu } from './surrounding-menu.js';
import { newRuleRoute, RuleLink } from './rule-link.js';
import { texts } from './texts.js';

export interface MessageActionsProps {
  readonly message: ResultMessage;
  /** Link to the trace of the message; undefined: the message has no trace id. */
  readonly trace: TraceLink | undefined;
  /** Ids of the searched streams, for "Show surrounding messages". */
  readonly streams?: readonly string[] | undefined;
  /** Configuration of surrounding messages; absent on the page of a single message. */
  readonly surrounding?: SurroundingConfig | undefined;
  /**
   * True shows how decorators changed the message: which fields they added, changed and removed, and earlier values.
   */
  readonly changes: boolean;
  readonly onToggleChanges: () => void;
  /** True when the message is selected for comparison; absent: comparison is not available. */
  readonly compared?: boolean | undefined;
  readonly onCompare?: (() => void) | undefined;
  /** Opens the previous message in place of this one; absent if there is none. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  /** True when the details are in the panel beside the table. */
  readonly beside?: boolean | undefined;
  /** Moves the details into the panel or back; absent: they cannot be moved. */
  readonly onPlace?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}

const narrow = '@container widget (max-width: 799.98px)';
/** Widths at which the id and the actions have separate rows. */
const twoRows = '@container widget (min-width: 800px) and (max-width: 1239.98px)';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4px' },
  /** Navigation stays visible while the fields scroll. */
  stays: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    paddingTop: '4px',
    marginTop: '-4px',
    backgroundColor: tokens.surface.card,
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  head: {
    display: 'flex',
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: '300px',
    minWidth: 0,
    alignItems: 'center',
    gap: '4px',
    [narrow]: { flexBasis: '100%' },
  },
  id: {
    ...type.logSmall,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minWidth: 0,
    flexGrow: 1,
    marginRight: '8px',
  },
  /** Where labels would wrap, the buttons show icons and tooltips name them. */
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    // The first icon is aligned below the id.
    [twoRows]: { flexBasis: '100%', marginLeft: '-9px' },
    [narrow]: {
      marginLeft: '-6px',
      '& button:has(svg), & a:has(svg):not([data-words])': { gap: 0, padding: '0 6px', fontSize: 0 },
    },
  },
  label: {
    padding: '0 6px',
    borderRadius: tokens.radius.control,
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
    borderRadius: tokens.radius.control,
    color: tokens.text.primary,
    ...type.body,
    '& > svg': { fontSize: '16px' },
    ':hover': { backgroundColor: tokens.surface.hover, color: tokens.text.primary, textDecorationLine: 'none' },
  },
});

interface StepButtonProps {
  readonly label: string;
  readonly icon: ReactElement;
  /** Reason why there is no message to open, shown as a tooltip. */
  readonly none: string;
  readonly onStep: (() => void) | undefined;
}

const StepButton = ({ label, icon, none, onStep }: StepButtonProps) => (
  <IconButton size="small" quiet label={label} icon={icon} disabled={!onStep} disabledReason={none} onClick={onStep} />
);

/** Renders the header of a message: its id as a link, and its actions (screens/search.md §8). */
export function MessageActions(props: MessageActionsProps) {
  const { message, trace, streams, surrounding, changes, onToggleChanges, compared = false, onCompare } = props;
  const { onPrevious, onNext, beside = false, onPlace, onClose } = props;
  const styles = useStyles();
  const hasRoute = useHasRoute();
  const { linked } = useHostElement();
  const tools = useShareTools();
  const id = String(message.message['_id'] ?? '');
  const route = message.index ? `/messages/${encodeURIComponent(message.index)}/${encodeURIComponent(id)}` : undefined;
  return (
    <div className={mergeClasses(styles.bar, beside && styles.stays)}>
      <div className={styles.head}>
        <span className={styles.id} title={id}>
          {route ? (
            <Link route={route}>{id}</Link>
          ) : (
            <>
              {id} <span className={styles.label}>{texts.notStored}</span>
            </>
          )}
        </span>
        {(onPrevious ?? onNext) && (
          <>
            <StepButton
              label={texts.previousMessage}
              icon={<ChevronUpIcon />}
              none={texts.noPrevious}
              onStep={onPrevious}
            />
            <StepButton label={texts.nextMessage} icon={<ChevronDownIcon />} none={texts.noNext} onStep={onNext} />
          </>
        )}
        {onPlace && (
          <IconButton
            size="small"
            quiet
            label={beside ? texts.showBelow : texts.showBeside}
            icon={beside ? <BelowIcon /> : <BesideIcon />}
            onClick={onPlace}
          />
        )}
        {onClose && <IconButton size="small" quiet label={texts.closeDetails} icon={<CloseIcon />} onClick={onClose} />}
      </div>
      <div data-screen-only="" className={styles.actions}>
        {hasChanges(message) && (
          <Button size="small" appearance="subtle" aria-pressed={changes} onClick={onToggleChanges}>
            {texts.showChanges}
          </Button>
        )}
        {linked && trace && (
          <Link route={trace.route} className={styles.link} title={trace.label} data-words="">
            <StackIcon />
            {trace.label}
          </Link>
        )}
        {route && linked && (
          <Link route={route} className={styles.link} title={texts.permalink}>
            <LinkIcon />
            {texts.permalink}
          </Link>
        )}
        <CopyButton words label={texts.copyId} text={id} icon={<CopyIcon />} />
        <CopyButton words label={texts.copyMessage} text={() => messageJson(message.message)} icon={<FieldsIcon />} />
        {surrounding && linked && <SurroundingMenu message={message} streams={streams} config={surrounding} />}
        {message.index && hasRoute(streamTestRoute('any', message)) && <StreamTestMenu message={message} />}
        {message.index && hasRoute(newRuleRoute(message)) && <RuleLink message={message} className={styles.link} />}
        {tools && route && (
          <Button
            size="small"
            appearance="subtle"
            icon={<SourceIcon />}
            title={shareToolTexts.embed}
            onClick={() =>
              tools.onEmbed({
                heading: shareToolTexts.heading('message'),
                title: id,
                offers: [
                  {
                    label: shareToolTexts.offers.message,
                    subject: { tag: 'log-message', values: { index: message.index, messageId: id } },
                  },
                ],
              })
            }
          >
            {shareToolTexts.embed}
          </Button>
        )}
        {onCompare && (
          <Button
            size="small"
            appearance="subtle"
            icon={<CompareIcon />}
            title={compared ? texts.compared : texts.compare}
            aria-pressed={compared}
            onClick={onCompare}
          >
            {compared ? texts.compared : texts.compare}
          </Button>
        )}
      </div>
    </div>
  );
}
