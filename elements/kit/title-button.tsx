/** Renders the button of a title row; on narrow screens it shows only its icon. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import { container } from './tokens.js';

const useStyles = makeStyles({
  button: { [container.wide]: { width: '28px', padding: 0 } },
  word: { [container.wide]: { display: 'none' } },
});

export interface TitleButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'className' | 'aria-label'> {
  readonly word: string;
}

export function TitleButton({ word, ...button }: TitleButtonProps): ReactNode {
  const styles = useStyles();
  return (
    <Button {...button} size="small" className={styles.button} aria-label={word}>
      <span className={styles.word}>{word}</span>
    </Button>
  );
}
