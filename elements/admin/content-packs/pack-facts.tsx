/** Details, constraints, parameters and entities of a content pack (screens/data-intake.md C3, C2 step 3). */
import { lazy, Suspense, type ReactNode } from 'react';
import type { ConstraintResult, ContentPack } from '../../../api/contract/content-packs.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { useFactTable } from '../../kit/fact-table.js';
import { OutsideLink } from '../../kit/link.js';
import { entityTitle } from './entities.js';
import { texts, typeName } from './texts.js';

const { pack: told } = texts;

const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

export function PackFacts({
  pack,
  constraints,
}: {
  readonly pack: ContentPack;
  readonly constraints: readonly ConstraintResult[];
}): ReactNode {
  const table = useFactTable();
  const { name, summary, vendor, url, id, rev, description, parameters, entities } = pack;
  return (
    <>
      <Section title={told.details}>
        <Details
          rows={[
            [told.version, rev],
            [told.name, name],
            [told.summary, summary],
            [told.vendor, vendor],
            [
              told.url,
              url === '' ? undefined : /^https?:/.test(url) ? <OutsideLink href={url}>{url}</OutsideLink> : url,
            ],
            [told.id, id],
          ]}
        />
      </Section>
      {description.trim() !== '' && (
        <Section title={told.descriptionTitle}>
          <Suspense fallback={<p>{description}</p>}>
            <Markdown text={description} />
          </Suspense>
        </Section>
      )}
      <Section title={told.constraints}>
        {constraints.length === 0 ? (
          told.noConstraints
        ) : (
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{told.name}</th>
                <th scope="col">{told.type}</th>
                <th scope="col">{told.version}</th>
                <th scope="col">{told.fulfilled}</th>
              </tr>
            </thead>
            <tbody>
              {constraints.map(({ constraint, fulfilled }, at) => (
                <tr key={at}>
                  <td>{constraint.plugin ?? 'server'}</td>
                  <td data-label={told.type}>{constraint.type}</td>
                  <td data-label={told.version}>{constraint.version}</td>
                  <td>{fulfilled ? told.fulfilled : told.notFulfilled}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={told.parameters}>
        {parameters.length === 0 ? (
          told.noParameters
        ) : (
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{told.parameterTitle}</th>
                <th scope="col">{told.parameterName}</th>
                <th scope="col">{told.type}</th>
                <th scope="col">{told.defaultValue}</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map((parameter) => (
                <tr key={parameter.name}>
                  <td>{parameter.title}</td>
                  <td data-label={told.parameterName}>{parameter.name}</td>
                  <td data-label={told.type} data-short>
                    {parameter.type}
                  </td>
                  <td data-label={told.defaultValue}>
                    {parameter.default_value === null ? '' : String(parameter.default_value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={`${told.entities} (${entities.length})`}>
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{told.entityTitle}</th>
              <th scope="col">{told.type}</th>
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
