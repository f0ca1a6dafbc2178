import { useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.js';
import { HideIcon, ShowIcon } from './icons.js';
import { Input, type InputProps } from './input.js';
import { kitTexts } from './texts.js';

/**
 * Renders a password field with a button that shows the password. Callers set `autoComplete` to `current-password` or
 * `new-password`.
 */
export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          label={shown ? kitTexts.hidePassword : kitTexts.showPassword}
          icon={shown ? <HideIcon /> : <ShowIcon />}
          size="small"
          quiet
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
