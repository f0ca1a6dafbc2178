import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { Button } from '../button.js';
import { Field } from '../field.js';
import { SearchSelect } from '../search-select.js';

const useStyles = makeStyles({
  tool: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px', minWidth: 0 },
  choice: { width: '300px', maxWidth: '100%' },
});

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChooseToolProps {
  readonly label: string;
  /** Options; undefined while they are being loaded. */
  readonly options: readonly Choice[] | undefined;
  readonly error: string | undefined;
  readonly placeholder: string;
  /** Placeholder when there are no options. */
  readonly none: string;
  readonly button: string;
  readonly icon?: ReactNode;
  readonly primary?: boolean;
  readonly busy?: boolean;
  readonly onChoose: (choice: Choice) => void;
}

/**
 * Renders a select with a button that uses the selected option, for example to launch an input of a type or to assign
 * an output.
 */
export function ChooseTool(props: ChooseToolProps): ReactNode {
  const { label, options, error, placeholder, none, button, icon, primary = false, busy = false, onChoose } = props;
  const styles = useStyles();
  const [value, setValue] = useState<string>();
  // An option that no longer exists is not selected.
  const chosen = options?.find((option) => option.value === value);
  return (
    <div className={styles.tool}>
      <div className={styles.choice}>
        <Field label={label} error={error}>
          <SearchSelect
            options={options ?? []}
            value={chosen?.value}
            onChange={setValue}
            loading={!options && error === undefined}
            placeholder={options?.length === 0 ? none : placeholder}
          />
        </Field>
      </div>
      <Button
        {...(primary && { appearance: 'primary' })}
        icon={icon}
        disabled={!chosen}
        busy={busy}
        onClick={() => chosen && onChoose(chosen)}
      >
        {button}
      </Button>
    </div>
  );
}
