/**
 * Sends the requests of the documentation where `curl` is missing: the few options that our pages use.
 */
export interface CurlRequest {
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Reads the words after `curl`; refuses what it does not know. */
export function readCurlWords(words: readonly string[]): CurlRequest {
  const headers: Record<string, string> = {};
  let address: string | undefined;
  let method: string | undefined;
  let body: string | undefined;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-X') method = rest.shift();
    else if (word === '-d') body = rest.shift();
    else if (word === '-H') {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(rest.shift() ?? '') ?? [];
      if (name !== undefined) headers[name.toLowerCase()] = value!;
    } else if (/^https?:/.test(word)) address = word;
    else if (word !== '-s') throw new Error(`The stand-in for curl does not know "${word}".`);
  }
  if (address === undefined) throw new Error('The stand-in for curl needs an address.');
  return { address, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body };
}

if (import.meta.main) {
  const { address, body, ...request } = readCurlWords(process.argv.slice(2));
  const response = await fetch(address, { ...request, ...(body === undefined ? {} : { body }) });
  process.stdout.write(await response.text());
}
