import { makeStyles } from '@griffel/react';
import { useMemo, useRef, useState } from 'react';
import { parseJson } from '../../api/json.js';
import { Button } from '../kit/button.js';
import { IconButton } from '../kit/icon-button.js';
import { MoreIcon } from '../kit/icons.js';
import { JsonTree } from '../kit/json-tree.js';
import { lazyPart } from '../kit/lazy-part.js';
import { OutsideLink } from '../kit/link.js';
import { Float } from '../kit/float.js';
import { useFieldInteractions, useHighlightingRules } from '../widgets/actions/interactions.js';
import { texts as widgetTexts } from '../widgets/texts.js';
import { hasAnsi } from '../widgets/values/ansi.js';
import { FieldValue } from '../widgets/actions/field-value.js';
import { linkParts } from '../widgets/values/links.js';
import type { TextRange } from '../widgets/values/text-segments.js';
import { useMark } from '../widgets/values/use-mark.js';
import { isLinkObject, kindOf, rawText } from '../widgets/values/value-text.js';
import { foldedFrames, type TracePart } from './folded-frames.js';
import { FoldedText } from './folded-text.js';
import { StackTrace } from './stack-trace.js';
import { texts } from './texts.js';

const ActionMenu = lazyPart(() => import('../widgets/actions/action-menu.js'), 'ActionMenu');

export interface DetailValueProps {
  readonly field: string;
  readonly value: unknown;
  readonly type?: string | undefined;
  readonly ranges?: readonly TextRange[] | undefined;
  readonly decorated: boolean;
}

/**
 * Maximum number of characters of a text that is searched for links here: without links, a click on the text opens its
 * menu. Longer texts always have a button for their menu, because they may have links.
 */
const simpleLimit = 2000;
const jsonLimit = 200_000;
/** Maximum number of characters of the unfolded part of a stack trace that is shown in full. */
const wholeTrace = 4000;

const useStyles = makeStyles({
  value: { minWidth: 0, position: 'relative', paddingRight: '28px' },
  // Links and JSON parts in a highlighted value get its text colour, the only one with enough contrast there.
  marked: { borderRadius: '2px', '&& *': { color: 'inherit' } },
  actions: { position: 'absolute', top: '-4px', right: 0 },
  trace: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 2 },
  tree: { marginLeft: '-9px', height: '24px' },
});

/** Renders one value in the details by its kind: tree, link, folded text, or plain text with a menu. */
export function DetailValue(props: DetailValueProps) {
  const { field, value, type } = props;
  const styles = useStyles();
  const kind = kindOf(value, type);
  if (kind === 'link' && isLinkObject(value)) return <OutsideLink href={value.href}>{value.href}</OutsideLink>;
  // Values of kind json are always objects or arrays.
  if (kind === 'json')
    return (
      <WithActions {...props}>
        <JsonTree value={value as object} />
      </WithActions>
    );
  if (kind !== 'text') return <FieldValue {...props} tabStop />;
  const text = rawText(value);
  const trace = hasAnsi(text) ? undefined : foldedFrames(text, props.ranges);
  if (trace) {
    const stack = <StackTrace parts={trace} ranges={props.ranges} />;
    return (
      <WithActions {...props}>
        {shownLength(trace) > wholeTrace ? (
          <FoldedText field={field} text={text} ranges={props.ranges}>
            {stack}
          </FoldedText>
        ) : (
          <div className={styles.trace}>{stack}</div>
        )}
      </WithActions>
    );
  }
  const simple = text.length <= simpleLimit && !hasAnsi(text) && linkParts(text).every((part) => !part.href);
  if (simple && jsonOf(text) === undefined) {
    return (
      <FoldedText field={field} text={text}>
        <FieldValue {...props} tabStop />
      </FoldedText>
    );
  }
  return (
    <WithActions {...props}>
      <TextOrTree field={field} text={text} ranges={props.ranges} />
    </WithActions>
  );
}

/** Returns the number of characters visible while frames are folded. */
const shownLength = (parts: readonly TracePart[]): number =>
  parts.reduce((sum, { text, frames }) => sum + (frames === undefined ? text.length : 0), 0);

/** Parses a text that is a JSON object or array; undefined for other texts and for texts too long to parse. */
function jsonOf(text: string): object | undefined {
  if (text.length > jsonLimit || !/^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)) return undefined;
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function TextOrTree({ field, text, ranges }: { field: string; text: string; ranges: DetailValueProps['ranges'] }) {
  const styles = useStyles();
  const [asTree, setAsTree] = useState(false);
  const json = useMemo(() => jsonOf(text), [text]);
  return (
    <>
      {asTree && json ? (
        <JsonTree value={json} openLevels={2} />
      ) : (
        <FoldedText field={field} text={text} ranges={ranges} />
      )}
      {json && (
        <Button
          size="small"
          appearance="subtle"
          className={styles.tree}
          aria-pressed={asTree}
          onClick={() => setAsTree(!asTree)}
        >
          {asTree ? texts.showAsText : texts.showAsTree}
        </Button>
      )}
    </>
  );
}

/** Adds a menu button beside content that has its own links or buttons. */
function WithActions({ field, value, type, decorated, children }: DetailValueProps & { children: React.ReactNode }) {
  const styles = useStyles();
  const interactions = useFieldInteractions();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const mark = useMark(useHighlightingRules(), field, value);
  return (
    <div className={styles.value}>
      {mark ? (
        <div className={styles.marked} style={mark}>
          {children}
        </div>
      ) : (
        children
      )}
      {interactions && (
        <span className={styles.actions}>
          <IconButton
            ref={anchor}
            size="small"
            quiet
            label={widgetTexts.valueActions(field)}
            icon={<MoreIcon />}
            aria-haspopup="menu"
            aria-expanded={open}
            onClick={() => {
              if (interactions.onValueClick?.({ field, value }) !== false) setOpen(true);
            }}
          />
        </span>
      )}
      {open && (
        <Float onFailed={() => setOpen(false)}>
          <ActionMenu
            anchor={anchor}
            subject={{ kind: 'value', field, value, type, decorated }}
            onClose={() => setOpen(false)}
          />
        </Float>
      )}
    </div>
  );
}
