/**
 * Breaks exactly one thing in a request, so that it must be refused.
 */
import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-requests.ts';

type Breaker = (request: FuzzRequest, chance: number) => FuzzRequest;

/** Ways to break any request with a body. */
const OF_BODIES: readonly Breaker[] = [
  (request) => ({ ...request, payload: request.payload.slice(0, -1) }),
  (request) => ({ ...request, payload: `${request.payload}x` }),
  (request) => ({ ...request, payload: `[${request.payload}]` }),
  (request) => ({ ...request, payload: 'null' }),
  (request) => ({ ...request, payload: request.payload.replace('{', '{"unheardOf":1,') }),
  (request) => ({ ...request, payload: request.payload.replace('{', '{"__proto__":{},') }),
  (request) => ({ ...request, payload: request.payload.replace('{', '{"constructor":1,') }),
  (request) => ({ ...request, payload: request.payload.replace(/}$/, ',"unheardOf":1e999}') }),
  (request) => ({ ...request, contentType: 'text/plain' }),
  (request) => ({ ...request, contentType: 'application/xml' }),
  (request, chance) => ({ ...request, payload: replaceOne(request.payload, chance, 'null') }),
  (request, chance) => ({ ...request, payload: replaceOne(request.payload, chance, '1e999') }),
  (request, chance) => ({ ...request, payload: replaceOne(request.payload, chance, '[[]]') }),
];

/** Ways to break any request. */
const OF_ALL: readonly Breaker[] = [
  (request) => ({ ...request, method: 'PATCH' }),
  (request) => ({ ...request, url: `/v2${request.url}` }),
  (request) => ({ ...request, url: `${request.url.split('?')[0]}/more/and/more` }),
  (request) => ({ ...request, url: `${request.url.split('?')[0]}%` }),
  (request) => ({ ...request, headers: { ...request.headers, host: 'evil.example' } }),
];

/** Returns the request with one thing broken. */
export function brokenRequest(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const isWithBody = request.payload !== '' && request.payload !== '{}';
  const breakers = isWithBody ? [...OF_BODIES, ...OF_BODIES, ...OF_ALL] : OF_ALL;
  return fc
    .tuple(fc.constantFrom(...breakers), fc.nat())
    .map(([breakIt, chance]) => ({ ...breakIt(request, chance), isBroken: true }));
}

const PLACE = 'the place of a value';

/** Puts something in the place of one number, text or switch; no field of ours accepts it. */
function replaceOne(payload: string, chance: number, value: string): string {
  const isLeaf = (item: unknown) => typeof item !== 'object' || item === null;
  let leafCount = 0;
  JSON.parse(payload, (_name, item) => {
    if (isLeaf(item)) leafCount += 1;
    return item;
  });
  let leaf = 0;
  const marked = JSON.parse(payload, (_name, item) => {
    if (!isLeaf(item)) return item;
    leaf += 1;
    return leaf - 1 === chance % leafCount ? PLACE : item;
  });
  return leafCount === 0 ? value : JSON.stringify(marked).replace(`"${PLACE}"`, value);
}
