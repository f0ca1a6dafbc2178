/**
 * Routes of the variables of sidecar configurations, which templates name as `${user.NAME}` (contract administration
 * sidecarVariables.*).
 */
import * as endpoints from '../../../api/contract/sidecars.js';
import {
  VariableBody,
  type ConfigurationVariable,
  type SidecarConfiguration,
} from '../../../api/contract/sidecars.schema.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError, ValidationResultError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import { Yielder } from '../foundation/yielding.js';
import type { Registry } from '../http/registry.js';
import { sorted } from '../lists/paging.js';
import { versionOf } from '../sidecars/documents.js';
import { renameVariable, variablesOf } from '../../../api/sidecar-template/names.js';
import { refuse, validationOf, variableProblems } from '../sidecars/validation.js';

const mostVariables = 500;
/**
 * Largest number of characters of all variables together, because every rendering of a template keeps them in memory.
 */
const mostCharacters = 2_000_000;

const variableOf = (id: string, { name, description, content }: VariableBody): ConfigurationVariable => ({
  id,
  name: name ?? '',
  description: description ?? null,
  content: content ?? '',
});

export function registerSidecarVariables(
  registry: Registry,
  { documents, sidecars }: Needs<'documents' | 'sidecars'>,
  entities: Entities,
): void {
  const stored = new StoredEntities<ConfigurationVariable>(documents, entities, {
    type: 'sidecar_variable',
    missing: (id) => `Could not find variable <${id}>`,
    leave: async ({ name }) => {
      const users = await usedBy(name);
      if (users.length === 0) return;
      const names = users.map((one) => one.name).join(', ');
      throw new ValidationResultError({ name: [`Variable is still used in the following configurations: ${names}`] });
    },
  });

  async function usedBy(name: string): Promise<SidecarConfiguration[]> {
    const yielder = new Yielder();
    const found: SidecarConfiguration[] = [];
    for (const configuration of sidecars.documents.configurations.all()) {
      if (yielder.isOver) await yielder.pause();
      if (variablesOf(configuration.template).has(name)) found.push(configuration);
    }
    return found;
  }

  function checkRoom(body: VariableBody, id?: string): void {
    const others = stored.all().filter((one) => one.id !== id);
    if (others.length >= mostVariables)
      throw new BadRequestError(
        `There are ${mostVariables} variables, which is as many as there may be. Delete one first.`,
      );
    const characters = others.reduce((sum, { content }) => sum + content.length, body.content?.length ?? 0);
    if (characters > mostCharacters)
      throw new BadRequestError(`All variables together have at most ${mostCharacters} characters.`);
  }

  async function renameInTemplates(from: string, to: string, user: Caller): Promise<void> {
    for (const { id } of await usedBy(from)) {
      const before = sidecars.documents.configurations.get(id);
      const changed = await sidecars.documents.configurations.update(id, (kept) => ({
        ...kept,
        template: renameVariable(kept.template, from, to),
        version: versionOf(kept) + 1,
      }));
      if (changed) await sidecars.versions.add(changed, user.username, null, before);
    }
  }

  registry.serve(endpoints.listVariables, {}, () =>
    sorted(
      stored.all(),
      'asc',
      ({ name }) => name,
      ({ id }) => id,
    ),
  );
  registry.serve(endpoints.configurationsOfVariable, {}, ({ params }) => usedBy(stored.get(params.id).name));
  registry.serve(endpoints.createVariable, { body: VariableBody }, async ({ body, user }) => {
    refuse(variableProblems(body, sidecars.documents));
    checkRoom(body);
    const variable = await stored.create(variableOf(newEntityId(), body), user);
    sidecars.changed();
    return variable;
  });
  registry.serve(endpoints.updateVariable, { body: VariableBody }, async ({ params, body, user }) => {
    const before = stored.get(params.id);
    refuse(variableProblems(body, sidecars.documents, before.id));
    checkRoom(body, before.id);
    const variable = await stored.update(before.id, () => variableOf(before.id, body), user);
    if (variable.name !== before.name) await renameInTemplates(before.name, variable.name, user);
    sidecars.changed();
    return variable;
  });
  registry.serve(endpoints.deleteVariable, {}, async ({ params, user }) => {
    await stored.remove(params.id, user);
    sidecars.changed();
    return undefined;
  });
  registry.serve(endpoints.validateVariable, { body: VariableBody }, ({ body }) =>
    validationOf(variableProblems(body, sidecars.documents, body.id ?? undefined)),
  );
}
