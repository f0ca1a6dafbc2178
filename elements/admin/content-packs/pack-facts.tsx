/** Renders details, constraints, parameters and entities of a content pack (screens/data-intake.md C3, C2 step 3). */
import { makeStyles } from '@griffel/react';
import { lazy, Suspense, type ReactNode } from 'react';
import type { ConstraintResult, ContentPack } from '../../../api/contract/content-packs.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { useFactTable } from '../../kit/fact-table.js';
import { OutsideLink } from '../../kit/link.js';
import { tokens } from '../../kit/tokens.js';
import { entityTitle } from './entities.js';
import { texts, typeName } from './texts.js';

const useStyles = makeStyles({ unmet: { color: tokens.status.danger.text, fontWeight: 600 } });

const { pack: reported } = texts;

const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

export function PackFacts({
  pack,
  constraints,
}: {
  readonly pack: ContentPack;
  readonly constraints: readonly ConstraintResult[];
}): ReactNode {
  const table = useFactTable();
  const styles = useStyles();
  const { name, summary, vendor, url, id, rev, description, parameters, entities } = pack;
  return (
    <>
      <Section title={reported.details}>
        <Details
          rows={[
            [reported.version, rev],
            [reported.name, name],
            [reported.summary, summary],
            [reported.vendor, vendor],
            [
              reported.url,
              url === '' ? undefined : /^https?:/.test(url) ? <OutsideLink href={url}>{url}</OutsideLink> : url,
            ],
            [reported.id, id],
          ]}
        />
      </Section>
      {description.trim() !== '' && (
        <Section title={reported.descriptionTitle}>
          <Suspense fallback={<p>{description}</p>}>
            <Markdown text={description} />
          </Suspense>
        </Section>
      )}
      <Section title={reported.constraints}>
        {constraints.length === 0 ? (
          reported.noConstraints
        ) : (
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{reported.name}</th>
                <th scope="col">{reported.type}</th>
                <th scope="col">{reported.version}</th>
                <th scope="col">{reported.fulfilledHead}</th>
              </tr>
            </thead>
            <tbody>
              {constraints.map(({ constraint, fulfilled }, at) => (
                <tr key={at}>
                  <td>{constraint.plugin ?? 'server'}</td>
                  <td data-label={reported.type}>{constraint.type}</td>
                  <td data-label={reported.version}>{constraint.version}</td>
                  <td>
                    {fulfilled ? reported.fulfilled : <span className={styles.unmet}>{reported.notFulfilled}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={reported.parameters}>
        {parameters.length === 0 ? (
          reported.noParameters
        ) : (
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{reported.parameterTitle}</th>
                <th scope="col">{reported.parameterName}</th>
                <th scope="col">{reported.type}</th>
                <th scope="col">{reported.defaultValue}</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map((parameter) => (
                <tr key={parameter.name}>
                  <td>{parameter.title}</td>
                  <td data-label={reported.parameterName}>{parameter.name}</td>
                  <td data-label={reported.type} data-short>
                    {parameter.type}
                  </td>
                  <td data-label={reported.defaultValue}>
                    {parameter.default_value === null ? '' : String(parameter.default_value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={`${reported.entities} (${entities.length})`}>
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{reported.entityTitle}</th>
              <th scope="col">{reported.type}</th>
            </tr>
          </thead>
          <tbody>
            {entities.map((entity) => (
              <tr key={entity.id}>
                <td>{entityTitle(entity)}</td>
                <td data-short>{typeName(entity.type.name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  );
}
