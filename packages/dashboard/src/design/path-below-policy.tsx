/**
 * Where one is, on pages that belong to a policy.
 */
import type { JSX } from 'preact';
import { policyAddress } from '../addresses/route.ts';

export interface PathBelowPolicyProps {
  readonly policy: string;
  /** What this page is: "decision". */
  readonly here: string;
}

export function PathBelowPolicy({ policy, here }: PathBelowPolicyProps): JSX.Element {
  return (
    <>
      <a href="#/">Your policies</a> / <a href={policyAddress(policy)}>{policy}</a> / {here}
    </>
  );
}
