/**
 * While no key exists, only this computer gets in, and no page of another origin.
 */
import { describe, expect, it } from 'vitest';
import { type HostCheckInput, hostFault, isLoopbackAddress } from './host-check.ts';

const OPEN = { allowedHosts: [], isOpen: true };
const KEYED = { allowedHosts: [], isOpen: false };

function asked(input: Partial<HostCheckInput>): HostCheckInput {
  return {
    host: 'localhost:8080',
    origin: undefined,
    fetchSite: undefined,
    remoteAddress: '127.0.0.1',
    ...input,
  };
}

describe('hostFault', () => {
  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.9.8.7:65535', '[::1]', '[::1]:80'])(
    'accepts the host %s while open',
    (host) => {
      expect(hostFault(asked({ host }), OPEN)).toBeNull();
    },
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.256',
    '0.0.0.0',
    '[::2]',
    'user@localhost',
    'localhost:80:80',
    'localhost, evil.example',
    '128.0.0.1',
  ])('refuses the host %s while open', (host) => {
    expect(hostFault(asked({ host }), OPEN)).toContain('Host header');
  });

  it('accepts any host once keys are in use, unless names are listed', () => {
    const host = 'farm.example:443';
    expect(hostFault(asked({ host }), KEYED)).toBeNull();
    expect(hostFault(asked({ host }), { ...KEYED, allowedHosts: ['Farm.example'] })).toBeNull();
    expect(hostFault(asked({ host }), { ...KEYED, allowedHosts: ['other'] })).not.toBeNull();
    expect(hostFault(asked({}), { ...KEYED, allowedHosts: ['other'] })).toBeNull();
  });

  it('lets listed names in while open, too', () => {
    const rules = { allowedHosts: ['farm.example'], isOpen: true };
    expect(hostFault(asked({ host: 'farm.example' }), rules)).toBeNull();
  });

  it('refuses other computers while open', () => {
    for (const remoteAddress of ['10.0.0.1', '::ffff:192.168.1.4', 'fe80::1']) {
      expect(hostFault(asked({ remoteAddress }), OPEN)).toContain('computer');
      expect(hostFault(asked({ remoteAddress }), KEYED)).toBeNull();
    }
    expect(hostFault(asked({ remoteAddress: '::ffff:127.0.0.1' }), OPEN)).toBeNull();
  });

  it.each(['http://evil.example', 'null', 'http://localhost', 'http://localhost:8081'])(
    'refuses the origin %s while open',
    (origin) => {
      expect(hostFault(asked({ origin }), OPEN)).toContain('origins');
    },
  );

  it('accepts its own origin, and refuses what the browser calls foreign', () => {
    expect(hostFault(asked({ origin: 'http://localhost:8080' }), OPEN)).toBeNull();
    expect(hostFault(asked({ fetchSite: 'same-origin' }), OPEN)).toBeNull();
    expect(hostFault(asked({ fetchSite: 'none' }), OPEN)).toBeNull();
    expect(hostFault(asked({ fetchSite: 'cross-site' }), OPEN)).not.toBeNull();
    expect(hostFault(asked({ fetchSite: 'same-site' }), OPEN)).not.toBeNull();
  });
});

describe('isLoopbackAddress', () => {
  it('knows loopback from everything else', () => {
    expect(
      ['127.0.0.1', '127.255.255.255', '::1', '::FFFF:127.0.0.1'].every(isLoopbackAddress),
    ).toBe(true);
    for (const address of ['0.0.0.0', '::', '127.0.0', '1127.0.0.1', '127.0.0.1x', '']) {
      expect(isLoopbackAddress(address)).toBe(false);
    }
  });
});
