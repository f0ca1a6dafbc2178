/** Defines the data adapter that requests JSON from a web service for each key. */
import { parseJson } from '../../../../../api/json.js';
import { jsonPath } from '../../../json-path/json-path.js';
import { EgressRefusedError, shownAddress } from '../../../outgoing/egress-guard.js';
import { noFigures, reasonOf, text, type Adapter, type AdapterType } from '../../adapter.js';
import { Calls } from '../../calls.js';
import { mapResult, singleResult, type LookupResult } from '../../result.js';
import { callError, sourceCall, urlProblem } from '../../source-call.js';

const mostBytes = 1024 * 1024;
const timeoutMs = 10_000;

const withKey = (template: string, key: string): string => template.replaceAll('${key}', encodeURIComponent(key));

function pathProblem(path: string, single: boolean): string | undefined {
  try {
    const { isDefinite } = jsonPath(path);
    return single && !isDefinite ? 'JSONPath does not return a single value.' : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function headersOf(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function multiOf(found: unknown, single: LookupResult): LookupResult {
  const value = single.single_value;
  if (found === undefined || found === null) return single;
  if (Array.isArray(found)) return mapResult(value, { value: found }, found.map(String));
  if (typeof found === 'object') return mapResult(value, found as Record<string, unknown>);
  return mapResult(value, { value: found });
}

export const httpJsonPathType: AdapterType = {
  type: 'httpjsonpath',
  problems: async (config, { egress }): Promise<Record<string, string[]>> => {
    const url = text(config, 'url');
    const multi = text(config, 'multi_value_jsonpath');
    const parts: Readonly<Record<string, string | undefined>> = {
      // A sample key replaces the placeholder, so that the address can be checked.
      url: await urlProblem(withKey(url, 'test'), egress).then((problem) =>
        problem?.startsWith('URL <') ? `URL <${url}> is not on the URL whitelist.` : problem,
      ),
      single_value_jsonpath: pathProblem(text(config, 'single_value_jsonpath'), true),
      multi_value_jsonpath: multi === '' ? undefined : pathProblem(multi, false),
    };
    return Object.fromEntries(
      Object.entries(parts).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, [problem]]])),
    );
  },
  make: (config, { egress }): Adapter => {
    const calls = new Calls();
    const template = text(config, 'url');
    const single = jsonPath(text(config, 'single_value_jsonpath'));
    const multiPath = text(config, 'multi_value_jsonpath');
    const multi = multiPath === '' ? undefined : jsonPath(multiPath);
    const headers = {
      ...headersOf(config['headers']),
      Accept: 'application/json',
      'User-Agent': text(config, 'user_agent') || 'Log Console Lookup',
    };

    async function ask(key: string, signal: AbortSignal): Promise<LookupResult> {
      const url = withKey(template, key);
      const answer = await sourceCall({ url, headers, mostBytes, timeoutMs }, egress, signal).catch(
        (error: unknown) => {
          throw error instanceof EgressRefusedError ? error : new Error(callError(error), { cause: error });
        },
      );
      const shown = shownAddress(url);
      if (answer.status < 200 || answer.status > 299) throw new Error(`${shown} answers with status ${answer.status}.`);
      let document: unknown;
      try {
        document = parseJson(answer.body);
      } catch {
        throw new Error(`${shown} answers with something that is no JSON.`);
      }
      const value = single.find(document);
      if (
        typeof value !== 'string' &&
        typeof value !== 'number' &&
        typeof value !== 'boolean' &&
        typeof value !== 'bigint'
      )
        throw new Error(
          `The answer of ${shown} has no text, number or Boolean at ${text(config, 'single_value_jsonpath')}.`,
        );
      const result = singleResult(value);
      return multi ? multiOf(multi.find(document), result) : result;
    }
    return {
      figures: noFigures,
      get error() {
        return calls.error;
      },
      lookup: (key) => calls.run((signal) => ask(key, signal)),
      close: () => calls.close(),
    };
  },
};
