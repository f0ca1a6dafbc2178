/** Renders the row of controls with the values of a dashboard's variables, below its filter. */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { valueText, variableValues } from '../../../machines/variable-values.js';
import { withVariable, type Variable } from '../../../machines/variables.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Chip } from '../../kit/chip.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import type { DashboardPageActor } from '../page/use-dashboard-page.js';
import { variableWords } from '../../view-area/index.js';
import { variableTexts } from './texts.js';
import { VariableControl } from './variable-control.js';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.m}px ${space.xl}px`,
    paddingTop: `${space.m}px`,
    minWidth: 0,
  },
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    minWidth: 0,
    [container.compact]: { flex: '1 1 100%' },
  },
  label: {
    flexShrink: 0,
    maxWidth: '220px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...type.body,
    color: tokens.text.secondary,
    // A title of several words gets several lines beside the control, because a phone shows no tooltip.
    [container.compact]: { width: '96px', overflowWrap: 'anywhere', whiteSpace: 'normal' },
  },
  control: { width: '260px', minWidth: 0, [container.compact]: { flex: '1 1 auto', width: 'auto' } },
  note: { flexBasis: '100%', margin: 0, ...type.caption, color: tokens.text.secondary },
});

export interface VariablesBarProps {
  readonly page: DashboardPageActor;
  readonly variables: readonly Variable[];
}

export function VariablesBar({ page, variables }: VariablesBarProps): ReactNode {
  const styles = useStyles();
  const { allows } = useHostElement();
  const { client } = useConnection();
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const range = useSelector(page, ({ context }) => context.override?.timerange ?? undefined);
  const { data: root } = useQuery(serverRootQuery(client));
  const values = variableValues(variables, bindings);
  return (
    <div role="group" aria-label={variableTexts.label} className={styles.row}>
      {variables.map((variable) => {
        const value = values.get(variable.name) ?? [];
        const name = variable.title || variable.name;
        return allows('variables') ? (
          <Labelled key={variable.name} name={name}>
            {(id) => (
              <VariableControl
                variable={variable}
                name={name}
                id={id}
                value={value}
                range={range}
                onChange={(changed) =>
                  page.send({ type: 'bindings.changed', bindings: withVariable(bindings, variable, changed) })
                }
              />
            )}
          </Labelled>
        ) : (
          <Chip key={variable.name}>{`${name}: ${valueText(value, variableWords)}`}</Chip>
        );
      })}
      {root && root.embedded !== true && (
        <p role="note" className={styles.note}>
          {variableTexts.referenceServer}
        </p>
      )}
    </div>
  );
}

function Labelled({ name, children }: { readonly name: string; readonly children: (id: string) => ReactNode }) {
  const styles = useStyles();
  const id = useId();
  return (
    <div className={styles.field}>
      {/* Lists and pairs of fields are named by their own label, so only a text field needs this label. */}
      <label className={styles.label} htmlFor={id} title={name}>
        {name}
      </label>
      <span className={styles.control}>{children(id)}</span>
    </div>
  );
}
