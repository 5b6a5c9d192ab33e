import { describe, expect, it } from 'vitest';
import { readCurlWords } from './curl-stand-in.ts';

describe('readCurlWords', () => {
  it('reads what our pages write', () => {
    const words = ['-s', '-X', 'PUT', 'http://x/y', '-H', 'content-type: a/b', '-d', '{}'];
    expect(readCurlWords(words)).toEqual({
      address: 'http://x/y',
      method: 'PUT',
      headers: { 'content-type': 'a/b' },
      body: '{}',
    });
  });

  it('posts what has a body, as curl does', () => {
    expect(readCurlWords(['http://x', '-d', '1']).method).toBe('POST');
    expect(readCurlWords(['http://x']).method).toBe('GET');
  });

  it('refuses what it does not know', () => {
    expect(() => readCurlWords(['--proxy', 'http://x'])).toThrow('does not know "--proxy"');
    expect(() => readCurlWords(['-s'])).toThrow('needs an address');
  });
});
