/**
 * A file of the page, held in memory. Only what is in the map that the server is given can be served:
 * no path from a URL ever reaches the file system.
 */
export interface Asset {
  readonly body: Buffer;
  readonly contentType: string;
  /** Without quotation marks; changes with the content. */
  readonly etag: string;
  /** Whether its name changes with its content, so that browsers may keep it for good. */
  readonly isImmutable: boolean;
  /** The same content, compressed beforehand. */
  readonly encodings?: { readonly br?: Buffer; readonly gzip?: Buffer };
}

/** Files of the page by their exact path: `/index.html`. */
export type Assets = ReadonlyMap<string, Asset>;

export interface ChosenForm {
  readonly body: Buffer;
  readonly encoding: 'br' | 'gzip' | null;
  /** As sent: quoted, and different for each form. */
  readonly etag: string;
}

/** Returns the smallest form that the caller accepts. */
export function chooseForm(asset: Asset, acceptEncoding: string | undefined): ChosenForm {
  for (const encoding of ['br', 'gzip'] as const) {
    const body = asset.encodings?.[encoding];
    if (body !== undefined && accepts(acceptEncoding, encoding)) {
      return { body, encoding, etag: `"${asset.etag}-${encoding}"` };
    }
  }
  return { body: asset.body, encoding: null, etag: `"${asset.etag}"` };
}

/** Returns whether the caller has this very form already. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((text) => text.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function accepts(header: string | undefined, encoding: string): boolean {
  const offers = (header ?? '').toLowerCase().split(',');
  return offers.some((offer) => {
    const [name, ...parameters] = offer.split(';').map((part) => part.trim());
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
