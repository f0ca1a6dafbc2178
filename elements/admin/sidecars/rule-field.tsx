/** Renders a field for the assignment rule of a configuration, with the matching sidecars while the user types. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { matchRule } from '../../../api/queries/sidecar-configurations.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Chip } from '../../kit/chip.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { useTrial } from '../../kit/tester/index.js';
import { tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';

const words = formTexts.configuration;
const mostShown = 12;

const useStyles = makeStyles({
  found: { color: tokens.text.secondary, ...type.caption, minHeight: '16px', marginTop: '-8px' },
  nodes: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '4px' },
});

export interface RuleFieldProps {
  readonly rule: string;
  readonly collectorId: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onRule: (rule: string) => void;
}

export function RuleField({ rule, collectorId, error, disabled, onRule }: RuleFieldProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const mayRead = usePermission('sidecars:read');
  const trial = useTrial({
    name: 'assignment-rule',
    input: mayRead && rule.trim() !== '' ? { assignment_rule: rule.trim(), collector_id: collectorId } : undefined,
    run: async (input, signal) => (await matchRule(client, input, signal)) ?? null,
  });
  const { result } = trial;
  return (
    <>
      <Field label={words.rule} help={words.ruleHelp} error={trial.error === undefined ? error : reasonOf(trial.error)}>
        <Input mono disabled={disabled} value={rule} onChange={onRule} />
      </Field>
      {result && trial.error === undefined && (
        <div className={styles.found} role="status">
          {result.total === 0 ? words.ruleNothing : words.ruleFound(result.total)}
          <div className={styles.nodes}>
            {result.nodes.slice(0, mostShown).map(({ node_id: id, node_name: name }) => (
              <Chip key={id} size="small">
                {name}
              </Chip>
            ))}
            {result.total > mostShown && words.ruleMore(result.total - mostShown)}
          </div>
        </div>
      )}
    </>
  );
}
