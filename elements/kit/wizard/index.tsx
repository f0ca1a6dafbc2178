/**
 * Renders a wizard: a list of steps beside or above the content of the current step (spec 1 §4 "Wizard"). The content
 * of a step keeps its state while another step is shown.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMachine } from '@xstate/react';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { neighbour, wizardMachine, type WizardStepState } from '../../../machines/wizard.js';
import { Button } from '../button.js';
import { CheckIcon, WarningIcon } from '../icons.js';
import { laterKitTexts } from '../later-texts.js';
import { container, focusRing, tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  nav: { scrollMarginTop: 'calc(var(--lc-page-top, 0px) + 16px)' },
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  vertical: {
    gridTemplateColumns: '220px minmax(0, 1fr)',
    alignItems: 'start',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  steps: { display: 'flex', flexWrap: 'wrap', gap: '4px 8px', padding: 0, margin: 0, listStyleType: 'none' },
  column: { flexDirection: 'column' },
  item: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  // Line between two steps when the steps are side by side.
  line: {
    '::after': { content: '""', flexShrink: 0, width: '40px', height: '1px', backgroundColor: tokens.border.default },
    [container.wide]: { '::after': { width: '8px', backgroundColor: 'transparent' } },
  },
  step: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '40px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    textAlign: 'start',
    cursor: 'pointer',
    ...type.control,
    ':hover': { color: tokens.text.primary },
    ':focus-visible': { ...focusRing },
    ':disabled': { color: tokens.text.disabled, cursor: 'default' },
  },
  active: { color: tokens.text.primary, fontWeight: 600 },
  circle: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    boxSizing: 'border-box',
    borderRadius: '50%',
    border: `1px solid ${tokens.border.strong}`,
    ...type.caption,
  },
  done: {
    border: 'none',
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
    fontSize: '16px',
  },
  current: {
    border: 'none',
    backgroundColor: tokens.brand.solid,
    color: tokens.text.onBrand,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight', color: 'HighlightText' },
  },
  faulty: { display: 'inline-flex', fontSize: '16px', color: tokens.status.warning.icon },
  ways: { display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: '8px', marginTop: '16px' },
  cancel: { marginInlineEnd: 'auto' },
});

export interface WizardStep {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
  readonly disabled?: boolean;
  /** True when a field of the step has an error; the step then has a warning icon. */
  readonly faulty?: boolean;
}

export interface WizardWays {
  readonly active: string;
  readonly choose: (key: string) => void;
  /**
   * Goes to the previous step; undefined on the first step. `next` goes to the next step; undefined on the last step.
   */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** Returns the current step of a wizard and the functions that change it; `first` is the key of the initial step. */
export function useWizard(steps: readonly WizardStepState[], first: string): WizardWays {
  const states = steps.map(({ key, disabled = false }) => ({ key, disabled }));
  const [{ context }, send] = useMachine(wizardMachine, { input: { steps: states, active: first } });
  const known = JSON.stringify(states);
  useEffect(() => {
    // Cast: the text was serialised above from `states`, which is a new list at each rendering.
    send({ type: 'steps.changed', steps: JSON.parse(known) as typeof states });
  }, [known, send]);
  return {
    active: context.active,
    choose: (key) => send({ type: 'step.chosen', key }),
    previous: neighbour(context, -1) === undefined ? undefined : () => send({ type: 'previous' }),
    next: neighbour(context, 1) === undefined ? undefined : () => send({ type: 'next' }),
  };
}

export interface WizardProps {
  /** Accessible name of the list of steps. */
  readonly label: string;
  readonly steps: readonly WizardStep[];
  readonly wizard: WizardWays;
  readonly vertical?: boolean;
  /** True shows the buttons Previous and Next below the content. */
  readonly ways?: boolean;
  /** Buttons below the content of the last step: a Cancel button, and a submit button in place of Next. */
  readonly end?: { readonly cancel: ReactNode; readonly submit: ReactNode };
}

export function Wizard({ label, steps, wizard, vertical = false, ways = false, end }: WizardProps): ReactNode {
  const styles = useStyles();
  const { active: shown, choose, previous, next } = wizard;
  const at = steps.findIndex(({ key }) => key === shown);
  const ending = at === steps.length - 1 ? end : undefined;
  const nav = useRef<HTMLElement>(null);
  const wentOn = useRef(false);
  const isEnd = ending !== undefined;
  useEffect(() => {
    // The submit button takes the place of the Next button. The focus goes to the list of steps, so that a key that is
    // still held down does not submit.
    if (isEnd && wentOn.current) nav.current?.querySelector<HTMLElement>('[aria-current=step]')?.focus();
    wentOn.current = false;
  }, [isEnd]);
  const before = useRef(shown);
  useEffect(() => {
    // The Next button is at the end of a step, so the page scrolls back to the top when another step is shown.
    if (before.current !== shown) nav.current?.scrollIntoView({ block: 'nearest' });
    before.current = shown;
  }, [shown]);
  useEffect(() => {
    if (at < 0) console.warn(`The wizard ${JSON.stringify(label)} has no step ${JSON.stringify(shown)}.`);
  }, [at, label, shown]);
  return (
    <div className={mergeClasses(styles.root, vertical && styles.vertical)}>
      <nav ref={nav} aria-label={label} className={styles.nav}>
        <ol className={mergeClasses(styles.steps, vertical && styles.column)}>
          {steps.map(({ key, title, disabled = false, faulty = false }, index) => (
            <li key={key} className={mergeClasses(styles.item, !vertical && index < steps.length - 1 && styles.line)}>
              <button
                type="button"
                disabled={disabled}
                aria-current={key === shown ? 'step' : undefined}
                className={mergeClasses(styles.step, key === shown && styles.active)}
                onClick={() => choose(key)}
              >
                <span
                  className={mergeClasses(styles.circle, index < at && styles.done, key === shown && styles.current)}
                  aria-hidden
                >
                  {index < at ? <CheckIcon /> : index + 1}
                </span>
                {title}
                {faulty && (
                  <span className={styles.faulty} role="img" aria-label={laterKitTexts.stepFaulty}>
                    <WarningIcon />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {steps.map(({ key, content }) => (
          <div key={key} hidden={key !== shown}>
            {content}
          </div>
        ))}
        {ways && (
          <div className={styles.ways}>
            {ending && <span className={styles.cancel}>{ending.cancel}</span>}
            <Button disabled={!previous} onClick={previous}>
              {laterKitTexts.previous}
            </Button>
            {ending ? (
              <Fragment key="end">{ending.submit}</Fragment>
            ) : (
              <Button
                appearance="primary"
                disabled={!next}
                onClick={() => {
                  wentOn.current = true;
                  next?.();
                }}
              >
                {laterKitTexts.next}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
