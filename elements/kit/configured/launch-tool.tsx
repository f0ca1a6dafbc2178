/** Renders a select with a button that launches a new input or output of the selected type. */
import { useMemo, type ReactNode } from 'react';
import type { ConfigurableType } from '../../../api/contract/config-fields.js';
import { reasonOf } from '../../../api/failures.js';
import { AddIcon } from '../icons.js';
import { inOrder } from '../in-order.js';
import { ChooseTool } from './choose-tool.js';

export interface LaunchToolProps {
  /** Types by id; undefined until they are loaded. */
  readonly types: Readonly<Record<string, Pick<ConfigurableType, 'name'>>> | undefined;
  /** Reason why the types could not be loaded; null: no failure. */
  readonly error: Error | null;
  readonly texts: Readonly<Record<'type' | 'select' | 'noTypes' | 'typesFailed' | 'button', string>>;
  readonly onLaunch: (type: string) => void;
}

export function LaunchTool({ types, error, texts, onLaunch }: LaunchToolProps): ReactNode {
  const options = useMemo(
    () =>
      types &&
      Object.entries(types)
        .map(([value, { name: label }]) => ({ value, label }))
        .sort((one, other) => inOrder(one.label, other.label)),
    [types],
  );
  return (
    <ChooseTool
      label={texts.type}
      options={options}
      error={error ? `${texts.typesFailed}: ${reasonOf(error)}` : undefined}
      placeholder={texts.select}
      none={texts.noTypes}
      button={texts.button}
      icon={<AddIcon />}
      primary
      onChoose={({ value }) => onLaunch(value)}
    />
  );
}
