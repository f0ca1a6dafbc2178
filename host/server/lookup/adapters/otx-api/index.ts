/** Defines the data adapter for indicators of AlienVault OTX. */
import { isIP } from 'node:net';
import { parseJson } from '../../../../../api/json.js';
import { placeOfAddress } from '../../../outgoing/addresses.js';
import { noFigures, number, text, type Adapter, type AdapterType } from '../../adapter.js';
import { Calls } from '../../calls.js';
import { emptyResult, mapResult, type LookupResult } from '../../result.js';
import { callError, sourceCall, urlProblem } from '../../source-call.js';

const mostBytes = 4 * 1024 * 1024;
const usualUrl = 'https://otx.alienvault.com';
const otxOff = 'OTX lookups are switched off: otx_enabled is false in the threat intelligence configuration.';

/**
 * Returns the indicator type for a key. Undefined: the key is not looked up, because it is an address that is not
 * public, or because it is no address and the type is `IPAutoDetect`.
 */
function indicatorOf(configured: string, key: string): string | undefined {
  const kind = isIP(key);
  if (kind > 0 && placeOfAddress(key) !== 'public') return undefined;
  if (configured !== 'IPAutoDetect') return configured;
  return kind === 4 ? 'IPv4' : kind === 6 ? 'IPv6' : undefined;
}

/** Parses JSON; undefined: the text is no JSON. */
function documentOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the explanation in the answer to a refused request, with a colon before it; the empty text if the answer has
 * no explanation.
 */
function detailOf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return '';
  const { detail, error } = document as { readonly detail?: unknown; readonly error?: unknown };
  const text = [detail, error].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof text === 'string' ? `: ${text.trim().replace(/\.$/, '').slice(0, 200)}` : '';
}

export const otxApiType: AdapterType = {
  type: 'otx-api',
  problems: async (config, { egress }): Promise<Record<string, string[]>> => {
    const problem = await urlProblem(text(config, 'api_url') || usualUrl, egress);
    // The whitelist is checked at each lookup only, because each key has its own URL.
    return problem === undefined || problem.includes('whitelist') ? {} : { api_url: [problem] };
  },
  make: (config, { egress, threat }): Adapter => {
    const calls = new Calls();
    const base = (text(config, 'api_url') || usualUrl).replace(/\/+$/, '');
    const timeoutMs = Math.min(
      120_000,
      ['http_connect_timeout', 'http_write_timeout', 'http_read_timeout'].reduce(
        (sum, name) => sum + number(config, name),
        0,
      ),
    );

    async function ask(indicator: string, key: string, signal: AbortSignal): Promise<LookupResult> {
      const url = `${base}/api/v1/indicators/${indicator}/${encodeURIComponent(key)}/general`;
      const apiKey = text(config, 'api_key') || threat().otxApiKey;
      const headers = {
        Accept: 'application/json',
        'User-Agent': text(config, 'http_user_agent'),
        ...(apiKey !== '' && { 'X-OTX-API-KEY': apiKey }),
      };
      const answer = await sourceCall({ url, headers, mostBytes, timeoutMs }, egress, signal).catch(
        (error: unknown) => {
          throw new Error(callError(error), { cause: error });
        },
      );
      const document = documentOf(answer.body);
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`${url} answers with status ${answer.status}${detailOf(document)}.`);
      if (typeof document !== 'object' || document === null || Array.isArray(document))
        throw new Error(`${url} answers with something that is no JSON object.`);
      const multi = document as Record<string, unknown>;
      const count = (multi['pulse_info'] as { readonly count?: unknown } | undefined)?.count;
      return mapResult(typeof count === 'number' ? count : null, multi);
    }
    return {
      figures: noFigures,
      get error() {
        return threat().otx ? calls.error : otxOff;
      },
      lookup(given) {
        const key = given.trim();
        const indicator = threat().otx && key !== '' ? indicatorOf(text(config, 'indicator'), key) : undefined;
        return indicator === undefined ? emptyResult : calls.run((signal) => ask(indicator, key, signal));
      },
      close: () => calls.close(),
    };
  },
};
