/**
 * Compiles the kernel's AssemblyScript twice, plain and with fused products, and writes both as
 * TypeScript. Run it after every change of kernel.assembly.ts: `node scripts/build-kernel.ts`.
 *
 * A test compiles again and compares, so that source and binary cannot drift apart.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const FOLDER = new URL('../packages/core/src/model/kernel/', import.meta.url);
const SOURCE_NAME = 'kernel.assembly.ts';
const TARGET = new URL('kernel-binary.ts', FOLDER);

/** Returns the text of kernel-binary.ts as the present source gives it. */
export async function kernelBinaryText(): Promise<string> {
  const plain = await compileKernel([]);
  const fused = await compileKernel(['--enable', 'relaxed-simd']);
  return [
    '/** Machine code of kernel.assembly.ts, in hexadecimal. Written by scripts/build-kernel.ts. */',
    '',
    '/** SIMD without fused products: the same bits as TypeScript. */',
    ...declaration('PLAIN_KERNEL_HEX', plain),
    '',
    '/** Relaxed SIMD with fused products. */',
    ...declaration('FUSED_KERNEL_HEX', fused),
    '',
  ].join('\n');
}

function declaration(name: string, bytes: Uint8Array): string[] {
  return [`export const ${name}: string =`, `  '${Buffer.from(bytes).toString('hex')}';`];
}

async function compileKernel(features: string[]): Promise<Uint8Array> {
  let binary: Uint8Array | undefined;
  const options = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--importMemory'];
  const { error, stderr } = await asc.main(
    [SOURCE_NAME, ...options, '--enable', 'simd', ...features, '--outFile', 'kernel.wasm'],
    {
      readFile: (name) =>
        name === SOURCE_NAME ? readFileSync(new URL(name, FOLDER), 'utf8') : null,
      writeFile: (_name, contents) => {
        binary = contents as Uint8Array;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === undefined) {
    throw new Error(`AssemblyScript did not compile ${SOURCE_NAME}:\n${stderr}`, { cause: error });
  }
  return binary;
}

if (import.meta.main) writeFileSync(TARGET, await kernelBinaryText());
