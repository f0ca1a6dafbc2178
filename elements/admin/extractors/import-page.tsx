/**
 * Renders a page that imports extractors from a file, and shows the reason for each extractor that the server has
 * rejected (screens/data-intake.md X5).
 */
import { converterTypeOf } from '../../../api/extractors/converters.js';
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { importExtractorsMutation } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FileInput } from '../../kit/file-input.js';
import { Fields, FormBox, useForm, type Form } from '../../kit/form/index.js';
import type { PageProps } from '../../kit/pages.js';
import { Textarea } from '../../kit/textarea.js';
import { useTextFile } from '../../kit/text-file.js';
import { readExtractors, type ReadFile } from './extractor-file.js';
import { texts } from './texts.js';
import { WithInput } from './with-input.js';

const { importing: words } = texts;

const limit = { mostBytes: 5_000_000, tooLarge: words.tooLarge };

const useStyles = makeStyles({ results: { marginTop: '16px' } });

interface ImportValues {
  readonly content: string;
  /** The extractors in `content`, stored so that a large file is parsed only once. */
  readonly read: ReturnType<typeof readExtractors>;
}

const importOf = (content: string): ImportValues => ({ content, read: readExtractors(content) });

export function ImportPage({ params }: PageProps): ReactNode {
  return (
    <WithInput params={params} edits title={words.page} description={words.description}>
      {({ input }) => <ImportForm inputId={input.id} />}
    </WithInput>
  );
}

function ImportForm({ inputId }: { readonly inputId: string }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const taking = useMutation(importExtractorsMutation(client, queryClient, inputId));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const file = useTextFile(limit, (content) => form.set(importOf(content ?? '')));
  const form: Form<ImportValues> = useForm<ImportValues, void>({
    initial: importOf(''),
    check: ({ read }) => ({ content: typeof read === 'string' ? words.problems[read] : undefined }),
    save: async ({ read }) => {
      setProblems([]);
      if (typeof read !== 'string') await take(read);
    },
  });
  const take = async ({ requests, unreadable }: ReadFile): Promise<void> => {
    const results = await taking.mutateAsync(requests);
    const problemLines = results.flatMap(({ title, problem, dropped }) => {
      const name = title.trim() === '' ? words.untitled : title;
      if (problem !== undefined) return [words.refused(name, problem)];
      if (dropped.length === 0) return [];
      return [words.refused(name, texts.form.dropped(dropped.map((one) => converterTypeOf(one).label).join(', ')))];
    });
    setProblems([...unreadable.map(words.noExtractor), ...problemLines]);
    const failed = unreadable.length + results.filter(({ problem }) => problem !== undefined).length;
    const all = unreadable.length + results.length;
    if (failed === 0) toast('success', words.done(all), texts.success);
    else toast('warning', words.partly(failed, all), words.failed);
    if (failed < all) host.emit('log-changed', { type: 'extractor', id: '' });
  };
  const edit = (content: string): void => {
    setProblems([]);
    // The content is no longer that of the file, which may still be being read.
    file.choose(undefined);
    form.set(importOf(content));
  };
  return (
    <Section title={texts.list.import}>
      <FormBox form={form} submit={words.submit} submitting={words.submitting} failed={words.failed}>
        <Fields>
          <Field label={words.file} help={words.fileHelp} error={file.problem}>
            <FileInput
              file={file.file}
              accept=".json,application/json"
              onChange={(chosen) => (setProblems([]), file.choose(chosen))}
            />
          </Field>
          <Field label={words.content} required {...form.field('content')}>
            <Textarea mono rows={30} value={form.values.content} onChange={edit} />
          </Field>
        </Fields>
      </FormBox>
      {problems.length > 0 && (
        <div className={styles.results}>
          <ErrorPanel title={words.results} errors={problems} />
        </div>
      )}
    </Section>
  );
}
