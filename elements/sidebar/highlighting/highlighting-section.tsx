import { makeStyles } from '@griffel/react';
import { useState } from 'react';
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { draftOf, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { useConfirm } from '../../kit/feedback.js';
import { AddIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { SortableList } from '../../kit/sortable-list.js';
import { Float } from '../../kit/float.js';
import { space, tokens, type as textType } from '../../kit/tokens.js';
import { useView } from '../../view-area/index.js';
import type { SectionProps } from '../panel.js';
import { texts } from '../texts.js';
import { RuleRow } from './rule-row.js';
import { ruleText } from './rule-text.js';

const RuleDialog = lazyPart(() => import('./rule-dialog.js'), 'RuleDialog');

const useStyles = makeStyles({
  matches: { display: 'flex', alignItems: 'center', gap: `${space.m}px`, ...textType.body },
  swatch: {
    width: '20px',
    height: '20px',
    borderRadius: tokens.radius.control,
    border: `1px solid ${tokens.border.default}`,
    backgroundColor: tokens.highlight.match.background,
    forcedColorAdjust: 'none',
  },
  note: { ...textType.caption, color: tokens.text.tertiary },
  list: { margin: `0 -${space.s}px` },
});

/** Open editor: an existing rule (by its index) or a new one. */
type Editing = { readonly index: number } | 'new' | undefined;

/** Renders a section with the highlighting rules of the page, in order, with buttons to change them. */
export function HighlightingSection({ page }: SectionProps) {
  const { document } = useView(page);
  return document ? <Rules page={page} document={document} /> : null;
}

function Rules({ page, document }: Pick<SectionProps, 'page'> & { readonly document: ViewDocument }) {
  const styles = useStyles();
  const confirm = useConfirm();
  const { readonly: readOnly } = useHostElement();
  const { view, queryId } = useView(page);
  const [keys] = useState(() => new RuleKeys());
  const [editing, setEditing] = useState<Editing>();
  // The API has a closed set of conditions; a rule with an unknown condition is listed and matches nothing.
  const rules = (stateOf(document, queryId).formatting?.highlighting ?? []) as readonly HighlightingRule[];
  const change = (next: readonly HighlightingRule[]): void => view.send({ type: 'highlighting.changed', rules: next });
  const replace = (index: number, rule: HighlightingRule): void => {
    keys.inherit(rule, rules[index]);
    change(rules.map((other, at) => (at === index ? rule : other)));
  };
  const remove = async (rule: HighlightingRule): Promise<void> => {
    const { removeTitle: title, removeQuestion: text, removeConfirm } = texts.highlighting;
    if (!(await confirm({ title, text, confirm: removeConfirm, danger: true }))) return;
    // The rules are read again, because they may have changed while the confirmation dialog was open.
    const { document: latest } = view.getSnapshot().context;
    const left = latest ? (stateOf(latest, queryId).formatting?.highlighting ?? []) : [];
    change((left as readonly HighlightingRule[]).filter((other) => other !== rule));
  };
  const edited = editing === 'new' || editing === undefined ? undefined : rules[editing.index];

  return (
    <>
      <div className={styles.matches}>
        <span className={styles.swatch} aria-hidden="true" />
        {texts.highlighting.matches}
      </div>
      {rules.length === 0 && <p className={styles.note}>{texts.highlighting.none}</p>}
      <SortableList
        label={texts.highlighting.rules}
        items={rules}
        keyOf={keys.of}
        nameOf={ruleText}
        onReorder={change}
        fixed={readOnly}
        className={styles.list}
      >
        {(rule, index) => (
          <RuleRow
            rule={rule}
            readOnly={readOnly}
            onColor={(color) => replace(index, { ...rule, color: { type: 'static', color } })}
            onEdit={() => setEditing({ index })}
            onRemove={() => void remove(rule)}
          />
        )}
      </SortableList>
      {rules.length > 1 && <p className={styles.note}>{texts.highlighting.order}</p>}
      {!readOnly && (
        <Button size="small" icon={<AddIcon />} onClick={() => setEditing('new')}>
          {texts.highlighting.add}
        </Button>
      )}
      <Float onFailed={() => setEditing(undefined)}>
        {editing !== undefined && (
          <RuleDialog
            rule={edited}
            searched={draftOf(document, queryId)}
            onClose={() => setEditing(undefined)}
            onSave={(rule) => {
              if (editing === 'new') change([...rules, rule]);
              else replace(editing.index, rule);
              setEditing(undefined);
            }}
          />
        )}
      </Float>
    </>
  );
}

/** Assigns keys to rules, which have no id: the same object keeps its key, and so does the object that replaces it. */
class RuleKeys {
  readonly #keys = new WeakMap<HighlightingRule, string>();
  #next = 0;

  readonly of = (rule: HighlightingRule): string => {
    const known = this.#keys.get(rule);
    if (known !== undefined) return known;
    const key = String(this.#next++);
    this.#keys.set(rule, key);
    return key;
  };

  inherit(rule: HighlightingRule, before: HighlightingRule | undefined): void {
    if (before) this.#keys.set(rule, this.of(before));
  }
}
