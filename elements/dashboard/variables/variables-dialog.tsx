/**
 * Renders a dialog in which the variables of a dashboard are added, changed, ordered and removed; nothing changes until
 * "Apply".
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import {
  declarationsOf,
  mostVariables,
  usedNames,
  variableKind,
  variablesOf,
  type Declarations,
  type Variable,
} from '../../../machines/variables.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { useConfirm } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, DeleteIcon, EditIcon } from '../../kit/icons.js';
import { SortableList } from '../../kit/sortable-list.js';
import { contentTokens } from '../../kit/content-tokens.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { variableTexts } from './texts.js';
import { VariableForm, type VariableDraft } from './variable-form.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
  intro: { margin: 0, ...type.body, color: tokens.text.secondary },
  list: { border: `1px solid ${tokens.border.subtle}`, borderRadius: tokens.radius.control, overflow: 'clip' },
  item: {
    padding: `${space.xs}px`,
    backgroundColor: tokens.surface.card,
    '&:not(:last-child)': { borderBottom: `1px solid ${tokens.border.divider}` },
  },
  row: { display: 'flex', alignItems: 'center', gap: `${space.m}px`, minWidth: 0 },
  name: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    flexGrow: 1,
    columnGap: `${space.m}px`,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  title: { minWidth: 0, ...type.control },
  reference: { minWidth: 0, color: contentTokens.syntax.variable, ...type.log },
  kind: { ...type.caption, color: tokens.text.tertiary },
  offers: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `${space.m}px`, ...type.body },
});

export interface VariablesDialogProps {
  readonly document: ViewDocument;
  readonly onDeclare: (declarations: Declarations & { readonly kind: string }) => void;
  readonly onClose: () => void;
}

const empty: Variable = { name: '', title: '', kind: 'select', field: '', several: false, value: [] };

export function VariablesDialog({ document, onDeclare, onClose }: VariablesDialogProps): ReactNode {
  const styles = useStyles();
  const confirm = useConfirm();
  const words = variableTexts.dialog;
  const [variables, setVariables] = useState(() => variablesOf(document));
  const [editing, setEditing] = useState<VariableDraft>();
  const used = usedNames(document);
  const undeclared = used.filter((name) => !variables.some((one) => one.name === name));
  const full = variables.length >= mostVariables;
  if (editing) {
    return (
      <VariableForm
        draft={editing}
        taken={variables.map(({ name }) => name).filter((name) => name !== editing.before)}
        onBack={() => setEditing(undefined)}
        onTake={(variable) => {
          const known = variables.some(({ name }) => name === editing.before);
          setVariables(
            known ? variables.map((one) => (one.name === editing.before ? variable : one)) : [...variables, variable],
          );
          setEditing(undefined);
        }}
      />
    );
  }
  const remove = async ({ name }: Variable): Promise<void> => {
    const sure =
      !used.includes(name) ||
      (await confirm({
        title: words.removeTitle,
        text: words.used(name),
        confirm: words.removeTitle,
        danger: true,
      }));
    if (sure) setVariables((all) => all.filter((one) => one.name !== name));
  };
  return (
    <Dialog
      open
      size="medium"
      title={words.title}
      onClose={onClose}
      onSubmit={() => onDeclare({ ...declarationsOf(variables, document), kind: variableKind })}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" appearance="primary">
            {words.apply}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.intro}>{words.intro}</p>
        {variables.length === 0 ? (
          <p className={styles.intro}>{words.none}</p>
        ) : (
          <SortableList
            label={words.list}
            items={variables}
            keyOf={({ name }) => name}
            nameOf={({ title, name }) => title || name}
            onReorder={setVariables}
            className={styles.list}
            itemClassName={styles.item}
          >
            {(variable) => (
              <div className={styles.row}>
                <span className={styles.name}>
                  {variable.title && <span className={styles.title}>{variable.title}</span>}
                  <span className={styles.reference}>{`$${variable.name}$`}</span>
                </span>
                <span className={styles.kind}>{variableTexts.form.kinds[variable.kind]}</span>
                <IconButton
                  size="small"
                  quiet
                  label={words.edit(variable.name)}
                  icon={<EditIcon />}
                  onClick={() => setEditing({ before: variable.name, variable })}
                />
                <IconButton
                  size="small"
                  quiet
                  label={words.remove(variable.name)}
                  icon={<DeleteIcon />}
                  onClick={() => void remove(variable)}
                />
              </div>
            )}
          </SortableList>
        )}
        <div className={styles.offers}>
          <Button
            icon={<AddIcon />}
            disabled={full}
            {...(full && { title: words.full(mostVariables) })}
            onClick={() => setEditing({ before: undefined, variable: empty })}
          >
            {words.add}
          </Button>
        </div>
        {undeclared.length > 0 && !full && (
          <div className={styles.offers}>
            {words.undeclared}
            {undeclared.slice(0, mostVariables).map((name) => (
              <Button
                key={name}
                size="small"
                onClick={() => setEditing({ before: undefined, variable: { ...empty, name } })}
              >
                {words.addNamed(name)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}
