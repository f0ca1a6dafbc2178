/** Renders the form of the installation of a content pack, with the results of its dry run. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type {
  ContentPack,
  ContentPackParameter,
  DryRun,
  PlannedParameter,
} from '../../../api/contract/content-packs.js';
import { textOfValue, valueOfText } from '../../../machines/content-pack/parameter-values.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { CheckFilledIcon, ErrorIcon, InfoIcon, WarningIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { installing: reported } = texts;

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '14px' },
  warning: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    marginTop: '4px',
    color: tokens.status.warning.text,
    ...type.caption,
    '& > svg': { flexShrink: 0, fontSize: '16px' },
  },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  checks: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none', ...type.body },
  check: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    '& > svg': { flexShrink: 0, fontSize: '16px', marginTop: '1px' },
  },
  anyway: { marginTop: '12px' },
  good: { '& > svg': { color: tokens.status.success.icon } },
  bad: { '& > svg': { color: tokens.status.danger.icon } },
  doubtful: { '& > svg': { color: tokens.status.warning.icon } },
  known: { '& > svg': { color: tokens.status.info.icon } },
});

export interface InstallAsideProps {
  readonly pack: ContentPack;
  /** Result of the dry run; null if the server does not support dry runs. */
  readonly plan: DryRun | null;
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (parameter: string, text: string) => void;
  readonly anyway: boolean;
  readonly onAnyway: (anyway: boolean) => void;
  readonly comment: string;
  readonly onComment: (comment: string) => void;
}

export function InstallAside(props: InstallAsideProps): ReactNode {
  const { pack, plan, values, onValue, comment, onComment } = props;
  const styles = useStyles();
  return (
    <>
      <Section title={reported.parameters}>
        {pack.parameters.length === 0 ? (
          reported.noParameters
        ) : (
          <div className={styles.fields}>
            {pack.parameters.map((parameter) => (
              <Parameter
                key={parameter.name}
                parameter={parameter}
                planned={plan?.parameters.find(({ name }) => name === parameter.name)}
                text={values[parameter.name] ?? textOfValue(parameter.default_value)}
                onText={(text) => onValue(parameter.name, text)}
              />
            ))}
          </div>
        )}
      </Section>
      {plan && <Checks {...props} plan={plan} />}
      <Section title={reported.optionalComment}>
        <Field label={reported.comment} labelHidden help={reported.commentHelp}>
          <Textarea rows={3} value={comment} maxLength={512} onChange={onComment} />
        </Field>
      </Section>
    </>
  );
}

interface ParameterProps {
  readonly parameter: ContentPackParameter;
  readonly planned: PlannedParameter | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Parameter({ parameter, planned, text, onText }: ParameterProps): ReactNode {
  const styles = useStyles();
  const { title, description, type: kind } = parameter;
  const error =
    text.trim() === '' ? reported.needed : valueOfText(kind, text) === undefined ? reported.wrongNumber : undefined;
  const suggestion = planned?.suggestion;
  return (
    <div>
      <Field label={title} help={description} error={error}>
        {kind === 'boolean' ? (
          <Select
            options={[
              { value: '', label: '' },
              { value: 'true', label: reported.yes },
              { value: 'false', label: reported.no },
            ]}
            value={text}
            onChange={onText}
          />
        ) : (
          <Input value={text} onChange={onText} />
        )}
      </Field>
      {planned?.warning && error === undefined && (
        <div className={styles.warning} role="status">
          <WarningIcon />
          <span className={styles.text}>{planned.warning}</span>
          {suggestion !== null && suggestion !== undefined && (
            <Button size="small" onClick={() => onText(String(suggestion))}>
              {reported.use(String(suggestion))}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type CheckKind = 'good' | 'bad' | 'doubtful' | 'known';
const icons: Readonly<Record<CheckKind, ReactNode>> = {
  good: <CheckFilledIcon />,
  bad: <ErrorIcon />,
  doubtful: <WarningIcon />,
  known: <InfoIcon />,
};

function Checks({ plan, anyway, onAnyway }: InstallAsideProps & { readonly plan: DryRun }): ReactNode {
  const styles = useStyles();
  const conflicts = plan.entities.filter(({ action }) => action === 'conflict');
  const open = conflicts.filter(({ conflict }) => !conflict?.chosen).length;
  const impossible = plan.entities.filter(({ action }) => action === 'impossible').length;
  const missing = plan.parameters.filter(({ problem }) => problem !== null).length;
  const warnings = plan.entities.flatMap((entity) => entity.warnings).length;
  const unmet = plan.constraints.filter(({ fulfilled }) => !fulfilled);
  const lines: (readonly [kind: CheckKind, text: string])[] = [
    ...plan.constraints.map(({ constraint, fulfilled }): readonly [CheckKind, string] => [
      fulfilled ? 'good' : anyway ? 'doubtful' : 'bad',
      constraint.type === 'server-version'
        ? reported.serverVersion(constraint.version)
        : reported.plugin(constraint.plugin ?? '', constraint.version),
    ]),
    missing > 0 ? ['bad', reported.missingValues(missing)] : ['good', reported.allValues],
    conflicts.length === 0
      ? ['good', reported.noConflicts]
      : open > 0
        ? ['bad', reported.undecided(open)]
        : ['good', reported.decided],
    ...(impossible > 0 ? [['bad', reported.impossible(impossible)] as const] : []),
    warnings > 0 ? ['doubtful', reported.warnings(warnings)] : ['good', reported.noWarnings],
    ...plan.warnings.map((text): readonly [CheckKind, string] => ['known', text]),
    ...(open > 0 || missing > 0 || impossible > 0 || (unmet.length > 0 && !anyway)
      ? []
      : plan.problems.map((text): readonly [CheckKind, string] => ['bad', text])),
  ];
  return (
    <Section title={reported.checks}>
      <ul className={styles.checks}>
        {lines.map(([kind, text], at) => (
          <li key={at} className={mergeClasses(styles.check, styles[kind])}>
            {icons[kind]}
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ul>
      {unmet.length > 0 && (
        <div className={styles.anyway}>
          <Checkbox label={reported.anyway} checked={anyway} onChange={onAnyway} />
        </div>
      )}
    </Section>
  );
}
