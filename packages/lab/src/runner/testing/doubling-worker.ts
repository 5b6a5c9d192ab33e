/** A worker for tests: doubles numbers, fails at 13, and never ends with 99. */
export default async function double(value: number): Promise<number> {
  if (value === 13) throw new Error('unlucky');
  if (value === 99) await new Promise(() => setTimeout(() => {}, 1_000_000));
  return 2 * value;
}
