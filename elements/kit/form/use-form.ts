/**
 * Holds the state of a form that saves one entity: the values, the errors of the client's check and of the server, and
 * whether the form is being saved (spec 1 §5).
 *
 * const form = useForm({ initial: { name: role.name }, check: ({ name }) => ({ name: name.trim() === '' ?
 * texts.nameMissing : undefined }), save: (values) => saving.mutateAsync(values), onSaved: () => toast('success', …),
 * }); <Field label="Name" required {...form.field('name')}> <Input value={form.values.name} onChange={(name) =>
 * form.set({ name })} /> </Field>
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useConfirm } from '../feedback.js';
import { useLeaveGuard } from '../leave-guard.js';
import { formTexts } from './texts.js';

/** Error text of each field by the field's name; absent or undefined for a field without an error. */
export type FieldErrors<Values> = { readonly [Name in keyof Values & string]?: string | undefined };

export interface FormPlan<Values extends object, Answer> {
  readonly initial: Values;
  readonly check?: (values: Values) => FieldErrors<Values>;
  readonly save: (values: Values) => Promise<Answer>;
  readonly onSaved?: (answer: Answer, values: Values) => void;
  /** Called with the names of the fields that the server rejected. */
  readonly onRefused?: (names: readonly string[]) => void;
  /** Maps the server's field names to the form's where the two differ: `{ first_name: 'firstName' }`. */
  readonly serverNames?: Readonly<Record<string, keyof Values & string>>;
  /**
   * Reads the stored values before saving; when they have changed since the form was filled, the user must confirm that
   * they are overwritten.
   */
  readonly stored?: () => Promise<Values>;
  /** False if leaving the page needs no confirmation, as for a form inside a dialog; default true. */
  readonly guarded?: boolean;
}

export interface Form<Values extends object> {
  readonly values: Values;
  readonly set: (part: Partial<Values>) => void;
  /**
   * Changes fields that another choice of the user has made obsolete. The fields count as not visited, so their errors
   * are shown only after the user has visited them again.
   */
  readonly empty: (part: Partial<Values>) => void;
  /**
   * Returns props for the `Field` of a name: the server's error, or the check's error once the user has visited the
   * field or tried to save.
   */
  readonly field: (name: keyof Values & string) => { readonly error?: string | undefined };
  /** Marks a field as visited: its error is shown from now on. */
  readonly visit: (name: keyof Values & string) => void;
  /** True after the user has tried to save; every error is shown then. */
  readonly tried: boolean;
  /** True when the values differ from those that are stored. */
  readonly dirty: boolean;
  readonly busy: boolean;
  /** The server's message for a failure that concerns the whole form rather than one of its fields. */
  readonly failure: string | undefined;
  readonly submit: () => void;
  /** Sets the values to those that were last stored and removes all errors. */
  readonly reset: () => void;
  /** Sets the values to `initial` and removes all errors; used after a password or another secret was stored. */
  readonly clear: () => void;
}

export function useForm<Values extends object, Answer>(plan: FormPlan<Values, Answer>): Form<Values> {
  const { check, guarded = true } = plan;
  const confirm = useConfirm();
  const [values, setValues] = useState(plan.initial);
  const [stored, setStored] = useState(plan.initial);
  const [visited, setVisited] = useState<ReadonlySet<string> | 'all'>(new Set<string>());
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const dirty = !sameWire(values, stored);
  const latest = useRef({ dirty });
  useEffect(() => {
    latest.current = { dirty };
  });
  useLeaveGuard(useCallback(() => guarded && latest.current.dirty, [guarded]));

  const errors: FieldErrors<Values> = check?.(values) ?? {};
  const names = Object.keys(values);

  const fail = (error: unknown): void => {
    const byField = fieldErrorsOf(error) ?? {};
    const known: Record<string, string> = {};
    const rest: string[] = [];
    for (const [server, text] of Object.entries(byField)) {
      const name = plan.serverNames?.[server] ?? server;
      if (names.includes(name)) known[name] = text;
      else rest.push(server === '_' ? text : `${server}: ${text}`);
    }
    setRefused(known);
    if (Object.keys(known).length > 0) plan.onRefused?.(Object.keys(known));
    const whole = rest.length > 0 ? rest.join(' ') : undefined;
    setFailure(Object.keys(byField).length > 0 ? whole : reasonOf(error));
  };

  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    setRefused({});
    try {
      const now = await plan.stored?.();
      if (now !== undefined && !sameWire(now, stored) && !(await confirm(overwrite))) return;
      const answer = await plan.save(values);
      if (mounted.current) setStored(values);
      latest.current = { dirty: false };
      plan.onSaved?.(answer, values);
    } catch (error) {
      if (mounted.current) fail(error);
    } finally {
      if (mounted.current) setBusy(false);
    }
  };
  const show = (next: Values): void => {
    setValues(next);
    setStored(next);
    setVisited(new Set<string>());
    setTried(false);
    setFailure(undefined);
    setRefused({});
  };
  const change = (part: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...part }));
    // The server's errors concerned the previous values.
    setFailure(undefined);
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  return {
    values,
    set(part) {
      change(part);
      setVisited((before) => (before === 'all' ? before : new Set([...before, ...Object.keys(part)])));
    },
    empty(part) {
      change(part);
      setVisited((before) => new Set((before === 'all' ? names : [...before]).filter((name) => !(name in part))));
    },
    field(name) {
      const own = visited === 'all' || visited.has(name) ? errors[name] : undefined;
      return { error: refused[name] ?? own };
    },
    visit(name) {
      setVisited((before) => (before === 'all' ? before : new Set([...before, name])));
    },
    tried,
    dirty,
    busy,
    failure,
    submit() {
      setTried(true);
      setVisited('all');
      if (busy || names.some((name) => errors[name as keyof Values & string] !== undefined)) return;
      void send();
    },
    reset: () => show(stored),
    clear: () => show(plan.initial),
  };
}

const overwrite = {
  title: formTexts.changedMeanwhile,
  text: formTexts.changedMeanwhileText,
  confirm: formTexts.overwrite,
  danger: true,
} as const;
