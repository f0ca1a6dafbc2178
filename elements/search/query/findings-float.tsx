/** Renders the pop-over with the findings of the query validation, which the validation icon opens (spec 2 §8). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, type RefObject } from 'react';
import { space, tokens } from '../../kit/tokens.js';
import { Floating } from '../bar/floating.js';
import { texts } from '../texts.js';
import { ValidationList, type ValidationListProps } from './validation-list.js';

export interface FindingsFloatProps extends ValidationListProps {
  /** The icon that opens the pop-over. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Number of refused submits since the pop-over was opened; each shakes it once. */
  readonly shakes: number;
  readonly onClose: () => void;
}

const shakeMs = 820;

const useStyles = makeStyles({
  root: { padding: `${space.xl}px` },
  shake: {
    animationName: {
      '10%, 90%': { transform: 'translateX(-1px)' },
      '20%, 80%': { transform: 'translateX(2px)' },
      '30%, 50%, 70%': { transform: 'translateX(-4px)' },
      '40%, 60%': { transform: 'translateX(4px)' },
    },
    animationDuration: `${shakeMs}ms`,
    animationTimingFunction: 'cubic-bezier(0.36, 0.07, 0.19, 0.97)',
    '@media (prefers-reduced-motion: reduce)': {
      animationName: {
        '0%, 100%': { boxShadow: 'none' },
        '50%': { boxShadow: `inset 0 0 0 2px ${tokens.status.danger.icon}` },
      },
      animationDuration: '240ms',
    },
  },
});

export function FindingsFloat({ anchor, shakes, onClose, ...list }: FindingsFloatProps) {
  const styles = useStyles();
  const shaking = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = shaking.current;
    if (!element || shakes === 0) return;
    // The class is removed and added again, so that every refusal restarts the animation.
    element.className = '';
    void element.offsetWidth;
    element.className = mergeClasses(styles.root, styles.shake);
  }, [shakes, styles]);
  return (
    <Floating
      anchor={anchor}
      align="end"
      clearsBar
      role="group"
      label={list.severity === 'error' ? texts.query.error : texts.query.warning}
      onClose={onClose}
    >
      <div ref={shaking} className={styles.root} role="alert">
        <ValidationList {...list} />
      </div>
    </Floating>
  );
}
