/**
 * Renders a dialog with the fields of a view that the server computes while it searches: the user can add, change and
 * remove fields, and create a pipeline rule or an extractor from a field.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { mostComputedFields } from '../../../api/contract/computed-fields.schema.js';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import {
  computedFieldsOf,
  definitionsOf,
  ruleOfComputed,
  type ComputedField,
} from '../../../machines/computed-fields.js';
import type { ShownResult } from '../../../machines/search-execution/results.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { fitsAddress } from '../../../machines/view/page-look.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, DeleteIcon, EditIcon, ExtractIcon, PipelineIcon } from '../../kit/icons.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { ComputedExtractorDialog } from './extractor-dialog.js';
import { ComputedFieldForm } from './computed-field-form.js';
import { computedTexts as words } from './texts.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
  text: { margin: 0, ...type.body, color: tokens.text.secondary },
  list: {
    margin: 0,
    padding: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
    listStyleType: 'none',
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.s}px`,
    padding: `${space.xs}px ${space.s}px ${space.xs}px ${space.xl}px`,
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.border.divider}` },
  },
  words: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', ...type.body },
  about: { ...type.caption, color: tokens.text.tertiary },
});

const newRuleRoute = '/system/pipelines/rules/new';
/** Route of a page for a new extractor, with any node and input, to check whether the host has such pages. */
const newExtractorPath = '/system/inputs/any/any/extractors/new';

const messagesIn = (shown: ShownResult | undefined) =>
  Object.values(shown?.result?.search_types ?? {}).flatMap((found) =>
    found?.type === 'messages' ? found.messages.map(({ message }) => message) : [],
  );

export interface ComputedFieldsDialogProps {
  readonly document: ViewDocument;
  readonly queryId: string;
  /** Result on the page, whose messages are the first samples. */
  readonly shown: ShownResult | undefined;
  /** Called with the definitions of all fields by name, as JSON texts. */
  readonly onDefine: (definitions: Readonly<Record<string, string>>) => void;
  readonly onClose: () => void;
}

export function ComputedFieldsDialog(props: ComputedFieldsDialogProps): ReactNode {
  const { document, queryId, shown, onDefine, onClose } = props;
  const styles = useStyles();
  const { client } = useConnection();
  const navigate = useNavigate();
  const hasRoute = useHasRoute();
  const [adding, setAdding] = useState(false);
  const [changed, setChanged] = useState<ComputedField>();
  const [extracted, setExtracted] = useState<ComputedField>();
  /** Label of the button that gets the focus when the list is shown; undefined: the button that adds fields. */
  const [opener, setOpener] = useState<string>();
  /**
   * Returns the properties of a button that shows another dialog; the button gets the focus when the list is shown
   * again.
   */
  const opens = (label: string, show: () => void) => ({
    label,
    ...(opener === label && { 'data-autofocus': '' }),
    onClick: () => {
      setOpener(label);
      show();
    },
  });
  const { data: root } = useQuery(serverRootQuery(client));
  const fields = computedFieldsOf(document, queryId);
  const computes = root?.embedded === true;
  const define = (next: readonly ComputedField[]): void => onDefine(definitionsOf(next));
  const full = fields.length >= mostComputedFields;
  if (extracted) return <ComputedExtractorDialog computed={extracted} onBack={() => setExtracted(undefined)} />;
  if (adding || changed) {
    const others = fields.filter(({ name }) => name !== changed?.name);
    const found = fields.findIndex(({ name }) => name === changed?.name);
    // A new field, and a field that was removed while it was edited, is added at the end.
    const at = found < 0 ? others.length : found;
    const back = (): void => {
      setAdding(false);
      setChanged(undefined);
    };
    return (
      <ComputedFieldForm
        changed={changed}
        taken={others.map(({ name }) => name)}
        left={mostComputedFields - others.length}
        messages={messagesIn(shown)}
        onBack={back}
        onTake={(taken) => {
          define([...others.slice(0, at), ...taken, ...others.slice(at)]);
          // The label of the button contains the name of the field, which may have changed.
          if (changed) setOpener(taken[0] && words.edit(taken[0].name));
          back();
        }}
      />
    );
  }
  return (
    <Dialog
      open
      size="medium"
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          {computes && (
            <Button
              appearance="primary"
              icon={<AddIcon />}
              disabled={full}
              {...(full && { title: words.form.full(mostComputedFields) })}
              {...(opener === undefined && { 'data-autofocus': '' })}
              onClick={() => {
                setOpener(undefined);
                setAdding(true);
              }}
            >
              {words.add}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {root && <p className={styles.text}>{computes ? words.intro : words.referenceServer}</p>}
        {document.view.type === 'SEARCH' && !fitsAddress(document, queryId) && (
          <p className={styles.text}>{words.tooLong}</p>
        )}
        {fields.length === 0 ? (
          <p className={styles.text}>{words.none}</p>
        ) : (
          <ul className={styles.list}>
            {fields.map((field) => (
              <li key={field.name} className={styles.row}>
                <span className={styles.words}>
                  {field.name}
                  <br />
                  <span className={styles.about}>{words.about(field.source, field.kind, field.pattern)}</span>
                </span>
                {computes && (
                  <IconButton
                    size="small"
                    quiet
                    icon={<EditIcon />}
                    {...opens(words.edit(field.name), () => setChanged(field))}
                  />
                )}
                {hasRoute(newRuleRoute) && (
                  <IconButton
                    size="small"
                    quiet
                    label={words.rule(field.name)}
                    icon={<PipelineIcon />}
                    onClick={() => {
                      const search = new URLSearchParams({ source: ruleOfComputed(field) });
                      navigate(`${newRuleRoute}?${search}`, { newTab: true });
                    }}
                  />
                )}
                {hasRoute(newExtractorPath) && (
                  <IconButton
                    size="small"
                    quiet
                    icon={<ExtractIcon />}
                    {...opens(words.toExtractor(field.name), () => setExtracted(field))}
                  />
                )}
                <IconButton
                  size="small"
                  quiet
                  label={words.remove(field.name)}
                  icon={<DeleteIcon />}
                  onClick={() => define(fields.filter(({ name }) => name !== field.name))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
