/**
 * Renders the row of the search bar with an input for each parameter `$name$` of the query, or the table and key of a
 * lookup parameter (spec 2 §2 "pluggable controls"). The row is loaded once the query has a parameter. Declaring
 * parameters is an enterprise feature; a note explains undeclared parameters.
 */
import { makeStyles } from '@griffel/react';
import { useId, useState } from 'react';
import type { Bindings, PageParameter } from '../../../machines/parameters.js';
import { withBinding } from '../../../machines/parameters.js';
import { IconButton } from '../../kit/icon-button.js';
import { HideIcon, InfoIcon, ShowIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { contentTokens } from '../../kit/content-tokens.js';
import { container, focusRing, space, tokens, type } from '../../kit/tokens.js';
import { Float } from '../../kit/float.js';
import { texts } from '../texts.js';
import { useControlsHidden } from './use-controls-hidden.js';
import { parameterTexts } from './texts.js';

const ReferenceDialog = lazyPart(() => import('../query/reference-dialog.js'), 'ReferenceDialog');

export interface ParametersRowProps {
  readonly parameters: readonly PageParameter[];
  readonly bindings: Bindings;
  readonly onBindings: (bindings: Bindings) => void;
  /** Called when the user presses Enter in a parameter's input. */
  readonly onSubmit: () => void;
  readonly readOnly?: boolean;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: `${space.s}px`, minWidth: 0 },
  row: { display: 'flex', alignItems: 'flex-start', gap: `${space.m}px`, minWidth: 0 },
  fields: { display: 'flex', flexWrap: 'wrap', flex: '1 1 auto', gap: `${space.s}px ${space.xl}px`, minWidth: 0 },
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    minWidth: 0,
    [container.compact]: { flex: '1 1 100%' },
  },
  label: { flexShrink: 0, maxWidth: '220px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  name: { ...type.log, color: contentTokens.syntax.variable },
  title: { ...type.body, color: tokens.text.primary },
  mark: {
    flexShrink: 0,
    padding: `0 ${space.s}px`,
    borderRadius: tokens.radius.small,
    backgroundColor: tokens.status.warning.background,
    color: tokens.status.warning.text,
    ...type.caption,
  },
  input: { width: '200px', [container.compact]: { flex: '1 1 auto', width: 'auto' } },
  looked: { ...type.body, color: tokens.text.secondary },
  note: { display: 'flex', gap: `${space.s}px`, margin: 0, ...type.caption, color: tokens.text.secondary },
  noteIcon: { flexShrink: 0, paddingTop: '1px', fontSize: '14px', color: tokens.text.tertiary },
  link: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.link,
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { color: tokens.text.linkHover, textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  hidden: { display: 'flex', alignItems: 'center', gap: `${space.s}px`, ...type.caption, color: tokens.text.tertiary },
});

export function ParametersRow(props: ParametersRowProps) {
  const { parameters } = props;
  const styles = useStyles();
  const [hidden, setHidden] = useControlsHidden();
  const [reference, setReference] = useState(false);
  const undeclared = parameters.filter(({ declared, used }) => !declared && used).map(({ name }) => name);
  if (hidden) {
    return (
      <div className={styles.hidden}>
        <ShowIcon />
        {parameterTexts.hidden(parameters.length)}
        <button type="button" className={styles.link} onClick={() => setHidden(false)}>
          {parameterTexts.show}
        </button>
      </div>
    );
  }
  return (
    <div role="group" aria-label={parameterTexts.label} className={styles.root}>
      <div className={styles.row}>
        <div className={styles.fields}>
          {parameters.map((parameter) => (
            <ParameterField key={parameter.name} {...props} parameter={parameter} />
          ))}
        </div>
        <IconButton
          quiet
          size="small"
          label={parameterTexts.hide}
          icon={<HideIcon />}
          onClick={() => setHidden(true)}
        />
      </div>
      {undeclared.length > 0 && (
        <p role="note" className={styles.note}>
          <InfoIcon className={styles.noteIcon} />
          <span>
            {parameterTexts.undeclared(undeclared)}{' '}
            <button type="button" className={styles.link} onClick={() => setReference(true)}>
              {texts.query.learnMore}
            </button>
          </span>
        </p>
      )}
      <Float onFailed={() => setReference(false)}>
        {reference && <ReferenceDialog section="parameters" onClose={() => setReference(false)} />}
      </Float>
    </div>
  );
}

function ParameterField(props: ParametersRowProps & { readonly parameter: PageParameter }) {
  const { parameter, bindings, onBindings, onSubmit, readOnly = false } = props;
  const { name, declared, used, filled, value } = parameter;
  const styles = useStyles();
  const id = useId();
  const title = declared?.title;
  const help = declared?.description ?? undefined;
  const looked = lookedUp(parameter);
  const needed = used && value === '' && !(declared?.optional ?? false);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label} title={help ?? `$${name}$`}>
        {title ? <span className={styles.title}>{title}</span> : <span className={styles.name}>${name}$</span>}
      </label>
      {!declared && <span className={styles.mark}>{parameterTexts.undeclaredMark}</span>}
      {looked !== undefined ? (
        <span id={id} className={styles.looked}>
          {looked}
        </span>
      ) : (
        <span className={styles.input}>
          <Input
            id={id}
            size="small"
            mono
            value={filled ? value : ''}
            placeholder={placeholderOf(parameter)}
            aria-required={needed || undefined}
            readOnly={readOnly}
            spellCheck={false}
            autoComplete="off"
            onChange={(text) => onBindings(withBinding(bindings, name, text))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              onSubmit();
            }}
          />
        </span>
      )}
    </div>
  );
}

function placeholderOf({ declared, filled, value }: PageParameter): string {
  if (!filled && value !== '') return value;
  return declared?.optional ? parameterTexts.optional : parameterTexts.value;
}

/** Returns a text with the table and key of a lookup parameter; undefined for parameters that users fill in. */
function lookedUp({ declared }: PageParameter): string | undefined {
  if (declared?.type !== 'lut-parameter-v1') return undefined;
  const { lookup_table: table, key } = declared as { lookup_table?: unknown; key?: unknown };
  return parameterTexts.lookedUp(String(table ?? ''), String(key ?? ''));
}
