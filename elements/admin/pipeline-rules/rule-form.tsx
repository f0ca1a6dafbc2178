/** Renders the editor of a rule with its tools (screens/administration.md E4). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type { RuleSource } from '../../../api/contract/pipelines.js';
import type { RuleTest } from '../../../api/contract/rule-tests.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { checkRule, parseErrorsOf, ruleQuery, saveRuleMutation, type Stored } from '../../../api/queries/pipelines.js';
import { applied, type Finding } from '../../../machines/pipelines/finding.js';
import { ruleNameOf } from '../../../api/pipeline-language/index.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, useForm } from '../../kit/form/index.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { PageHeader } from '../../kit/page-header.js';
import { Suspense } from '../../kit/suspense.js';
import { Textarea } from '../../kit/textarea.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import { routes } from '../pipeline-parts/index.js';
import { SourceField, type ShownValue, type SourceFieldHandle } from '../rule-editor/index.js';
import { WorkbenchSection } from '../rule-workbench/index.js';
import { ErrorBook } from './error-book.js';
import { DiagnosisSection } from './diagnosis-section.js';
import { FunctionReference } from './function-reference.js';
import { SimulationSection } from './simulation-section.js';
import { texts } from './texts.js';
import type { TestDraft, TestsSectionProps } from './tests-section.js';
import { useFindings } from './use-findings.js';
import { useRenaming } from './use-renaming.js';
import { useRuleFacts } from './use-rule-facts.js';

const { form: words } = texts;

const TestsSection = lazyPart<'TestsSection', TestsSectionProps>(() => import('./tests-section.js'), 'TestsSection');

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 372px)',
    gap: `${space.xl}px`,
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: `${space.xl}px`, minWidth: 0 },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    gap: '16px',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  label: { ...type.cardTitle },
  next: { marginTop: '8px' },
  renamed: { display: 'grid', justifyItems: 'start', gap: '8px' },
  used: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', rowGap: '4px', ...type.body },
  quiet: { color: tokens.text.secondary, ...type.body },
  unsaved: { display: 'flex', alignItems: 'center', gap: '6px', color: tokens.text.secondary, ...type.body },
  dot: { width: '8px', height: '8px', borderRadius: '50%', backgroundColor: tokens.change.unsavedDot },
});

/** Values and findings that the workbench displays in the editor. */
interface Shown {
  readonly values: readonly ShownValue[];
  readonly findings: readonly Finding[];
}
const nothingShown: Shown = { values: [], findings: [] };

export interface RuleFormProps {
  /** The rule to edit; undefined for a new rule. */
  readonly rule: Stored<RuleSource> | undefined;
  /** Initial source of a new rule. */
  readonly template?: string;
  /** Message on which the rule is run immediately. */
  readonly sample?: ResultMessage | undefined;
  /** Content between the page header and the editor. */
  readonly above?: ReactNode;
  readonly mayEdit: boolean;
}

export function RuleForm({ rule, template = '', sample, above, mayEdit }: RuleFormProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const navigate = useNavigate();
  const facts = useRuleFacts();
  const editor = useRef<SourceFieldHandle>(null);
  const [closing, setClosing] = useState(false);
  const [rewriting, setRewriting] = useState(true);
  const saving = useMutation(saveRuleMutation(client, queryClient));
  const before = rule?.title ?? undefined;
  const { usedIn, knowsUse, rewrite } = useRenaming(before);
  const closes = useRef(false);
  const form = useForm({
    initial: { description: rule?.description ?? '', source: rule?.source ?? template },
    check: ({ source }) => ({ source: source.trim() === '' ? words.sourceMissing : undefined }),
    ...(rule && {
      stored: async () => {
        const now = await queryClient.fetchQuery({ ...ruleQuery(client, rule.id), staleTime: 0 });
        return { description: now.description ?? '', source: now.source };
      },
    }),
    save: async ({ description, source }) => {
      const { errors } = await checkRule(client, source, new AbortController().signal);
      if (errors.length > 0) throw new Error(words.invalid);
      try {
        return await saving.mutateAsync({ id: rule?.id, description, source });
      } catch (error) {
        throw parseErrorsOf(error) ? new Error(words.invalid, { cause: error }) : error;
      }
    },
    onSaved: async ({ id, title }) => {
      toast('success', words.saved(title ?? ''), texts.success);
      emit('log-changed', { type: 'pipeline-rule', id });
      if (rewriting && title !== null && title !== before) await rewrite(title);
      if (closes.current) navigate(routes.rules);
      else if (!rule && id !== null) navigate(routes.rule(id));
    },
  });
  const { values } = form;
  const found = useFindings(values.source, facts);
  const [draft, setDraft] = useState<TestDraft>();
  const [tried, setTried] = useState<ResultMessage | undefined>(sample);
  const [shown, setShown] = useState<Shown>(nothingShown);
  const onShown = useCallback(
    (shownValues: readonly ShownValue[], findings: readonly Finding[]) => setShown({ values: shownValues, findings }),
    [],
  );
  const marked = useMemo(() => [...found.findings, ...shown.findings], [found.findings, shown.findings]);
  const title = ruleNameOf(values.source);
  const isRenamed = before !== undefined && title !== undefined && title !== before && usedIn.length > 0;
  const submit = (close: boolean): void => {
    closes.current = close;
    setClosing(close);
    form.submit();
  };
  const buttons = (
    <>
      {form.dirty && (
        <span className={styles.unsaved}>
          <span className={styles.dot} />
          {words.unsaved}
        </span>
      )}
      <Button onClick={() => navigate(routes.rules)}>{texts.cancel}</Button>
      {mayEdit && rule && (
        <Button busy={form.busy && closing} onClick={() => submit(true)}>
          {words.updateAndClose}
        </Button>
      )}
      {mayEdit && (
        <Button appearance="primary" busy={form.busy && !closing} onClick={() => submit(false)}>
          {form.busy && !closing ? (rule ? words.updating : words.creating) : rule ? words.update : words.create}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={rule ? words.page : words.newPage}
        {...(title !== undefined && { name: title })}
        description={words.description}
        actions={buttons}
      />
      {above}
      {form.failure !== undefined && <ErrorPanel title={words.failed} errors={[form.failure]} />}
      {isRenamed && (
        <Alert kind="info">
          <div className={styles.renamed}>
            {words.renamed(before, usedIn.map((one) => one.title).join(', '))}
            <Checkbox label={words.rewrite(title)} checked={rewriting} onChange={setRewriting} />
          </div>
        </Alert>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title={words.source}>
            <Fields>
              <div className={styles.facts}>
                <Field label={words.ruleDescription} {...form.field('description')}>
                  <Textarea
                    rows={2}
                    readOnly={!mayEdit}
                    value={values.description}
                    onChange={(description) => form.set({ description })}
                  />
                </Field>
                <div>
                  <div className={styles.label}>{words.title}</div>
                  <p className={styles.quiet}>
                    {title ?? words.noTitle} · {words.titleHelp}
                  </p>
                  {rule && (
                    <>
                      <div className={mergeClasses(styles.label, styles.next)}>{words.usedIn}</div>
                      <div className={styles.used}>
                        {knowsUse && usedIn.length === 0 && <span className={styles.quiet}>{texts.notUsed}</span>}
                        {usedIn.map((pipeline) => (
                          <Link key={pipeline.id} route={routes.pipeline(pipeline.id)}>
                            {pipeline.title}
                          </Link>
                        ))}
                      </div>
                    </>
                  )}
                </div>
              </div>
              <Field label={words.source} required {...form.field('source')}>
                <SourceField
                  ref={editor}
                  label={words.source}
                  kind="rule"
                  value={values.source}
                  onChange={(source) => form.set({ source })}
                  onSubmit={() => mayEdit && submit(false)}
                  disabled={!mayEdit}
                  facts={facts}
                  findings={marked}
                  values={shown.values}
                />
              </Field>
            </Fields>
          </Section>
          <WorkbenchSection
            source={values.source}
            ruleTitle={title}
            tried={tried}
            onShown={onShown}
            {...(rule && mayEdit && { onTest: (test: RuleTest) => setDraft({ index: undefined, test }) })}
          />
          <SimulationSection source={values.source} />
        </div>
        <div className={styles.column}>
          <DiagnosisSection
            {...found}
            findings={marked}
            source={values.source}
            onFix={mayEdit ? (fix) => form.set({ source: applied(values.source, fix) }) : undefined}
            onShow={(at) => editor.current?.goTo(at)}
          />
          {rule && <ErrorBook ruleId={rule.id} mayEdit={mayEdit} onTry={setTried} />}
          {rule && (
            <Suspense fallback={null}>
              <TestsSection
                ruleId={rule.id}
                source={values.source}
                mayEdit={mayEdit}
                draft={draft}
                onDraft={setDraft}
                onTry={setTried}
              />
            </Suspense>
          )}
          <FunctionReference />
        </div>
      </div>
    </>
  );
}
