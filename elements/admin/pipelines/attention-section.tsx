/** Lists problems of the rules in a pipeline, with links to the rules. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import type { Stored, StoredPipeline } from '../../../api/queries/pipelines.js';
import type { RuleSource } from '../../../api/contract/pipelines.js';
import { Section } from '../../kit/detail-page/index.js';
import { formatNumber } from '../../kit/format.js';
import { ErrorIcon, WarningIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { tokens, type } from '../../kit/tokens.js';
import { newRuleNamed, routes, useFigures } from '../pipeline-parts/index.js';
import { texts } from './texts.js';

const { attention: words } = texts;

/** Number of evaluated messages from which on a rule that never matched is reported. */
const manyMessages = 1000;

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'grid', gridTemplateColumns: '16px minmax(0, 1fr)', columnGap: '10px', ...type.body },
  icon: { fontSize: '16px', lineHeight: '18px' },
  danger: { color: tokens.status.danger.icon },
  warning: { color: tokens.status.warning.icon },
  title: { fontWeight: 600, overflowWrap: 'anywhere' },
  help: { color: tokens.text.secondary },
});

interface Finding {
  readonly key: string;
  readonly kind: 'danger' | 'warning';
  readonly title: string;
  readonly help: string;
  readonly link?: { readonly label: string; readonly route: string };
}

export interface AttentionSectionProps {
  readonly pipeline: StoredPipeline;
  /** Rules that the pipeline refers to; undefined while loading. */
  readonly rules: readonly Stored<RuleSource>[] | undefined;
  readonly mayEdit: boolean;
}

export function AttentionSection({ pipeline, rules, mayEdit }: AttentionSectionProps): ReactNode {
  const styles = useStyles();
  const figures = useFigures();
  const total = (name: string): number => figures?.[name]?.total ?? 0;
  if (!rules) return null;
  const findings = pipeline.stages.flatMap(({ stage, rules: titles }) =>
    titles.flatMap((title): readonly Finding[] => {
      const rule = rules.find((one) => one.title === title);
      const key = `${stage} ${title}`;
      if (!rule) {
        const link = { label: texts.stages.createRule, route: newRuleNamed(title) };
        return [
          { key, kind: 'danger', title: words.missing(title), help: words.missingHelp, ...(mayEdit && { link }) },
        ];
      }
      const link = { label: words.openRule, route: routes.rule(rule.id) };
      if (rule.errors) return [{ key, kind: 'danger', title: words.broken(title), help: words.brokenHelp, link }];
      const at = (meter: Parameters<typeof pipelineMetric.ruleAt>[3]): number =>
        total(pipelineMetric.ruleAt(rule.id, pipeline.id, stage, meter));
      const failed = at('failed');
      if (failed > 0)
        return [
          {
            key,
            kind: 'danger',
            title: words.errors(title, formatNumber(failed)),
            help: words.errorsHelp,
            link: { label: words.showErrors, route: routes.rule(rule.id) },
          },
        ];
      const seen = at('not-matched');
      if (at('matched') === 0 && seen >= manyMessages)
        return [
          { key, kind: 'warning', title: words.unmatched(title), help: words.unmatchedHelp(formatNumber(seen)), link },
        ];
      return [];
    }),
  );
  if (findings.length === 0) return null;
  return (
    <Section title={words.title}>
      <ul className={styles.list}>
        {findings.map(({ key, kind, title, help, link }) => (
          <li key={key} className={styles.item}>
            <span className={styles.icon}>
              <span className={styles[kind]}>{kind === 'danger' ? <ErrorIcon /> : <WarningIcon />}</span>
            </span>
            <div>
              <div className={styles.title}>{title}</div>
              <div className={styles.help}>{help}</div>
              {link && <Link route={link.route}>{link.label}</Link>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
