/**
 * Renders a field for an address that the server will call. The server only calls addresses on the URL whitelist,
 * unless the list is switched off, so the field asks the server while the user types whether the address is allowed.
 */
import { makeStyles } from '@griffel/react';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { fromPromise } from 'xstate';
import { reasonOf } from '../../../api/failures.js';
import { isUrlAllowed, patternOfTemplate } from '../../../api/queries/url-allow-list.js';
import { allowListCheckMachine } from '../../../machines/allow-list-check.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import type { NewEntry } from './allow-list-dialog.js';
import { AllowListDialog } from './lazy-allow-list-dialog.js';
import { Alert } from '../alert.js';
import { Button } from '../button.js';
import { Field } from '../field.js';
import { Float } from '../float.js';
import { Input } from '../input.js';
import { tokens, type } from '../tokens.js';
import { formTexts } from '../form/texts.js';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  where: { paddingLeft: '20px', color: tokens.text.secondary, ...type.caption },
});

export interface UrlFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (url: string) => void;
  /**
   * Called with true when the form must not be submitted, because the address has become invalid or, without `warning`,
   * turns out to be unlisted. Called with false when this is no longer the case.
   */
  readonly onRefused?: (refused: boolean) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /**
   * Text in the address that stands for any value: the address is checked with a sample value in place of it, and the
   * field adds it to the whitelist as a regular expression.
   */
  readonly placeholder?: string;
  /**
   * Text about the consequences of saving an unlisted address. With this text, an unlisted address causes a warning
   * instead of an error.
   */
  readonly warning?: string;
  /** Proposed title of the entry that the field adds to the URL whitelist. */
  readonly entryTitle?: string;
  /** Text shown in place of the help once the server has confirmed the address. */
  readonly allowed?: string;
}

export function UrlField(props: UrlFieldProps): ReactNode {
  const { label, value, onChange, onRefused, required = false, disabled = false, help, error, allowed } = props;
  const { placeholder, warning, entryTitle = '' } = props;
  const checked = placeholder === undefined ? value : value.replaceAll(placeholder, 'test');
  const css = useStyles();
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const mayRead = usePermission('urlwhitelist:read');
  const mayWrite = usePermission('urlwhitelist:write') && mayRead && !readonly;
  const [adding, setAdding] = useState<NewEntry>();
  const add = async (): Promise<void> => {
    const title = entryTitle.trim();
    if (placeholder === undefined || !value.includes(placeholder)) return setAdding({ title, type: 'literal', value });
    return setAdding({ title, type: 'regex', value: await patternOfTemplate(client, value, placeholder) });
  };
  const machine = useMemo(
    () =>
      allowListCheckMachine.provide({
        actors: {
          check: fromPromise<boolean, string>(({ input, signal }) => isUrlAllowed(client, input, signal)),
        },
      }),
    [client],
  );
  const [state, send] = useMachine(machine);
  useEffect(() => {
    send({ type: 'url.changed', url: checked });
  }, [send, checked]);
  const invalid = state.matches('invalid');
  const refused = state.matches('refused');
  const unknown = state.matches('unknown');
  const open = refused || unknown;
  const blocked = invalid || (refused && warning === undefined);
  useEffect(() => {
    if (!open) return undefined;
    // The check is repeated when the window gets the focus, because the list may have been changed in another window.
    const retry = (): void => send({ type: 'retry' });
    window.addEventListener('focus', retry);
    return () => window.removeEventListener('focus', retry);
  }, [open, send]);

  const tell = useEffectEvent((now: boolean) => onRefused?.(now));
  const reported = useRef(false);
  useEffect(() => {
    if (reported.current === blocked) return;
    reported.current = blocked;
    tell(blocked);
  }, [blocked]);

  const notListed = refused ? formTexts.urlNotAllowed(value) : undefined;
  const own = invalid ? formTexts.urlNotValid(value) : warning === undefined ? notListed : undefined;
  return (
    <div className={css.root}>
      <Field
        label={label}
        required={required}
        help={
          unknown
            ? formTexts.urlUnchecked(reasonOf(state.context.failure))
            : state.matches('allowed')
              ? (allowed ?? help)
              : help
        }
        error={error ?? own}
      >
        <Input inputMode="url" disabled={disabled} value={value} onChange={(text) => onChange(text.trim())} />
      </Field>
      {refused && warning !== undefined && (
        <Alert kind="warning">
          {notListed}. {warning}
        </Alert>
      )}
      {refused && (
        <div className={css.where}>
          {mayWrite ? (
            <Button size="small" onClick={() => void add()}>
              {formTexts.urlAllowHere}
            </Button>
          ) : (
            formTexts.urlAskToAllow
          )}
        </div>
      )}
      <Float onFailed={() => setAdding(undefined)}>
        {adding && (
          <AllowListDialog
            add={adding}
            onClose={() => {
              setAdding(undefined);
              send({ type: 'retry' });
            }}
          />
        )}
      </Float>
    </div>
  );
}
