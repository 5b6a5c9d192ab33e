/**
 * One address for each host of a PostgreSQL address that names several, as libpq allows:
 * `postgres://user:secret@first:5432,second:5433/db`.
 */
export interface HostUrl {
  readonly url: string;
  /** Host and port: what may be shown to people. */
  readonly name: string;
}

const FORM = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(.*)$/;

export function hostUrls(url: string): HostUrl[] {
  const parts = FORM.exec(url);
  if (parts === null) {
    throw new Error(
      'The address of PostgreSQL must be like postgres://user:password@host:5432/database, with ' +
        'several hosts separated by commas, but it does not begin with postgres://.',
    );
  }
  const [, scheme, user, hosts, rest] = parts;
  const before = user === undefined ? scheme : `${scheme}${user}@`;
  return hosts!.split(',').map((name) => ({ url: `${before}${name}${rest}`, name }));
}
