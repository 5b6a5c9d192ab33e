/**
 * Writes a software bill of materials (CycloneDX, JSON) of everything that is installed to run hedgerow:
 * `npm run sbom [-- file]`. It reads the lock file and needs no network.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { REPOSITORY_ROOT } from './lib/repository.ts';

const STANDARD_FILE = 'hedgerow.cdx.json';
const LARGEST_OUTPUT_BYTES = 256 * 1024 * 1024;

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly components: readonly unknown[];
}

process.exitCode = main(process.argv[2] ?? STANDARD_FILE);

function main(file: string): number {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'],
    { cwd: REPOSITORY_ROOT, encoding: 'utf8', maxBuffer: LARGEST_OUTPUT_BYTES },
  );
  if (status !== 0) {
    process.stderr.write(`npm sbom failed. Run "npm ci" first.\n${stderr}`);
    return 1;
  }
  const bill = JSON.parse(stdout) as BillOfMaterials;
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  process.stdout.write(`${file}: ${bill.bomFormat}, ${bill.components.length} components.\n`);
  return 0;
}
