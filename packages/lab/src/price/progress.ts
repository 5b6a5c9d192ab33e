/**
 * Tells how far the work is: one line that changes on a terminal, a line for each tenth elsewhere.
 */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Returns a function to be called with the share of the work done, from 0 to 1. */
export function progressTo(stream: ProgressStream): (share: number) => void {
  const step = stream.isTTY ? 0.01 : 0.1;
  let told = 0;
  return (share) => {
    if (share < 1 && share < told + step) return;
    told = share;
    const text = `${Math.floor(100 * share)} % of the trials are done`;
    if (!stream.isTTY) stream.write(`${text}\n`);
    else stream.write(share < 1 ? `\r${text}` : `\r${text}\n`);
  };
}
