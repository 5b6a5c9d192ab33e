/**
 * Compiles the kernel's AssemblyScript twice, plain and with fused products, and writes both as
 * TypeScript. Run it after every change of kernel.assembly.ts: `npm run build:kernel`.
 *
 * The compiler is large and needed for nothing else, so it is a package of this folder, which that command
 * installs first. What it makes is committed with the digest of its source, and a test compares the two:
 * source and binary cannot drift apart.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../packages/core/src/model/kernel/', import.meta.url);
const SOURCE_NAME = 'kernel.assembly.ts';
const TARGET = new URL('kernel-binary.ts', FOLDER);

interface Compiler {
  main(
    options: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: Uint8Array): void;
      listFiles(): string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

writeFileSync(TARGET, await kernelBinaryText());

/** Returns the text of kernel-binary.ts as the present source gives it. */
async function kernelBinaryText(): Promise<string> {
  const plain = await compileKernel([]);
  const fused = await compileKernel(['--enable', 'relaxed-simd']);
  return [
    '/** Machine code of kernel.assembly.ts, in hexadecimal. Written by `npm run build:kernel`. */',
    '',
    '/** SHA-256 of the source that it was made from. */',
    ...declaration('KERNEL_SOURCE_SHA256', createHash('sha256').update(readSource()).digest()),
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
  const { default: compiler } = (await import(import.meta.resolve('assemblyscript/asc'))) as {
    default: Compiler;
  };
  let binary: Uint8Array | undefined;
  const options = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--importMemory'];
  const { error, stderr } = await compiler.main(
    [SOURCE_NAME, ...options, '--enable', 'simd', ...features, '--outFile', 'kernel.wasm'],
    {
      readFile: (name) => (name === SOURCE_NAME ? readSource() : null),
      writeFile: (_name, contents) => {
        binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === undefined) {
    throw new Error(`AssemblyScript did not compile ${SOURCE_NAME}:\n${stderr}`, { cause: error });
  }
  return binary;
}

function readSource(): string {
  return readFileSync(new URL(SOURCE_NAME, FOLDER), 'utf8');
}
